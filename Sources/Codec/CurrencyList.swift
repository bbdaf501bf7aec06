import TravelModel

/// The currencies of one offer, each written once at its head; amounts name them by place.
struct CurrencyList {
    /// In the order of first use.
    private(set) var codes: [CurrencyCode] = []

    /// All currencies in `offer`.
    init(_ offer: Offer) {
        note(offer.price.charge)
        for line in offer.price.components { note(line.amount) }
        for night in offer.price.nightly { note(night) }
        for step in offer.cancellation.steps { note(step.penalty) }
    }

    /// Reads the list at the head of an offer.
    init(from reader: inout BinaryReader) throws(CodecFault) {
        codes = try reader.list { reader throws(CodecFault) in
            let text = String(decoding: try reader.raw(3), as: UTF8.self)
            guard let code = CurrencyCode(text) else { throw .badValue("currency") }
            return code
        }
    }

    /// Writes three bytes a currency.
    func write(to writer: inout BinaryWriter) {
        writer.list(codes) { writer, code in writer.raw(code.text.utf8) }
    }

    /// The place of a currency that is in the list.
    func place(of code: CurrencyCode) -> Int {
        codes.firstIndex(of: code) ?? 0
    }

    private mutating func note(_ money: Money) {
        if !codes.contains(money.currency) { codes.append(money.currency) }
    }
}
