internal import SupplierKit
public import TravelModel

/// An outcome that a sandbox's request asks for, and a mock is told to give to its calls only.
///
/// The mock really answers so: the adapter, the machine and the ledger do what they always do.
public enum HoldRehearsal: String, Sendable, Hashable, CaseIterable {
    /// The price check says more than was quoted.
    case priceChanged = "price_changed"
    /// The price check says other terms.
    case termsChanged = "terms_changed"
    /// The price check finds nothing.
    case soldOut = "sold_out"
    /// The supplier keeps the room and its answer is lost; one that keeps nothing answers late.
    case pending
    /// The price check fails.
    case unavailable

    /// The outcomes that can be had of a supplier: of one whose price check is silent on terms they
    /// cannot change; none of one that is no mock.
    public static func known(to supplier: Supplier) -> [HoldRehearsal] {
        guard supplier.isMock else { return [] }
        return allCases.filter { $0 != .termsChanged || supplier.adapter.tellsTermsAnew }
    }

    /// Whether the outcome can be had of the offer: what is lost at any time has no worse terms.
    public func isPossible(of offer: Offer) -> Bool {
        self != .termsChanged || offer.cancellation.kind != .nonRefundable
    }

    /// The request field that mocks read, with the name of one of their faults.
    public static let field = "Tributary-Mock"

    /// What a call of the hold has to say to a mock; empty for one it says nothing to.
    static func fields(
        of record: HoldRecord, at step: SupplierStep
    ) -> [(name: String, value: String)] {
        let keeper = record.quote.offer.hold.keeper
        let fault = record.rehearsal?.fault(at: step, isKept: keeper == .supplier)
        return fault.map { [(field, $0)] } ?? []
    }

    func fault(at step: SupplierStep, isKept: Bool) -> String? {
        switch (self, step) {
        case (.priceChanged, .revalidate): "priceChanged"
        case (.termsChanged, .revalidate): "termsChanged"
        case (.soldOut, .revalidate): "soldOut"
        case (.unavailable, .revalidate): "status"
        case (.pending, .revalidate): isKept ? nil : "late"
        case (.pending, .hold): "dropAnswer"
        default: nil
        }
    }
}
