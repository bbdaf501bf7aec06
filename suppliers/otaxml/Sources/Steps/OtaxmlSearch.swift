import SupplierKit
import TravelModel
import WireFormat

/// The search: one availability request for many hotels.
///
/// States: waiting for the head; parsing the document as it arrives; reading its rates, some at
/// a turn, so that a large answer does not hold a loop; over.
struct OtaxmlSearch: StepMachine {
    private enum State {
        case waiting
        case parsing(ResponseHead, OtaxmlBody)
        case reading(verdict: SearchEnd, turn: Int)
        case over
    }

    /// Rates and room stays read at a turn: about a millisecond's work.
    private static let ratesAtATurn = 96
    private static let tag = RequestTag(1)

    private let asked: OtaxmlAvailability
    private var state = State.waiting
    private var found: OtaxmlOffers?

    init(settings: OtaxmlSettings, input: SearchInput) {
        asked = OtaxmlAvailability(
            settings: settings, stay: input.stay, rooms: input.rooms, hotels: input.hotels,
            shopper: input.shopper)
    }

    mutating func start(at now: Instant) -> StepReaction<SearchEnd> {
        guard let request = asked.request else { return end(.failed(.unwritable)) }
        return StepReaction(orders: [.send(request, Self.tag)])
    }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        switch state {
        case .over: return StepReaction()
        case .waiting: return begin(event, at: now)
        case .parsing(let head, let body): return parse(event, head, body, at: now)
        case .reading(let verdict, let turn):
            guard case .timer(TimerTag(turn)) = event else { return StepReaction() }
            return read(verdict, turn: turn)
        }
    }

    private mutating func begin(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        switch event {
        case .head(Self.tag, let head):
            guard head.isOf(.xml) else {
                return end(.failed(SupplierFailure.ofStatus(head, at: now) ?? .wrongKind(head)))
            }
            state = .parsing(head, OtaxmlBody())
            return StepReaction()
        case .fault(Self.tag, let fault): return end(.failed(SupplierFailure(fault)))
        case .bytes(Self.tag, _), .end(Self.tag):
            return end(
                .failed(SupplierFailure(.malformed, phase: .headers, detail: "no head")))
        default: return StepReaction()
        }
    }

    private mutating func parse(
        _ event: StepEvent, _ head: ResponseHead, _ body: OtaxmlBody, at now: Instant
    ) -> StepReaction<SearchEnd> {
        do throws(XMLFault) {
            switch event {
            case .bytes(Self.tag, let bytes): try body.feed(bytes)
            case .end(Self.tag): return whole(try body.finish(), head, at: now)
            case .fault(Self.tag, let fault): return end(.failed(SupplierFailure(fault)))
            default: break
            }
            return StepReaction()
        } catch {
            guard error.reason != .bodyTooLong else {
                return end(.failed(SupplierFailure(.tooLarge, phase: .body)))
            }
            return end(.failed(SupplierFailure.ofStatus(head, at: now) ?? .unreadable(error)))
        }
    }

    private mutating func whole(
        _ document: XMLDocument, _ head: ResponseHead, at now: Instant
    ) -> StepReaction<SearchEnd> {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(
                document, head: head, name: "OTA_HotelAvailRS", at: now)
            var offers = OtaxmlOffers(asked: asked, now: now)
            offers.take(stays: message.root.child("RoomStays"))
            found = offers
            // Success with a warning that hotels were not answered is only part of an answer.
            let gap = OtaxmlWarnings.gap(in: message.root).map {
                SearchEnd.failed(SupplierFailure(.supplierError, phase: .decode, detail: $0))
            }
            return read(gap ?? .complete, turn: 0)
        } catch {
            switch error {
            case .errors(let errors, _) where errors.isNoAvailability: return end(.complete)
            case .errors(_, let failure), .fault(let failure), .unreadable(let failure):
                return end(.failed(failure))
            }
        }
    }

    private mutating func read(_ verdict: SearchEnd, turn: Int) -> StepReaction<SearchEnd> {
        found?.readSome(rates: Self.ratesAtATurn)
        let (offers, drops) = found?.handOut() ?? ([], [])
        var reaction = StepReaction<SearchEnd>(offers: offers, drops: drops)
        if found?.hasUnread == true {
            state = .reading(verdict: verdict, turn: turn + 1)
            reaction.orders = [.setTimer(.zero, TimerTag(turn + 1))]
        } else {
            state = .over
            reaction.end = verdict
        }
        return reaction
    }

    private mutating func end(_ verdict: SearchEnd) -> StepReaction<SearchEnd> {
        state = .over
        return .ended(verdict)
    }
}

/// The revalidation: the availability of the one stay, in which the quoted rate is looked for.
struct OtaxmlRevalidation: Sendable {
    let settings: OtaxmlSettings
    let input: RevalidateInput

    var machine: any StepMachine<RevalidateEnd> {
        let asked = OtaxmlAvailability(
            settings: settings, stay: input.stay, rooms: input.rooms, hotels: [input.offer.hotel],
            shopper: input.shopper)
        guard let request = asked.request else { return EndedStep(.failed(.unwritable)) }
        return ExchangeMachine(
            request, failed: { .failed($0) }, decode: { .ended(read($0, asked, at: $1)) })
    }

    private func read(
        _ answer: WholeAnswer, _ asked: OtaxmlAvailability, at now: Instant
    ) -> RevalidateEnd {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_HotelAvailRS", at: now)
            let found = asked.offers(of: message.root.child("RoomStays"), at: now)
            if let current = found.offers.first(where: { $0.rateKey == input.offer.rateKey }) {
                return .current(current)
            }
            // A rate that was there but could not be read is not sold out: nothing is known.
            if let drop = found.drops.first(where: isOurs) {
                return .failed(
                    SupplierFailure(
                        .malformed, phase: .decode, detail: "\(drop.reason) \(drop.what)"))
            }
            if let gap = OtaxmlWarnings.gap(in: message.root) {
                return .failed(SupplierFailure(.supplierError, phase: .decode, detail: gap))
            }
            return .soldOut
        } catch {
            switch error {
            case .errors(let errors, _) where errors.isGone: return .soldOut
            case .errors(_, let failure), .fault(let failure), .unreadable(let failure):
                return .failed(failure)
            }
        }
    }

    /// Whether a drop may be the quoted rate: one under its codes, or a whole room stay of the hotel.
    private func isOurs(_ drop: OfferDrop) -> Bool {
        guard drop.reason != .onRequest, drop.reason != .unaskedHotel else { return false }
        let hotel = input.offer.hotel.text
        if drop.what == hotel || drop.what.hasPrefix("\(hotel): ") { return true }
        let rooms = OtaxmlReference(input.offer.reference)?.rooms ?? []
        return rooms.contains { drop.what.hasPrefix("\(hotel)/\($0.roomType)/\($0.ratePlan)") }
    }
}

extension SupplierFailure {
    /// A text that XML cannot carry, before anything was sent.
    static let unwritable = SupplierFailure(
        .supplierError, phase: .connect, detail: "a text holds characters XML cannot carry")
}
