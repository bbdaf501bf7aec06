public import SupplierKit
public import TravelModel

/// One hold as the ledger keeps it.
public struct HoldRecord: Sendable, Hashable {
    /// Names it to the client.
    public var id: HoldID
    /// Whose it is.
    public var tenant: TenantID
    /// The attempt that made it.
    public var key: IdempotencyKey
    /// SHA-256 over the parsed request: equal requests have equal ones, whatever their spelling.
    ///
    /// Sealed with the personal data; empty once that is erased, or cannot be opened.
    public var fingerprint: [UInt8]
    /// Names it to the supplier.
    public var reference: HoldReference
    /// How many references of the attempt were spent before this one.
    public var referenceNumber = 0
    /// Whether the supplier had something under the reference and let it go, or refused it: the
    /// attempt goes on under the next one, if at all.
    public var isReferenceSpent = false
    /// What was promised.
    public var quote: Quote
    /// Personal data; empty once erased.
    public var guests: [Guest]
    /// Personal data; `nil` once erased.
    public var contact: Contact?
    /// Why the personal data is missing though it was not erased; `nil` when it is here.
    public var personalDataFault: PersonalDataFault?
    /// How much dearer it may have become.
    public var maxIncrease: MaxIncrease
    /// As the client gave it; treated as personal data, since nobody knows what stands in it.
    public var clientReference: String?
    /// As the client gave it; treated as personal data.
    public var buyer: String?
    /// As the client gave it; treated as personal data.
    public var metadata: [UInt8]?
    /// Personal data; empty once erased.
    public var shopper: ShopperTrace
    /// As the client sees it.
    public var state: HoldState
    /// What is left to do.
    public var stage: HoldStage
    /// Grows with every change; updates name the one they start from.
    public var version: Int64
    /// When it was first written.
    public var createdAt: StampedTime
    /// When the client's hold is over; `nil` before it is granted.
    public var expiresAt: StampedTime?
    /// The offer as granted, which may be cheaper or, within what the client accepts, dearer.
    public var granted: Offer?
    /// What the supplier keeps for us.
    public var supplierHold: SupplierHold?
    /// When the answer was lost, and how many look-ups have been made since.
    public var doubt: HoldDoubt?
    /// Why it was refused.
    public var refusal: StoredRefusal?
    /// When the supplier is asked next about the room, where that is still of interest.
    ///
    /// It is asked whether it keeps the room, or to let it go. In a claim: what an earlier attempt
    /// under the reference left.
    public var watch: HoldWatch?
    /// Whether its deadline has been moved; that can be done once.
    public var isExtended = false
    /// Who ended it, once it was granted and is over.
    public var endedBy: HoldEnder?
    /// Who works on it; `nil` when nobody needs to.
    public var lease: HoldLease?
    /// What a mock is asked to make of it; not kept in the ledger, so that a hold that another
    /// process goes on with is an ordinary one.
    public var rehearsal: HoldRehearsal?

    /// A fresh claim: pending, the supplier knows nothing.
    public init(
        id: HoldID, request: HoldRequest, fingerprint: [UInt8], reference: HoldReference,
        quote: Quote, createdAt: StampedTime
    ) {
        self.id = id
        tenant = request.tenant
        key = request.key
        self.fingerprint = fingerprint
        self.reference = reference
        self.quote = quote
        guests = request.guests
        contact = request.contact
        maxIncrease = request.maxIncrease
        clientReference = request.clientReference
        buyer = request.buyer
        metadata = request.metadata
        shopper = request.shopper
        rehearsal = request.rehearsal
        state = .pending
        stage = .claimed
        version = 1
        self.createdAt = createdAt
    }

    /// The state as it is at `now`: a granted hold whose deadline has come is over, whether or not
    /// anybody has written that down yet.
    public func state(at now: StampedTime) -> HoldState {
        guard state == .held || state == .priceConfirmed, let expiresAt else { return state }
        return expiresAt.hasCome(at: now) ? .expired : state
    }

    /// On whose behalf suppliers are asked, in every step of the hold.
    public var askedFor: ShopperContext { quote.shopper.asked(for: shopper) }

    /// The moment retention counts from: the announced end, else the claim.
    public var retentionStart: StampedTime { expiresAt ?? createdAt }

    /// Whether the hold is over and nothing is left to do for it, so that its time to be forgotten runs.
    public var isOver: Bool { !state.isOpen && stage == .settled }

    /// The record without its personal data.
    ///
    /// The key goes too, since it may tell something about the guest: the hold's own id stands in for
    /// it. So does the fingerprint, which would let somebody try names until one fits.
    public var withoutPersonalData: HoldRecord {
        var record = self
        record.fingerprint = []
        record.guests = []
        record.contact = nil
        record.clientReference = nil
        record.buyer = nil
        record.metadata = nil
        record.shopper = ShopperTrace()
        record.personalDataFault = nil
        if let key = IdempotencyKey(id.text) { record.key = key }
        return record
    }

    /// The record with the personal data of `other`.
    public func withPersonalData(of other: HoldRecord) -> HoldRecord {
        var record = self
        record.guests = other.guests
        record.contact = other.contact
        record.clientReference = other.clientReference
        record.buyer = other.buyer
        record.metadata = other.metadata
        record.shopper = other.shopper
        record.personalDataFault = other.personalDataFault
        record.fingerprint = other.fingerprint
        return record
    }

    /// Who keeps the room: as the supplier said when it was asked again, which may be less than what
    /// the quote promised.
    public var keeper: HoldAbility.Keeper { (granted ?? quote.offer).hold.keeper }
}

/// What is known about a hold whose answer was lost.
public struct HoldDoubt: Sendable, Hashable {
    /// When the answer was lost.
    public var since: StampedTime
    /// Look-ups made since.
    public var lookups: Int
    /// The price and terms that were acceptable when the room was asked for.
    public var offer: Offer

    /// All of them; there are no defaults.
    public init(since: StampedTime, lookups: Int, offer: Offer) {
        self.since = since
        self.lookups = lookups
        self.offer = offer
    }
}

/// A look-up or a release that is due later, at a supplier that may keep something else than we think.
public struct HoldWatch: Sendable, Hashable {
    /// When.
    public var due: StampedTime
    /// Look-ups since that did not find the hold, or releases that were not confirmed.
    public var misses: Int

    /// Puts the two together.
    public init(due: StampedTime, misses: Int) {
        self.due = due
        self.misses = misses
    }
}

/// A refusal as it is told again to whoever repeats the request.
public struct StoredRefusal: Sendable, Hashable {
    /// The reasons that are kept; every other refusal did nothing and is judged anew.
    public enum Reason: String, Sendable, CaseIterable {
        case priceChanged = "PRICE_CHANGED"
        case termsChanged = "TERMS_CHANGED"
        case soldOut = "SOLD_OUT"
        /// The supplier was asked, and nothing came of it within the time look-ups may take.
        case unavailable = "SUPPLIER_UNAVAILABLE"
    }

    /// The closed reason.
    public var reason: Reason
    /// The answer's body as it was first sent, to be sent again byte for byte.
    public var body: [UInt8]

    /// Puts the two together.
    public init(reason: Reason, body: [UInt8]) {
        self.reason = reason
        self.body = body
    }
}
