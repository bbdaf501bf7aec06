import Compression

/// Puts the faults of the wire on an answer that is right.
enum Spoiler {
    /// More than any supplier body a gateway should accept.
    static let oversize = 9 << 20
    private static let page = Array(
        "<!DOCTYPE html><html><head><title>Service notice</title></head><body><h1>We will be back soon</h1></body></html>\n"
            .utf8)

    /// An answer without a fault, compressed when the client can read it.
    static func plain(
        _ answer: MockAnswer, delay: Int, gaps: [Int], acceptsGzip: Bool
    ) -> Delivery {
        var delivery = Delivery(
            delay: delay, status: answer.status, fields: answer.fields, parts: [],
            isStreamed: false, ending: .complete)
        switch answer.body {
        case .whole(let bytes):
            let packed = acceptsGzip && bytes.count > 1024 ? gzip(bytes) : nil
            if packed != nil { delivery.fields.append(("Content-Encoding", "gzip")) }
            delivery.parts = [(0, packed ?? bytes)]
        case .parts(let parts):
            delivery.isStreamed = true
            delivery.parts = parts.enumerated().map { index, bytes in
                (index < gaps.count ? gaps[index] : 0, bytes)
            }
        }
        return delivery
    }

    /// A web page instead of an answer.
    static func html(delay: Int) -> Delivery {
        Delivery(
            delay: delay, status: 200, fields: [("Content-Type", "text/html; charset=utf-8")],
            parts: [(0, page)], isStreamed: false, ending: .complete)
    }

    /// The answer with one fault; the faults of trade pass, they are in the answer already.
    static func spoil(_ delivery: Delivery, _ answer: MockAnswer, with fault: Fault) -> Delivery {
        var spoilt = delivery
        switch fault {
        case .dropAnswer: return .nothing(after: delivery.delay, .reset)
        case .resetMidBody, .hangMidBody:
            spoilt.parts = firstHalf(of: delivery.parts)
            spoilt.declaredLength = delivery.isStreamed ? nil : delivery.bytes.count
            spoilt.ending = fault == .hangMidBody ? .hang : .reset
        case .truncate: spoilt.parts = firstHalf(of: delivery.parts)
        case .drip:
            let bytes = delivery.bytes
            let size = max(1, bytes.count / 40)
            spoilt.parts = stride(from: 0, to: bytes.count, by: size).map {
                (250, Array(bytes[$0..<min($0 + size, bytes.count)]))
            }
            spoilt.isStreamed = true
        case .garbage: spoilt.parts.append((0, Array("\u{0}}]</x> 0xDEAD".utf8)))
        case .emptyBody: spoilt.parts = []
        case .wrongContentType:
            spoilt.fields = delivery.fields.map {
                $0.name == "Content-Type" ? ($0.name, "application/octet-stream") : $0
            }
        case .badGzip: spoilt = badGzip(delivery, answer)
        case .oversize:
            let padding = [UInt8](repeating: 0x20, count: 1 << 16)
            spoilt.fields.removeAll { $0.name == "Content-Encoding" }
            spoilt.parts = [(0, answer.body.bytes)]
            spoilt.parts += (0..<(oversize >> 16)).map { _ in (0, padding) }
            spoilt.isStreamed = true
        case .deepNesting:
            spoilt.fields.removeAll { $0.name == "Content-Encoding" }
            spoilt.parts = [(0, nested(like: delivery))]
        case .reset, .hang, .status, .throttle, .html, .priceChanged, .soldOut, .termsChanged,
            .duplicateOffers, .wrongCurrency, .taxFlip:
            break
        }
        return spoilt
    }

    private static func firstHalf(
        of parts: [(wait: Int, bytes: [UInt8])]
    ) -> [(wait: Int, bytes: [UInt8])] {
        var left = parts.reduce(0) { $0 + $1.bytes.count } / 2
        var kept: [(wait: Int, bytes: [UInt8])] = []
        for part in parts where left > 0 {
            kept.append((part.wait, Array(part.bytes.prefix(left))))
            left -= part.bytes.count
        }
        return kept
    }

    private static func badGzip(_ delivery: Delivery, _ answer: MockAnswer) -> Delivery {
        var spoilt = delivery
        guard var packed = gzip(answer.body.bytes) else { return delivery }
        // The checksum is the last thing a reader looks at, so all of the content seems right first.
        let checksum = packed.count - 8
        if checksum >= 0 { packed[checksum] ^= 0xFF }
        spoilt.fields.removeAll { $0.name == "Content-Encoding" }
        spoilt.fields.append(("Content-Encoding", "gzip"))
        spoilt.parts = [(0, packed)]
        spoilt.isStreamed = false
        return spoilt
    }

    private static func nested(like delivery: Delivery) -> [UInt8] {
        let isXML = delivery.fields.contains {
            $0.name == "Content-Type" && $0.value.contains("xml")
        }
        let (open, close) = isXML ? ("<a>", "</a>") : ("[", "]")
        let depth = 5000
        let text = String(repeating: open, count: depth) + String(repeating: close, count: depth)
        return Array(text.utf8)
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        try? GzipWriter.compress(bytes)
    }
}
