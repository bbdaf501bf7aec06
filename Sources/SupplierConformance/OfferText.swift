import SupplierKit
import TravelModel
import WireFormat

/// Writes offers, drops and verdicts the way samples expect them: short, and with money as text.
enum OfferText {
    static func write(_ offer: Offer, to json: inout JSONWriter) {
        json.beginObject()
        json.member("hotel", offer.hotel.text)
        json.member("rateKey", offer.rateKey)
        json.key("rooms")
        json.beginArray()
        for room in offer.rooms { write(room, to: &json) }
        json.endArray()
        json.member("board", offer.board.rawValue)
        json.member("boardText", ifPresent: offer.boardText)
        json.key("price")
        write(offer.price, to: &json)
        json.key("cancellation")
        write(offer.cancellation, to: &json)
        if let remaining = offer.remaining { json.member("remaining", remaining) }
        let merchant = offer.payment.merchantOfRecord.map { " " + $0.rawValue } ?? ""
        json.member("payment", offer.payment.timing.rawValue + merchant)
        list("requirements", names(of: offer.requirements), to: &json)
        let needs = [(HoldAbility.Needs.guests, "guests"), (.contact, "contact")]
            .filter { offer.hold.needs.contains($0.0) }.map(\.1)
        json.member("hold", ([offer.hold.keeper.rawValue] + needs).joined(separator: " "))
        json.member("token", offer.reference.token)
        json.member("tokenExpires", ifPresent: offer.reference.expires?.description)
        list("notes", offer.notes, to: &json)
        json.member("legal", ifPresent: offer.legal)
        json.endObject()
    }

    static func write(_ drop: OfferDrop, to json: inout JSONWriter) {
        json.string(drop.what.isEmpty ? drop.reason.rawValue : "\(drop.reason) \(drop.what)")
    }

    static func text(_ moment: LocalDeadline) -> String {
        switch moment {
        case .instant(let instant): instant.description
        case .hotelLocal(let civil): civil.description
        }
    }

    private static func write(_ room: OfferRoom, to json: inout JSONWriter) {
        json.beginObject()
        json.member("name", room.name)
        json.member("occupancy", room.occupancy.description)
        list("beds", room.beds, to: &json)
        json.endObject()
    }

    private static func write(_ price: OfferPrice, to json: inout JSONWriter) {
        json.beginObject()
        json.member("charge", price.charge.description)
        let lines = price.components.map { line in
            "\(line.kind) \(line.amount) \(line.payable == .now ? "now" : "at property")"
                + (line.mandatory ? "" : " optional")
        }
        json.key("lines")
        json.beginArray()
        for line in lines { json.string(line) }
        json.endArray()
        list("nightly", price.nightly.map(\.description), to: &json)
        if price.completeness != .full { json.member("completeness", "\(price.completeness)") }
        json.endObject()
    }

    private static func write(_ terms: CancellationTerms, to json: inout JSONWriter) {
        json.beginObject()
        json.member("kind", terms.kind.rawValue)
        json.member("freeUntil", ifPresent: terms.freeUntil.map(text))
        list("steps", terms.steps.map { "\(text($0.from)) \($0.penalty)" }, to: &json)
        json.endObject()
    }

    private static func names(of requirements: OfferRequirements) -> [String] {
        let all: [(OfferRequirements, String)] = [
            (.packageOnly, "packageOnly"), (.memberOnly, "memberOnly"),
            (.mobileOnly, "mobileOnly"), (.residencyBound, "residencyBound"),
        ]
        return all.filter { requirements.contains($0.0) }.map(\.1)
    }

    /// An empty list is left out.
    private static func list(
        _ name: StaticString, _ texts: [String], to json: inout JSONWriter
    ) {
        guard !texts.isEmpty else { return }
        json.key(name)
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
    }
}

/// Verdicts as JSON: a word, or an object with the word and what goes with it.
enum EndText {
    static func search(_ end: SearchEnd) -> (json: String, isFailure: Bool) {
        switch end {
        case .complete: (word("complete"), false)
        case .failed(let failure): (text("failed", failure), true)
        }
    }

    static func revalidate(_ end: RevalidateEnd) -> (json: String, isFailure: Bool) {
        switch end {
        case .current: (word("current"), false)
        case .soldOut: (word("soldOut"), false)
        case .expired: (word("expired"), false)
        case .failed(let failure): (text("failed", failure), true)
        }
    }

    static func hold(_ end: HoldEnd) -> (json: String, isFailure: Bool) {
        switch end {
        case .held(let hold): (text("held", hold), false)
        case .soldOut: (word("soldOut"), false)
        case .priceChanged: (word("priceChanged"), false)
        case .refused(let failure): (text("refused", failure), false)
        case .duplicate: (word("duplicate"), false)
        case .unknown(let failure): (text("unknown", failure), true)
        }
    }

    static func release(_ end: ReleaseEnd) -> (json: String, isFailure: Bool) {
        switch end {
        case .released: (word("released"), false)
        case .failed(let failure): (text("failed", failure), true)
        }
    }

    static func retrieve(_ end: RetrieveEnd) -> (json: String, isFailure: Bool) {
        switch end {
        case .found(let hold): (text("found", hold), false)
        case .notFound: (word("notFound"), false)
        case .ended: (word("ended"), false)
        case .failed(let failure): (text("failed", failure), true)
        }
    }

    private static func word(_ word: String) -> String { "\"\(word)\"" }

    private static func text(_ word: String, _ failure: SupplierFailure) -> String {
        var json = JSONWriter()
        json.beginObject()
        let code = failure.retryAfter.map { " retry after \($0)" } ?? ""
        json.key(word)
        json.string("\(failure.code) in \(failure.phase)\(code): \(failure.detail)")
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func text(_ word: String, _ hold: SupplierHold) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.key(word)
        json.beginObject()
        json.member("reference", hold.reference.text)
        json.member("token", hold.token)
        json.member("expires", ifPresent: hold.expires?.description)
        json.endObject()
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
