import SupplierKit
import TravelModel

/// The search: one availability request for many hotels.
struct OtaxmlSearch: Sendable {
    let settings: OtaxmlSettings
    let input: SearchInput

    var machine: any StepMachine<SearchEnd> {
        let asked = OtaxmlAvailability(
            settings: settings, stay: input.stay, rooms: input.rooms, hotels: input.hotels,
            shopper: input.shopper)
        guard let request = asked.request else { return EndedStep(.failed(.unwritable)) }
        return ExchangeMachine(
            request, failed: { .failed($0) }, decode: { read($0, asked, at: $1) })
    }

    private func read(
        _ answer: WholeAnswer, _ asked: OtaxmlAvailability, at now: Instant
    ) -> ExchangeOutcome<SearchEnd> {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_HotelAvailRS", at: now)
            let found = asked.offers(message, at: now)
            // Success with a warning that hotels were not answered is only part of an answer.
            let gap = OtaxmlWarnings.gap(in: message.root).map {
                SupplierFailure(.supplierError, phase: .decode, detail: $0)
            }
            return .ended(
                gap.map { .failed($0) } ?? .complete, offers: found.offers, drops: found.drops)
        } catch {
            switch error {
            case .errors(let errors, _) where errors.isNoAvailability: return .ended(.complete)
            case .errors(_, let failure), .fault(let failure), .unreadable(let failure):
                return .ended(.failed(failure))
            }
        }
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
            let found = asked.offers(message, at: now)
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
