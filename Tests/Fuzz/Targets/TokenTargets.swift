import Digest
import SupplierKit
import TravelModel
import WireFormat

@testable import Gateway

extension FuzzTarget {
    /// Quote ids: only what was signed is opened, as it was signed, and only for its tenant.
    static let tokens = FuzzTarget("tokens", longest: 512) { input in
        let signer = QuoteSigner(
            keys: QuoteKeyring(
                current: QuoteKeyring.Entry(
                    number: 7, key: try AuthenticationKey(Array("fuzz".utf8)))))
        guard let owner = TenantID("demo"), let other = TenantID("other") else { return }
        let foreign = QuoteID(text: String(decoding: input, as: UTF8.self))
        if let pointer = signer.open(foreign, for: owner) {
            try expectSame(signer.sign(pointer, for: owner), foreign, "an id has two texts")
        }
        guard let pointer = pointer(from: input), let id = signer.sign(pointer, for: owner) else {
            return
        }
        try expectSame(signer.open(id, for: owner), pointer, "a signed id reads otherwise")
        try expect(signer.open(id, for: other) == nil, "an id is good for another tenant")
        var chance = Chance(input)
        var altered = Array(id.text.utf8)
        let place = Int.random(in: 0..<altered.count, using: &chance)
        let value = UInt8.random(in: .min ... .max, using: &chance)
        guard altered[place] != value else { return }
        altered[place] = value
        let forged = QuoteID(text: String(decoding: altered, as: UTF8.self))
        try expect(signer.open(forged, for: owner) == nil, "an altered id is accepted: \(forged)")
    }

    /// Texts that stand for bytes or values: each value has one text, and reading what was written
    /// gives the value again.
    static let texts = FuzzTarget("texts", longest: 512) { input in
        let text = String(decoding: input, as: UTF8.self)
        for alphabet in [Base64.Alphabet.standard, .urlSafe] {
            if let bytes = Base64.decode(text, alphabet: alphabet) {
                let again = Base64.encode(bytes, alphabet: alphabet)
                try expectSame(again, text, "Base64 has two texts for one value")
            }
            let encoded = Base64.encode(input, alphabet: alphabet)
            try expectSame(
                Base64.decode(encoded, alphabet: alphabet), input, "Base64 reads otherwise")
        }
        if let bytes = Hex.decode(text) {
            try expectSame(Hex.encode(bytes), text.lowercased(), "hexadecimal reads otherwise")
        }
        try expectSame(Hex.decode(Hex.encode(input)), input, "hexadecimal reads otherwise")
        for plus in [PercentEncoding.Plus.literal, .space] {
            if let decoded = PercentEncoding.decode(text, plus: plus) {
                let again = PercentEncoding.decode(PercentEncoding.encode(decoded), plus: plus)
                try expectSame(again, decoded, "percent-encoding reads otherwise")
            }
            _ = PercentEncoding.decode(utf8: input, plus: plus)
        }
        try checkValues(text)
    }

    /// Values of the model that come as texts from outside.
    private static func checkValues(_ text: String) throws {
        if let value = CivilDate(text) {
            try expectSame(CivilDate(value.description), value, "a date reads otherwise")
        }
        if let value = CivilDateTime(text) {
            try expectSame(CivilDateTime(value.description), value, "a local time reads otherwise")
        }
        if let value = Instant(text) {
            try expectSame(Instant(value.description), value, "an instant reads otherwise")
        }
        if let value = Instant(httpDate: text) {
            try expectSame(Instant(value.description), value, "an HTTP date reads otherwise")
        }
        for code in ["EUR", "JPY", "BHD"] {
            guard let currency = CurrencyCode(code),
                let money = try? Money(decimal: text, currency: currency)
            else { continue }
            try expectSame(
                try Money(decimal: money.decimalText, currency: currency), money,
                "an amount reads otherwise")
        }
        try checkIdentity(text, HotelID.init(_:), \.text)
        try checkIdentity(text, PlaceID.init(_:), \.text)
        try checkIdentity(text, TenantID.init(_:), \.text)
        try checkIdentity(text, SupplierID.init(_:), \.text)
        try checkIdentity(text, SupplierHotelCode.init(_:), \.text)
        try checkIdentity(text, SupplierReference.init(_:), \.text)
        try checkIdentity(text, HoldReference.init(_:), \.text)
        try checkIdentity(text, HoldID.init(_:), \.text)
        try checkIdentity(text, IdempotencyKey.init(_:), \.text)
        try checkIdentity(text, CurrencyCode.init(_:), \.text)
        try checkIdentity(text, CountryCode.init(_:), \.text)
    }

    /// What is accepted reads again as itself.
    private static func checkIdentity<Value: Equatable>(
        _ text: String, _ read: (String) -> Value?, _ write: (Value) -> String
    ) throws {
        guard let value = read(text) else { return }
        try expect(!write(value).utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control was kept")
        try expect(read(write(value)) == value, "\(value) reads otherwise when written")
    }

    /// A pointer whose parts are drawn from the input.
    private static func pointer(from input: [UInt8]) -> QuotePointer? {
        var chance = Chance(input)
        let day = Int(truncatingIfNeeded: Int64.random(in: -900_000...2_900_000, using: &chance))
        guard let currency = CurrencyCode(["EUR", "JPY"].randomElement(using: &chance) ?? "EUR"),
            let rateDate = CivilDate(daysSinceEpoch: day)
        else { return nil }
        return QuotePointer(
            node: UInt16.random(in: .min ... .max, using: &chance),
            answer: AnswerID(high: chance.next(), low: chance.next()),
            index: Int.random(in: 0...Int.max, using: &chance),
            expires: Instant(
                millisecondsSinceEpoch: Int64.random(in: .min ... .max, using: &chance)),
            display: QuoteDisplay(
                currency: currency, rateDate: rateDate,
                markupVersion: Int.random(in: 0...Int.max, using: &chance)))
    }
}
