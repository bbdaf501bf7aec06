public import Codec
import SupplierKit
import TravelModel

/// An entry of a hold's history as bytes; the first byte is the format's version.
public enum HoldEntryCodec {
    private static let version: UInt8 = 1

    /// The whole entry.
    public static func encode(_ entry: HoldEntry) -> [UInt8] {
        var writer = BinaryWriter(capacity: 512)
        writer.byte(version)
        writer.instant(entry.at)
        writer.text(entry.kind.rawValue)
        writer.text(entry.actor)
        writer.text(entry.note)
        writer.optional(entry.old) { $0.bytes(OfferCodec.encode($1)) }
        writer.optional(entry.new) { $0.bytes(OfferCodec.encode($1)) }
        writer.list(entry.exchanges) { $0.exchange($1) }
        return writer.bytes
    }

    /// The entry again, exactly; bytes of another version or damaged ones are refused.
    public static func decode(_ bytes: [UInt8]) throws(CodecFault) -> HoldEntry {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let at = try reader.instant()
        guard let kind = HoldEntry.Kind(rawValue: try reader.text()) else {
            throw .badValue("kind")
        }
        let actor = try reader.text()
        var entry = HoldEntry(at: at, kind: kind, actor: actor, note: try reader.text())
        entry.old = try reader.optional { (r) throws(CodecFault) in
            try OfferCodec.decode(try r.bytes())
        }
        entry.new = try reader.optional { (r) throws(CodecFault) in
            try OfferCodec.decode(try r.bytes())
        }
        entry.exchanges = try reader.list { (r) throws(CodecFault) in try r.exchange() }
        try reader.finish()
        return entry
    }
}

extension BinaryWriter {
    fileprivate mutating func exchange(_ exchange: SupplierExchange) {
        text(exchange.step.rawValue)
        instant(exchange.sentAt)
        text(exchange.request)
        text(exchange.requestBody)
        optional(exchange.status) { $0.count($1) }
        text(exchange.responseBody)
        count(exchange.responseBytes)
        optional(exchange.headAfter) { $0.duration($1) }
        optional(exchange.endAfter) { $0.duration($1) }
        optional(exchange.fault) { $0.text($1) }
    }

    private mutating func duration(_ duration: Duration) {
        signed(Uptime(nanoseconds: 0).advanced(by: duration).nanoseconds)
    }
}

extension BinaryReader {
    fileprivate mutating func exchange() throws(CodecFault) -> SupplierExchange {
        guard let step = SupplierStep(rawValue: try text()) else { throw .badValue("step") }
        let sentAt = try instant()
        let request = try text()
        var exchange = SupplierExchange(
            step: step, sentAt: sentAt, request: request, requestBody: try text())
        exchange.status = try optional { (r) throws(CodecFault) in
            Int(clamping: try r.unsigned())
        }
        exchange.responseBody = try text()
        exchange.responseBytes = Int(clamping: try unsigned())
        exchange.headAfter = try optional { (r) throws(CodecFault) in .nanoseconds(try r.signed()) }
        exchange.endAfter = try optional { (r) throws(CodecFault) in .nanoseconds(try r.signed()) }
        exchange.fault = try optional { (r) throws(CodecFault) in try r.text() }
        return exchange
    }
}
