/// Where the values of a JSON or XML document lie, found without a parser so that damaged documents
/// have some too.
enum ValueSpans {
    /// The quoted texts, numbers, bracketed values and XML elements and texts of `bytes`.
    static func all(in bytes: [UInt8]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var brackets: [Int] = []
        var elements: [Int] = []
        var at = 0
        while at < bytes.count {
            let start = at
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at = endOfQuote(bytes, from: at)
                spans.append(start..<at)
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): brackets.append(at)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let open = brackets.popLast() { spans.append(open..<at + 1) }
            case UInt8(ascii: "<"): element(bytes, at, &elements, &spans)
            case 48...57, UInt8(ascii: "-"):
                at = run(bytes, from: at)
                spans.append(start..<at)
                continue
            default: break
            }
            at += 1
        }
        return spans
    }

    /// Remembers an opening tag; a closing one ends the element opened last.
    private static func element(
        _ bytes: [UInt8], _ at: Int, _ open: inout [Int], _ spans: inout [Range<Int>]
    ) {
        guard let end = bytes[at...].prefix(4096).firstIndex(of: UInt8(ascii: ">")) else { return }
        if bytes[at + 1] == UInt8(ascii: "/") {
            if let start = open.popLast() { spans.append(start..<end + 1) }
        } else if bytes[end - 1] == UInt8(ascii: "/") {
            spans.append(at..<end + 1)
        } else {
            open.append(at)
        }
    }

    /// The index after the closing quote, or the end.
    private static func endOfQuote(_ bytes: [UInt8], from start: Int) -> Int {
        var at = start + 1
        while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(at + 1, bytes.count)
    }

    private static func run(_ bytes: [UInt8], from start: Int) -> Int {
        let end = bytes[(start + 1)...].firstIndex { !(48...57).contains($0) && $0 != 46 }
        return end ?? bytes.count
    }
}
