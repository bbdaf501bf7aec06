import SupplierKit
import TravelModel
import WireFormat

/// The shop: `GET /v3/properties/availability`, read hotel by hotel as the bytes arrive.
///
/// States: waiting for the head; cutting the array of hotels; collecting, when the answer is an
/// error. A break at any point keeps the hotels read before it: they are as good as ever.
struct LinkrestShop: StepMachine {
    private enum State {
        case waiting
        case cutting
        case collecting
        case over
    }

    private static let tag = RequestTag(1)

    private let request: SupplierRequest
    private let input: SearchInput
    private let settings: LinkrestSettings
    private var state = State.waiting
    private var found: LinkrestOffers?
    private var cutter = ArrayCutter()
    private var collector = AnswerCollector(tag: LinkrestShop.tag)

    init(settings: LinkrestSettings, input: SearchInput) {
        self.settings = settings
        self.input = input
        request = Self.request(input, settings: settings)
    }

    mutating func start(at now: Instant) -> StepReaction<SearchEnd> {
        found = LinkrestOffers(settings: settings, input: input, now: now)
        return StepReaction(orders: [.send(request, Self.tag)])
    }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        switch state {
        case .over: return StepReaction()
        case .cutting: return cut(event)
        case .waiting, .collecting:
            if case .waiting = state, case .head(Self.tag, let head) = event {
                let isHotels = head.status == 200 && head.isOf(.json)
                state = isHotels ? .cutting : .collecting
                if isHotels { return StepReaction() }
            }
            switch collector.on(event) {
            case .waiting: return StepReaction()
            case .broken(let failure): return end(.failed(failure))
            case .whole(let answer): return end(.failed(Self.failure(answer, at: now)))
            }
        }
    }

    private static func failure(_ answer: WholeAnswer, at now: Instant) -> SupplierFailure {
        guard answer.head.status != 200 else { return .wrongKind(answer.head) }
        return LinkrestProblem(answer)?.failure(answer, at: now)
            ?? LinkrestProblem.failure(of: answer.head, at: now)
    }

    private mutating func cut(_ event: StepEvent) -> StepReaction<SearchEnd> {
        do throws(JSONFault) {
            switch event {
            case .bytes(Self.tag, let bytes):
                // Taken out, since reading an element changes the rest of the machine.
                var cutter = cutter
                self.cutter = ArrayCutter()
                try cutter.feed(bytes) { element throws(JSONFault) in try read(element) }
                self.cutter = cutter
                return emit()
            case .end(Self.tag):
                try cutter.finish()
                return end(.complete)
            case .fault(Self.tag, let fault): return end(.failed(SupplierFailure(fault)))
            case .head(Self.tag, _):
                return end(
                    .failed(SupplierFailure(.malformed, phase: .headers, detail: "a second head")))
            default: return StepReaction()
            }
        } catch {
            let isTooLong = error.reason == .bodyTooLong
            return end(
                .failed(
                    isTooLong ? SupplierFailure(.tooLarge, phase: .body) : .unreadable(error)))
        }
    }

    /// Reads one hotel; throws only where it is no JSON.
    private mutating func read(_ element: [UInt8]) throws(JSONFault) {
        var reader = try JSONReader(element)
        let hotel = try reader.attempt { reader throws(JSONFault) in
            try LinkrestProperty(from: &reader)
        }
        try reader.finish()
        found?.add(hotel)
    }

    private mutating func emit() -> StepReaction<SearchEnd> {
        let (offers, drops) = found?.take() ?? ([], [])
        return StepReaction(offers: offers, drops: drops)
    }

    private mutating func end(_ verdict: SearchEnd) -> StepReaction<SearchEnd> {
        state = .over
        var reaction = emit()
        reaction.end = verdict
        return reaction
    }
}

// The request.
extension LinkrestShop {
    private static func request(
        _ input: SearchInput, settings: LinkrestSettings
    ) -> SupplierRequest {
        var path = RequestPath("/v3/properties/availability")
        path.add("checkin", input.stay.checkIn.description)
        path.add("checkout", input.stay.checkOut.description)
        path.add("currency", input.shopper.currency.text)
        path.add("country_code", input.shopper.residency.text)
        path.add("language", language(input.shopper.language))
        for room in input.rooms { path.add("occupancy", room.description) }
        for hotel in input.hotels { path.add("property_id", hotel.text) }
        path.add("rate_plan_count", String(settings.ratePlans))
        path.add("sales_channel", channel(input.shopper.channel))
        path.add("sales_environment", "hotel_only")
        path.add("include", "unavailable_reason")
        path.add("include", "rooms.rates.holdable")
        return LinkrestRequest.make(
            .get, path.text, shopper: input.shopper, settings: settings)
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
