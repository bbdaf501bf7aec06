public import SupplierKit
public import TravelModel

/// The configured supplier accounts, in one fixed order for as long as the process runs.
public struct SupplierRoster: Sendable {
    /// Ascending by id.
    public let suppliers: [Supplier]

    /// Two accounts under one name, or one that takes the name of our own inventory.
    public struct Fault: Error, Hashable, Sendable {
        /// The name in question.
        public let taken: SupplierID
    }

    /// Sorts the accounts; their number is the operator's choice.
    public init(_ suppliers: [Supplier]) throws(Fault) {
        let sorted = suppliers.sorted { $0.id < $1.id }
        for (supplier, next) in zip(sorted, sorted.dropFirst()) where supplier.id == next.id {
            throw Fault(taken: next.id)
        }
        for supplier in sorted where supplier.id == SupplierID.direct {
            throw Fault(taken: supplier.id)
        }
        self.suppliers = sorted
    }

    /// One account; `nil` for a name nobody configured.
    public subscript(id: SupplierID) -> Supplier? { suppliers.first { $0.id == id } }
}

/// One supplier account: how to speak to it, and what for.
public struct Supplier: Sendable {
    /// What `supplier.json` says.
    public let manifest: SupplierManifest
    /// Speaks its protocol; made from the same manifest.
    public let adapter: any SupplierAdapter
    /// Who we are to it.
    public let credentials: SupplierCredentials
    /// Whether searches ask it.
    public let enabled: Bool
    /// Whether a mock is behind it, to which outcomes may be dictated.
    public let isMock: Bool

    /// An account that is asked, and no mock, unless said otherwise.
    public init(
        manifest: SupplierManifest, adapter: any SupplierAdapter, credentials: SupplierCredentials,
        enabled: Bool = true, isMock: Bool = false
    ) {
        self.manifest = manifest
        self.adapter = adapter
        self.credentials = credentials
        self.enabled = enabled
        self.isMock = isMock
    }

    /// The operator's name for the account.
    public var id: SupplierID { manifest.id }

    /// An offer just heard, with the end of its token where the contract says it and the answer does
    /// not: quotes, kept answers and confirmed prices must not outlive it.
    func dated(_ offer: Offer, heard now: Instant) -> Offer {
        guard offer.reference.expires == nil, let life = manifest.tokenLife,
            let reference = RateReference(
                token: offer.reference.token, expires: now.advanced(by: life))
        else { return offer }
        var offer = offer
        offer.reference = reference
        return offer
    }
}
