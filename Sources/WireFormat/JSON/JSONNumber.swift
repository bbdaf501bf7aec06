/// The number grammar of RFC 8259 section 6.
@usableFromInline
enum JSONNumber {
    /// The end of the number that starts at `start`, which the grammar decides, not what follows.
    @inlinable
    static func end(in body: [UInt8], from start: Int) throws(JSONFault) -> Int {
        let end = body.count
        var i = start
        if i < end, body[i] == UInt8(ascii: "-") { i &+= 1 }
        let whole = i
        while i < end, body[i] &- UInt8(ascii: "0") <= 9 { i &+= 1 }
        guard i > whole, i &- whole == 1 || body[whole] != UInt8(ascii: "0") else {
            throw JSONFault(i == end && i == whole ? .endsTooSoon : .badNumber, at: i)
        }
        if i < end, body[i] == UInt8(ascii: ".") { i = try digits(in: body, after: i) }
        if i < end, body[i] | 0x20 == UInt8(ascii: "e") {
            let hasSign =
                i &+ 1 < end
                && (body[i &+ 1] == UInt8(ascii: "+") || body[i &+ 1] == UInt8(ascii: "-"))
            i = try digits(in: body, after: hasSign ? i &+ 1 : i)
        }
        return i
    }

    /// The end of the digits behind the mark at `mark`, of which there must be one at least.
    @inlinable
    static func digits(in body: [UInt8], after mark: Int) throws(JSONFault) -> Int {
        let start = mark &+ 1
        var i = start
        while i < body.count, body[i] &- UInt8(ascii: "0") <= 9 { i &+= 1 }
        guard i > start else {
            throw JSONFault(i == body.count ? .endsTooSoon : .badNumber, at: i)
        }
        return i
    }

    /// Whether all of `bytes` is one number.
    static func isNumber(_ bytes: [UInt8]) -> Bool {
        guard let end = try? end(in: bytes, from: 0) else { return false }
        return end == bytes.count
    }
}
