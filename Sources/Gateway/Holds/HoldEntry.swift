public import TravelModel

/// One thing that happened to a hold, kept beside its row so that it can be explained later.
public struct HoldEntry: Sendable, Hashable {
    /// What kind of thing; a closed set.
    public enum Kind: String, Sendable, CaseIterable {
        /// The claim was written.
        case claimed
        /// Another owner goes on with it.
        case takenOver
        /// The supplier was asked for the offer as it is now.
        case priceChecked
        /// The supplier is about to be asked to keep the room.
        case asking
        /// The supplier's answer to that, or its absence.
        case answered
        /// Our reference was looked up.
        case lookedUp
        /// Kept, or confirmed.
        case granted
        /// Surely not kept.
        case refused
        /// Its deadline was moved.
        case extended
        /// Over.
        case ended
        /// The supplier was told to let go, and what it said.
        case givenBack
        /// An operator stepped in.
        case operated
    }

    /// Who did it.
    public enum Actor: Sendable, Hashable {
        /// Whoever asked for the hold.
        case client
        /// A run of a gateway.
        case gateway(HoldOwner)
        /// A person, by the name given with the request.
        case person(String)

        /// One word and a name: `client`, `gateway 1/7`, `operator ann`.
        public var text: String {
            switch self {
            case .client: "client"
            case .gateway(let owner): "gateway \(owner)"
            case .person(let name): "operator \(name)"
            }
        }
    }

    /// On the wall.
    public var at: Instant
    /// What kind of thing.
    public var kind: Kind
    /// Who, as ``Actor/text`` spells it.
    public var actor: String
    /// One sentence for people, at most 400 characters; no guest data.
    public var note: String
    /// The offer before, where the thing is about a change.
    public var old: Offer?
    /// The offer after.
    public var new: Offer?
    /// What was said on the wire, masked and cut.
    public var exchanges: [SupplierExchange]

    /// Without offers and exchanges; a note is cut to its bound.
    public init(at: Instant, kind: Kind, actor: String, note: String) {
        self.at = at
        self.kind = kind
        self.actor = actor
        self.note = String(note.prefix(400))
        exchanges = []
    }

    /// Entries a hold keeps: when there are more, the oldest after the first half are dropped, so
    /// that how it began and how it went on lately both stay.
    public static let mostKept = 64
}
