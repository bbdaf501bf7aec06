import TravelModel

/// Builds zone files that nobody ships.
struct TZif {
    var version = UInt8(ascii: "2")
    /// Seconds since 1970 and the place in ``offsets``.
    var changes: [(time: Int64, kind: UInt8)] = []
    var offsets: [Int32] = [0]
    var leapSeconds = 0
    var footer = ""

    func bytes() -> [UInt8] {
        header(times: 0, types: 1, leapSeconds: 0) + [UInt8](repeating: 0, count: 7)
            + header(times: changes.count, types: offsets.count, leapSeconds: leapSeconds)
            + changes.flatMap { bigEndian($0.time) } + changes.map(\.kind)
            + offsets.flatMap { bigEndian($0) + [0, 0] } + [0]
            + [UInt8](repeating: 0, count: 12 * leapSeconds)
            + Array("\n\(footer)\n".utf8)
    }

    func rules() throws(ZoneRulesFault) -> ZoneRules {
        try ZoneRules(tzif: bytes())
    }

    private func header(times: Int, types: Int, leapSeconds: Int) -> [UInt8] {
        let counts = [0, 0, leapSeconds, times, types, 1]
        return Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            + counts.flatMap { bigEndian(Int32($0)) }
    }

    private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian, Array.init)
    }
}
