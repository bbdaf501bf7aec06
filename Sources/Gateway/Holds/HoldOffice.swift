import SupplierKit
import TravelModel

/// What every part of holding works with; put together once at start.
struct HoldOffice: Sendable {
    let ports: GatewayPorts
    let calls: HoldCalls
    let quotes: QuoteDesk
    let ledger: any HoldLedger
    let bodies: any RefusalBodies
    let alternates: AlternateOffers?
    let checks: PriceChecks?
    let settings: HoldDesk.Settings
    let tenure: HoldTenure
    let onRoomChange: @Sendable (HoldRecord) -> Void

    /// Who this process is in the ledger.
    var owner: HoldOwner { tenure.owner }

    func now() -> StampedTime { ports.environment.stamp() }

    /// The rules for one hold.
    func machine(for record: HoldRecord) -> HoldMachine {
        let supplier = record.quote.supplier
        return HoldMachine(
            holdLife: settings.life, lookup: calls.lookupSchedule(supplier),
            supplierLife: calls.holdLife(supplier), guardedUntil: guardedUntil)
    }

    /// A hold granted just before the ledger was restored lives for one life, or two if extended.
    private var guardedUntil: StampedTime? {
        tenure.restored.map { $0.advanced(by: settings.life * 2) }
    }

    /// A lease from `now` on.
    func lease(from now: StampedTime) -> HoldLease {
        HoldLease(owner: owner, until: now.advanced(by: settings.lease))
    }

    /// The row one version on, with a lease exactly where somebody must work on it.
    func next(_ record: HoldRecord, at now: StampedTime) -> HoldRecord {
        var next = record
        next.version += 1
        next.lease = record.stage.isWork ? lease(from: now) : nil
        return next
    }

    /// Gives the record the attempt's reference of that number.
    func number(_ record: inout HoldRecord, _ number: Int) throws(StorageFault) {
        record.reference = try tenure.references.reference(
            tenant: record.tenant, quote: record.quote.id, key: record.key, number: number)
        record.referenceNumber = number
        record.isReferenceSpent = false
    }

    /// An entry of this gateway.
    func entry(_ kind: HoldEntry.Kind, _ note: String) -> HoldEntry {
        HoldEntry(
            at: ports.environment.clock.now(), kind: kind,
            actor: HoldEntry.Actor.gateway(owner).text, note: note)
    }

    /// The hold as its client sees it now.
    func view(_ record: HoldRecord) -> HoldView {
        let now = now()
        let comparison = ports.compare(record.quote, with: record.granted ?? record.quote.offer)
        return HoldView(
            record: record, state: record.state(at: now), now: now,
            change: comparison.old == comparison.new ? nil : comparison,
            quotedTotal: comparison.old,
            grantedTotal: record.granted == nil ? nil : comparison.new)
    }
}

/// Under what name, with what secret and after what history a process works on the book of holds.
public struct HoldTenure: Sendable {
    /// From ``HoldLedger/enter(_:)``, once a start.
    public var owner: HoldOwner
    /// Makes references at suppliers.
    public var references: HoldReferences
    /// When an older copy of the ledger was put in place; `nil` if that is long ago or never was.
    public var restored: StampedTime?

    /// A ledger that lost nothing.
    public init(owner: HoldOwner, references: HoldReferences) {
        self.owner = owner
        self.references = references
    }
}
