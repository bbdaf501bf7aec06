/// Who sleeps in one room.
public struct Party: Hashable, Sendable {
    /// Guests of 18 and over, 1 to 8.
    public let adults: Int
    /// Ages of the children in the order given, each 0 to 17, at most 6.
    public let childAges: [Int]

    /// Checked against the ranges; the order of ages is kept, as suppliers echo what they were asked.
    public init?(adults: Int, childAges: [Int] = []) {
        guard (1...8).contains(adults), childAges.count <= 6,
            childAges.allSatisfy({ (0...17).contains($0) })
        else { return nil }
        self.adults = adults
        self.childAges = childAges
    }

    /// Reads `2` or `2-9,4`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let adults = Int(first) else { return nil }
        guard parts.count == 2 else {
            self.init(adults: adults)
            return
        }
        let ages = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let known = ages.compactMap { $0 }
        guard known.count == ages.count else { return nil }
        self.init(adults: adults, childAges: known)
    }

    /// `2` or `2-9,4`.
    public var text: String {
        childAges.isEmpty
            ? "\(adults)" : "\(adults)-\(childAges.map(String.init).joined(separator: ","))"
    }

    /// All guests, children too.
    public var guests: Int { adults + childAges.count }
}
