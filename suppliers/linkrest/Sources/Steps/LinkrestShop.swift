import SupplierKit
import TravelModel
import WireFormat

/// The shop: `GET /v3/properties/availability`.
struct LinkrestShop: Sendable {
    let settings: LinkrestSettings
    let input: SearchInput

    var machine: ExchangeMachine<SearchEnd> {
        ExchangeMachine(request, failed: { .failed($0) }, decode: { read($0, at: $1) })
    }

    private var request: SupplierRequest {
        var path = RequestPath("/v3/properties/availability")
        path.add("checkin", input.stay.checkIn.description)
        path.add("checkout", input.stay.checkOut.description)
        path.add("currency", input.shopper.currency.text)
        path.add("country_code", input.shopper.residency.text)
        path.add("language", Self.language(input.shopper.language))
        for room in input.rooms { path.add("occupancy", room.description) }
        for hotel in input.hotels { path.add("property_id", hotel.text) }
        path.add("rate_plan_count", String(settings.ratePlans))
        path.add("sales_channel", Self.channel(input.shopper.channel))
        path.add("sales_environment", "hotel_only")
        path.add("include", "unavailable_reason")
        path.add("include", "rooms.rates.holdable")
        return LinkrestRequest.make(
            .get, path.text, shopper: input.shopper, settings: settings)
    }

    private func read(_ answer: WholeAnswer, at now: Instant) -> ExchangeOutcome<SearchEnd> {
        guard answer.head.status == 200 else {
            let failure =
                LinkrestProblem(answer)?.failure(answer, at: now)
                ?? LinkrestProblem.failure(of: answer.head, at: now)
            return .ended(.failed(failure))
        }
        guard answer.head.isOf(.json) else { return .ended(.failed(.wrongKind(answer.head))) }
        var reading = LinkrestOffers(settings: settings, input: input, now: now)
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            try reader.beginArray()
            while try reader.nextElement() {
                reading.add(
                    try reader.attempt { reader throws(JSONFault) in
                        try LinkrestProperty(from: &reader)
                    })
            }
            try reader.finish()
        } catch {
            // Hotels read before the break are as good as ever.
            return .ended(
                .failed(.unreadable(error)), offers: reading.offers, drops: reading.drops)
        }
        return .ended(.complete, offers: reading.offers, drops: reading.drops)
    }

    private static func channel(_ channel: ShopperContext.Channel) -> String {
        switch channel {
        case .website: "website"
        case .mobile: "mobile_web"
        case .agent: "agent_tool"
        }
    }

    /// The supplier wants language and country; a language alone gets its most usual country.
    static func language(_ tag: String) -> String {
        if tag.contains("-") { return tag }
        let pairs = [
            "de": "de-DE", "en": "en-US", "es": "es-ES", "fr": "fr-FR", "it": "it-IT",
            "ja": "ja-JP", "nl": "nl-NL", "pt": "pt-PT", "zh": "zh-CN",
        ]
        return pairs[tag.lowercased()] ?? "en-US"
    }
}
