import SupplierKit
import TravelModel
import WireFormat

/// A capability link: whoever has it may do what it names, until it expires.
struct LinkrestLink: Sendable, Hashable {
    var href = ""
    var expires: Instant?

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "href": href = try reader.string()
            case "expires": expires = try reader.stringOrNull().flatMap { Instant($0) }
            default: return false
            }
            return true
        }
    }

    /// Reads an object of links by their names, unknown ones included.
    static func table(
        from reader: inout JSONReader
    ) throws(JSONFault) -> [String: LinkrestLink] {
        var links: [String: LinkrestLink] = [:]
        try reader.members { key, reader throws(JSONFault) in
            guard links.count < 16 else { return false }
            links[key.string] = try LinkrestLink(from: &reader)
            return true
        }
        return links
    }
}
