/// One room of an offer, in the supplier's words.
public struct OfferRoom: Hashable, Sendable {
    /// The supplier's room name, as shown to the guest; at most 200 characters and 800 bytes.
    public let name: String
    /// The guests this room is priced for.
    public let occupancy: Occupancy
    /// Bed descriptions, such as `1 King Bed`; at most eight, of 100 characters and 400 bytes.
    public let beds: [String]

    /// Longer texts and lists are cut to their bounds.
    public init(name: String, occupancy: Occupancy, beds: [String] = []) {
        self.name = BoundedText.cut(name, characters: 200)
        self.occupancy = occupancy
        self.beds = beds.prefix(8).map { BoundedText.cut($0, characters: 100) }
    }
}
