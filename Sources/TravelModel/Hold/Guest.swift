/// One person of a stay.
///
/// Personal data: it lives in the ledger and in requests to the supplier only.
public struct Guest: Hashable, Sendable {
    /// Which room of the stay, from 0.
    public let room: Int
    /// Given name, as in the passport.
    public let firstName: String
    /// Family name, as in the passport.
    public let lastName: String
    /// Age at check-in; `nil` for an adult whose age nobody asked.
    public let age: Int?
    /// The person the hotel asks for.
    public let lead: Bool

    /// `nil` unless the names are 1 to 60 characters (240 bytes at most) without control characters,
    /// the room is 0 to 7 and the age, if any, 0 to 120.
    ///
    /// What clients send is held to ``PlainText/fault(inLine:)`` besides; rows of earlier releases
    /// were not.
    public init?(room: Int, firstName: String, lastName: String, age: Int?, lead: Bool) {
        func sane(_ name: String) -> Bool {
            (1...240).contains(name.utf8.count) && name.count <= 60
                && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        guard (0..<8).contains(room), sane(firstName), sane(lastName),
            age.map({ (0...120).contains($0) }) ?? true
        else { return nil }
        self.room = room
        self.firstName = firstName
        self.lastName = lastName
        self.age = age
        self.lead = lead
    }
}
