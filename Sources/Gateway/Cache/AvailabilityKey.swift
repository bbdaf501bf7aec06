internal import Codec
internal import SupplierKit
internal import TravelModel

/// Who is asked and under which terms, as bytes: equal bytes are equal questions.
///
/// Every part goes in with its length, as UTF-8: no separator in a value and no second spelling of a
/// letter, which would be equal as texts, makes two questions one. Made once a search.
struct AvailabilityScope: Hashable, Sendable {
    private let bytes: [UInt8]
    /// The same in every process, unlike Swift's own; not for tables that others could fill on purpose.
    let hash: UInt64

    /// The question to a supplier; the language counts where the supplier is told it.
    init(_ source: FlightSource, _ terms: AskedTerms) {
        self.init(source.supplier, terms, sendsLanguage: source.sendsLanguage)
    }

    init(_ supplier: SupplierID, _ terms: AskedTerms, sendsLanguage: Bool) {
        var writer = BinaryWriter(capacity: 64)
        writer.text(supplier.text)
        writer.stay(terms.stay)
        writer.rooms(terms.rooms)
        writer.text(terms.residency.text)
        writer.text(terms.currency.text)
        writer.text(terms.channel.rawValue)
        writer.optional(sendsLanguage ? terms.language : nil) { $0.text($1) }
        bytes = writer.bytes
        hash = Self.hash(bytes, from: 0xCBF2_9CE4_8422_2325)
    }

    /// What an entry has in memory for it, though searches share it.
    var weight: Int { bytes.count }

    static func == (a: AvailabilityScope, b: AvailabilityScope) -> Bool {
        a.hash == b.hash && a.bytes == b.bytes
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// FNV-1a, 64 bits (Fowler, Noll, Vo).
    fileprivate static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Names what is known of one hotel at one supplier under given terms.
struct AvailabilityKey: Sendable, Hashable {
    let scope: AvailabilityScope
    let code: SupplierHotelCode

    /// For the sketch of what is asked for often; the same in every process.
    var stableHash: UInt64 { AvailabilityScope.hash(code.text.utf8, from: scope.hash) }
}
