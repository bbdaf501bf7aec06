import MockKit
import WireFormat

extension OtaxmlMock {
    /// `OTA_HotelAvailRQ`: a RoomStay for each hotel, kind of room, plan and candidate.
    func avail(_ envelope: Envelope, in shop: inout Shop) -> MockAnswer {
        // Somewhere on earth it may still be yesterday.
        let today = shop.now.day(offset: -12 * 60)
        switch AvailRequest.read(envelope.message, today: today) {
        case .failure(let fault): return reply(envelope, fault.error)
        case .success(let wanted): return avail(wanted, envelope, in: &shop)
        }
    }

    private func avail(
        _ wanted: AvailRequest, _ envelope: Envelope, in shop: inout Shop
    ) -> MockAnswer {
        let unknown = wanted.hotels.filter { shop.listings[$0] == nil }
        guard unknown.count < wanted.hotels.count else {
            return reply(
                envelope,
                OtaError(type: 3, code: 424, "No hotels found which match", outcome: "empty"))
        }
        var found: [(code: String, offer: StayOffer)] = []
        for code in wanted.hotels where shop.forced != .soldOut {
            for offer in shop.offers(of: code, stay: wanted.stay, parties: wanted.parties) {
                let isOnRequest = RoomStayBody.isOnRequest(offer, code, shop)
                if !isOnRequest || wanted.allowsOnRequest { found.append((code, offer)) }
            }
        }
        var chance = Chance(
            shop.seed, "otaxml", "avail", wanted.stay.checkIn.text,
            wanted.hotels.joined(separator: ","))
        // "Nothing" is an error in half of the answers, an empty success in the others.
        if found.isEmpty, chance.happens(0.5) {
            return reply(
                envelope, OtaError(type: 3, code: 322, "No availability", outcome: "empty"))
        }
        let shop = shop
        let answer = Envelope.answer(
            envelope.message, outcome: found.isEmpty ? "empty" : "ok"
        ) { xml in
            xml.start("Success")
            xml.end()
            writeWarnings(unknown, to: &xml)
            xml.start("RoomStays")
            for (code, offer) in found {
                RoomStayBody(offer, code: code, shop: shop)
                    .write(wanted.candidates, to: &xml)
            }
            xml.end()
        }
        return Dialect.dressed(answer, &chance)
    }

    private func writeWarnings(_ unknown: [String], to xml: inout XMLWriter) {
        guard !unknown.isEmpty else { return }
        xml.start("Warnings")
        for code in unknown.prefix(20) {
            xml.start("Warning")
            xml.attribute("Type", "3")
            xml.attribute("Code", "392")
            xml.attribute("ShortText", "Invalid hotel code \(code)")
            xml.end()
        }
        xml.end()
    }
}

/// Ways of writing the same document that readers have to live with.
enum Dialect {
    private static let declaration = Array("encoding=\"UTF-8\"".utf8)

    /// Sometimes a byte order mark, sometimes ISO-8859-1, mostly as it is.
    static func dressed(_ answer: MockAnswer, _ chance: inout Chance) -> MockAnswer {
        let wish = chance.below(20)
        var dressed = answer
        switch wish {
        case 0: dressed.body = .whole([0xEF, 0xBB, 0xBF] + answer.body.bytes)
        case 1:
            guard let latin = latin(answer.body.bytes) else { return answer }
            dressed.body = .whole(latin)
            dressed.fields = answer.fields.map {
                $0.name == "Content-Type" ? ($0.name, "text/xml; charset=ISO-8859-1") : $0
            }
        default: break
        }
        return dressed
    }

    /// The document in ISO-8859-1 with a declaration that says so; nil if a character has no place in it.
    private static func latin(_ bytes: [UInt8]) -> [UInt8]? {
        let text = String(decoding: bytes, as: UTF8.self)
        var latin: [UInt8] = []
        latin.reserveCapacity(bytes.count)
        for scalar in text.unicodeScalars {
            guard scalar.value < 256 else { return nil }
            latin.append(UInt8(scalar.value))
        }
        guard
            let place = latin.indices.prefix(80).first(where: {
                latin[$0...].starts(with: declaration)
            })
        else { return nil }
        let end = place + declaration.count
        latin.replaceSubrange(place..<end, with: Array("encoding=\"ISO-8859-1\"".utf8))
        return latin
    }
}
