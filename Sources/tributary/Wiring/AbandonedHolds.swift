import Gateway
import Ledger
import Telemetry
import TravelModel

/// Holds whose supplier is no longer configured: nobody can look them up or give them back.
struct AbandonedHolds: Sendable, Equatable {
    /// Who is missing, in order.
    var suppliers: [SupplierID] = []
    /// Their holds that are kept there, may be, or are still to be given back.
    var holds = 0

    init(_ kept: [(supplier: SupplierID, holds: Int)], known: (SupplierID) -> Bool) {
        for (supplier, count) in kept where !known(supplier) {
            suppliers.append(supplier)
            holds += count
        }
    }

    /// Looks into a ledger that was just opened.
    init(in file: LedgerFile, _ roster: SupplierRoster) async throws {
        do throws(StorageFault) {
            self.init(try await SQLiteHoldLedger(file).holdsAtSuppliers()) { roster[$0] != nil }
        } catch {
            throw FileBytes.Fault(description: "the ledger's holds cannot be counted (\(error))")
        }
    }

    /// Sets the gauge, and warns once if there are any.
    func tell(_ log: EventLog, _ metrics: MetricsRegistry) throws {
        try metrics.gauges(
            "tributary_holds_without_supplier",
            help: "Holds, at the start, of suppliers that are not configured."
        ).series().set(holds)
        guard holds > 0 else { return }
        log.record(
            .warning, "holds_without_supplier",
            [
                LogField("holds", .integer(holds)),
                LogField(
                    "suppliers",
                    .string(suppliers.prefix(16).map(\.text).joined(separator: " "))),
            ])
    }
}
