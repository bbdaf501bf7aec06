/// The guests of one room.
public struct Occupancy: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 1 to 6.
    public let adults: Int
    /// Ages at check-in, each 0 to 17, at most four, ascending: order never distinguishes two rooms.
    public let childAges: [Int]

    /// `nil` outside 1-6 adults, 0-4 children of 0-17 years.
    public init?(adults: Int, childAges: [Int] = []) {
        guard (1...6).contains(adults), childAges.count <= 4,
            childAges.allSatisfy({ (0...17).contains($0) })
        else { return nil }
        self.adults = adults
        self.childAges = childAges.sorted()
    }

    /// Reads `2` or `2-9,4`: adults, then ages of children; `nil` when not of that shape or range.
    public init?(_ text: some StringProtocol) {
        let parts = String(text).split(
            separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let adults = Self.number(first) else { return nil }
        guard parts.count == 2 else {
            self.init(adults: adults)
            return
        }
        let fields = parts[1].split(separator: ",", omittingEmptySubsequences: false)
        let ages = fields.compactMap(Self.number)
        guard ages.count == fields.count else { return nil }
        self.init(adults: adults, childAges: ages)
    }

    /// Adults and children together, 1 to 10.
    public var guests: Int { adults + childAges.count }

    /// `2` or `2-4,9`.
    public var description: String {
        childAges.isEmpty
            ? "\(adults)" : "\(adults)-" + childAges.map(String.init).joined(separator: ",")
    }

    /// Total order, so that lists never depend on chance.
    public static func < (a: Occupancy, b: Occupancy) -> Bool {
        if a.adults != b.adults { return a.adults < b.adults }
        return a.childAges.lexicographicallyPrecedes(b.childAges)
    }

    private static func number(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        return bytes.count <= 2 ? DigitText.number(bytes[...]) : nil
    }
}
