import Glibc

/// Prints the rows of the page's tables, and keeps the promises that were found broken.
struct Report {
    /// Pages and arenas come in pieces: growth below this says nothing of a small body.
    private static let floorBytes = 512 << 10

    let meter: Meter
    private(set) var broken: [String] = []

    init(meter: Meter) { self.meter = meter }

    /// One hostile body: its verdict, its time by the median, and its memory, itself included.
    mutating func judge(_ hostile: HostileCase, milliseconds: Double) {
        let result = meter.run { hostile.read(hostile.body) }
        let size = hostile.body.count
        let isSmall = size < Self.floorBytes
        let bodies = 1 + Double(result.grownBytes) / Double(max(1, size))
        let memory =
            isSmall ? "\(result.grownBytes >> 10) KB more" : "\(Self.fixed(bodies, 2)) bodies"
        let times = [result.medianMilliseconds, result.slowestMilliseconds]
            .map { Self.fixed($0, 2) }.joined(separator: ", ")
        print("| \(hostile.name) | \(size) | `\(result.verdict)` | \(times) | \(memory) |")
        if result.verdict != hostile.expected {
            broken.append("\(hostile.name): \(result.verdict), not \(hostile.expected)")
        }
        if result.medianMilliseconds >= milliseconds { broken.append("\(hostile.name): time") }
        let most = hostile.mostGrownBytes ?? max(Self.floorBytes, size - 1)
        if result.grownBytes > most {
            broken.append("\(hostile.name): memory")
        }
    }

    /// A valid document, beside libxml2's own tree before it and after.
    mutating func compare(_ document: [UInt8]) {
        let megabytes = Double(document.count) / 1_000_000
        print("\n| a valid document of \(Self.fixed(megabytes, 1)) MB | MB/s | of the peer |")
        print("|---|---|---|")
        let peer = meter.run { XMLCases.readByPeer(document) }
        let pieces = meter.run { XMLCases.readInPieces(document) }
        let tree = meter.run { XMLCases.readAsTree(document) }
        let again = meter.run { XMLCases.readByPeer(document) }
        let base = min(peer.medianMilliseconds, again.medianMilliseconds)
        let rows = [
            ("told to a handler, in pieces of 64 KB", pieces, pieces.medianMilliseconds),
            ("our tree", tree, tree.medianMilliseconds), ("libxml2's tree, the peer", peer, base),
        ]
        for (name, result, milliseconds) in rows {
            let speed = Self.fixed(megabytes * 1_000 / milliseconds, 0)
            print("| \(name) | \(speed) | \(Self.fixed(base / milliseconds, 2)) |")
            if result.verdict != "accept" { broken.append("\(name): \(result.verdict)") }
        }
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        var room = [CChar](repeating: 0, count: 64)
        let length = withVaList([value]) { vsnprintf(&room, room.count, "%.\(digits)f", $0) }
        return String(
            decoding: room.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
