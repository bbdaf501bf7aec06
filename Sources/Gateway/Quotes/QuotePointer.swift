internal import Codec
internal import Digest
internal import TravelModel

/// What a quote id says once its signature was checked.
struct QuotePointer: Sendable, Hashable {
    /// The node whose store has the answer.
    var node: UInt16
    var answer: AnswerID
    /// The offer's index through the whole answer.
    var index: Int
    var expires: Instant
    var display: QuoteDisplay
}

/// Writes and reads quote ids.
///
/// | part | bytes |
/// |---|---|
/// | version, key number | 1 + 1 |
/// | node | varies |
/// | answer id | 16 |
/// | index, expiry (ms), day of the rates, markup version | varies |
/// | currency shown | 4 |
/// | HMAC-SHA-256 over a label, the tenant and the above, cut to 128 bits | 16 |
///
/// The tenant is in the signature only: another tenant's id is as unknown as a forged one.
struct QuoteSigner: Sendable {
    private static let version: UInt8 = 1
    private static let codeBytes = 16
    private static let label = Array("tributary quote 1\n".utf8)
    /// Longer texts are not read at all.
    private static let mostCharacters = 160

    let keys: QuoteKeyring

    /// `nil` only where the machine cannot make the code.
    func sign(_ pointer: QuotePointer, for tenant: TenantID) -> QuoteID? {
        var writer = BinaryWriter(capacity: 64)
        writer.byte(Self.version)
        writer.byte(keys.current.number)
        writer.unsigned(UInt64(pointer.node))
        writer.raw(Self.bytes(pointer.answer.high) + Self.bytes(pointer.answer.low))
        writer.count(pointer.index)
        writer.signed(pointer.expires.millisecondsSinceEpoch)
        writer.signed(Int64(pointer.display.rateDate.daysSinceEpoch))
        writer.count(pointer.display.markupVersion)
        writer.text(pointer.display.currency.text)
        let bytes = writer.bytes
        guard let code = Self.code(bytes, tenant, keys.current.key) else { return nil }
        return QuoteID(text: Base64URL.encode(bytes + code))
    }

    /// `nil` for anything that was not signed by one of the keys for this tenant.
    func open(_ id: QuoteID, for tenant: TenantID) -> QuotePointer? {
        guard id.text.utf8.count <= Self.mostCharacters,
            let bytes = Base64URL.decode(id.text), bytes.count > Self.codeBytes + 2,
            bytes[0] == Self.version, let key = keys.key(bytes[1])
        else { return nil }
        let signed = Array(bytes.dropLast(Self.codeBytes))
        guard let code = Self.code(signed, tenant, key),
            ConstantTime.equal(code, Array(bytes.suffix(Self.codeBytes)))
        else { return nil }
        return try? Self.read(signed)
    }

    private static func read(_ bytes: [UInt8]) throws(CodecFault) -> QuotePointer {
        var reader = BinaryReader(bytes)
        _ = try reader.raw(2)
        guard let node = UInt16(exactly: try reader.unsigned()) else { throw .badValue("node") }
        let high = number(try reader.raw(8))
        let low = number(try reader.raw(8))
        let index = try reader.unsigned()
        let expires = Instant(millisecondsSinceEpoch: try reader.signed())
        let rateDate = CivilDate(daysSinceEpoch: Int(try reader.signed()))
        let markup = try reader.unsigned()
        let currency = CurrencyCode(try reader.text())
        try reader.finish()
        guard let rateDate, let currency, let index = Int(exactly: index),
            let markup = Int(exactly: markup)
        else { throw .badValue("quote") }
        return QuotePointer(
            node: node, answer: AnswerID(high: high, low: low), index: index, expires: expires,
            display: QuoteDisplay(currency: currency, rateDate: rateDate, markupVersion: markup))
    }

    private static func code(
        _ bytes: [UInt8], _ tenant: TenantID, _ key: AuthenticationKey
    ) -> [UInt8]? {
        // The tenant goes first with its length, so that no other split of the bytes has this code.
        let owner = [UInt8(clamping: tenant.text.utf8.count)] + tenant.text.utf8
        guard let code = try? key.code(for: label + owner + bytes) else { return nil }
        return Array(code.prefix(codeBytes))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
