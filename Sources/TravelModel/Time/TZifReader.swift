/// Walks the bytes of a TZif file; every step is checked against what is left.
struct TZifReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The whole file; RFC 9636 section 3.
    mutating func rules() throws(ZoneRulesFault) -> ZoneRules {
        let old = try header()
        _ = try take(old.length(timeBytes: 4))
        let counts = try header()
        guard counts.leapSeconds == 0 else { throw .leapSeconds }
        guard counts.types > 0, counts.types <= 256 else { throw .malformed("types") }
        guard counts.designations > 0 else { throw .malformed("designations") }
        let times = try times(counts.times)
        let kinds = Array(try take(counts.times))
        let offsets = try offsets(counts)
        guard kinds.allSatisfy({ Int($0) < offsets.count }) else { throw .malformed("indices") }
        _ = try take(counts.designations + counts.standardFlags + counts.universalFlags)
        let changes = zip(times, kinds).map { ZoneRules.Change(time: $0, offset: offsets[Int($1)]) }
        return ZoneRules(
            initialOffset: offsets[0], changes: changes, future: try footer())
    }

    /// The six counts of a header.
    private struct Counts {
        let universalFlags: Int
        let standardFlags: Int
        let leapSeconds: Int
        let times: Int
        let types: Int
        let designations: Int

        /// Bytes of the data block that follows; each count is below 2^32, so nothing overflows.
        func length(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + designations
                + leapSeconds * (timeBytes + 4) + standardFlags + universalFlags
        }
    }

    private mutating func header() throws(ZoneRulesFault) -> Counts {
        let magic = try take(4)
        guard magic.elementsEqual("TZif".utf8) else { throw .notTZif }
        let version = try number(bytes: 1)
        guard (0x32...0x34).contains(version) else {
            throw .unsupportedVersion(UInt8(truncatingIfNeeded: version))
        }
        _ = try take(15)
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(try number(bytes: 4))) }
        return Counts(
            universalFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2],
            times: counts[3], types: counts[4], designations: counts[5])
    }

    /// Strictly ascending, and far enough from the ends of 64 bits to reckon with.
    private mutating func times(_ count: Int) throws(ZoneRulesFault) -> [Int64] {
        guard count <= rest.count / 8 else { throw .truncated }
        var times: [Int64] = []
        times.reserveCapacity(count)
        for _ in 0..<count {
            let time = Int64(bitPattern: try number(bytes: 8))
            guard time > times.last ?? .min, time < 1 << 60 else { throw .malformed("times") }
            times.append(time)
        }
        return times
    }

    private mutating func offsets(_ counts: Counts) throws(ZoneRulesFault) -> [Int] {
        var offsets: [Int] = []
        for _ in 0..<counts.types {
            let bits = UInt32(truncatingIfNeeded: try number(bytes: 4))
            let offset = Int(Int32(bitPattern: bits))
            let daylight = try number(bytes: 1)
            let designation = Int(try number(bytes: 1))
            guard (-89_999...93_599).contains(offset) else { throw .malformed("offset") }
            guard daylight <= 1, designation < counts.designations else {
                throw .malformed("types")
            }
            offsets.append(offset)
        }
        return offsets
    }

    /// A TZ string between two new lines, or nothing between them.
    private mutating func footer() throws(ZoneRulesFault) -> PosixZone? {
        guard let opening = rest.first else { throw .truncated }
        guard opening == 10 else { throw .malformedFooter }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: 10) else { throw .truncated }
        guard end == rest.index(before: rest.endIndex) else { throw .malformedFooter }
        let text = rest[..<end]
        return text.isEmpty ? nil : try PosixZone(text)
    }

    /// Big-endian.
    private mutating func number(bytes count: Int) throws(ZoneRulesFault) -> UInt64 {
        try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(_ count: Int) throws(ZoneRulesFault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
