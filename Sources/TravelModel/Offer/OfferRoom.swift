/// One room of an offer, in the supplier's words.
public struct OfferRoom: Hashable, Sendable {
    /// The supplier's room name, as shown to the guest; at most 200 characters are kept.
    public let name: String
    public let occupancy: Occupancy
    /// Bed descriptions, such as `1 King Bed`; at most eight.
    public let beds: [String]

    public init(name: String, occupancy: Occupancy, beds: [String] = []) {
        self.name = String(name.prefix(200))
        self.occupancy = occupancy
        self.beds = beds.prefix(8).map { String($0.prefix(100)) }
    }
}
