import SupplierKit
import TravelModel
import WireFormat

/// The hold: the book link with `hold: true`.
///
/// Only an answer that the supplier itself wrote can refuse: everything that is lost, empty, not
/// JSON, 5xx or 202 leaves the hold unknown, since the supplier may commit after its front gave up.
struct LinkrestBook: Sendable {
    let settings: LinkrestSettings
    let input: HoldInput

    var machine: any StepMachine<HoldEnd> {
        guard input.rooms.count == 1, let lead = lead, let contact = input.contact else {
            return refused("a hold needs one room, a guest and a mail address")
        }
        guard let book = LinkrestReference(input.offer.reference)?.book else {
            return refused("the price check gave no book link")
        }
        var request = LinkrestRequest.make(.post, book, shopper: input.shopper, settings: settings)
        request.headers.append(("Content-Type", "application/json"))
        request.body = [.bytes(body(lead, contact))]
        return ExchangeMachine(
            request, failed: { .unknown($0) }, decode: { .ended(read($0, at: $1)) })
    }

    private var lead: Guest? {
        input.guests.first { $0.room == 0 && $0.lead } ?? input.guests.first { $0.room == 0 }
    }

    private func refused(_ detail: String) -> EndedStep<HoldEnd> {
        EndedStep(.refused(SupplierFailure(.supplierError, phase: .connect, detail: detail)))
    }

    private func body(_ lead: Guest, _ contact: Contact) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("affiliate_reference_id", input.reference.text)
        json.member("hold", true)
        json.member("email", contact.email)
        json.key("phone")
        LinkrestPhone(contact.phone ?? settings.agencyPhone).write(to: &json)
        json.key("rooms")
        json.beginArray()
        json.beginObject()
        json.member("given_name", lead.firstName)
        json.member("family_name", lead.lastName)
        json.member("smoking", false)
        json.endObject()
        json.endArray()
        if settings.payment != "none" { writePayment(lead, to: &json) }
        json.endObject()
        return json.bytes
    }

    private func writePayment(_ lead: Guest, to json: inout JSONWriter) {
        json.key("payments")
        json.beginArray()
        json.beginObject()
        json.member("type", settings.payment)
        json.key("billing_contact")
        json.beginObject()
        json.member("given_name", lead.firstName)
        json.member("family_name", lead.lastName)
        json.key("address")
        json.beginObject()
        json.member("country_code", input.shopper.residency.text)
        json.endObject()
        json.endObject()
        json.endObject()
        json.endArray()
    }

    private func read(_ answer: WholeAnswer, at now: Instant) -> HoldEnd {
        switch answer.head.status {
        case 200, 201: return created(answer)
        case 400..<500: return refusal(answer, at: now)
        default:
            return .unknown(
                LinkrestProblem(answer)?.failure(answer, at: now)
                    ?? LinkrestProblem.failure(of: answer.head, at: now))
        }
    }

    private func created(_ answer: WholeAnswer) -> HoldEnd {
        guard answer.head.isOf(.json) else { return .unknown(.wrongKind(answer.head)) }
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            let itinerary = try LinkrestItinerary(from: &reader)
            try reader.finish()
            guard let hold = itinerary.hold(baseURL: settings.baseURL) else {
                throw JSONFault(.missingMember, at: 0)
            }
            return .held(hold)
        } catch { return .unknown(.unreadable(error)) }
    }

    private func refusal(_ answer: WholeAnswer, at now: Instant) -> HoldEnd {
        guard let problem = LinkrestProblem(answer) else {
            return .unknown(LinkrestProblem.failure(of: answer.head, at: now))
        }
        switch answer.head.status {
        case 400 where problem.isOf("duplicate_itinerary"): return .duplicate
        case 409 where problem.isOf("price_mismatch"): return .priceChanged
        case 410 where problem.isOf("rooms_unavailable"): return .soldOut
        case 408: return .unknown(problem.failure(answer, at: now))
        default: return .refused(problem.failure(answer, at: now))
        }
    }
}

/// A telephone number in the three parts the supplier insists on.
struct LinkrestPhone: Hashable {
    var country = ""
    var area = ""
    var number = ""

    /// Takes the groups of `+351 21 000 0000` apart; without a country code all of it is the number.
    init(_ text: String) {
        let groups = text.split { !("0"..."9").contains($0) && $0 != "+" }
        let digits = groups.map { $0.filter { $0 != "+" } }.filter { !$0.isEmpty }
        guard text.hasPrefix("+"), digits.count > 1, let country = digits.first else {
            number = digits.joined()
            return
        }
        self.country = country
        if digits.count > 2 { area = digits[1] }
        number = digits.dropFirst(digits.count > 2 ? 2 : 1).joined()
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("country_code", country)
        json.member("area_code", area)
        json.member("number", number)
        json.endObject()
    }
}
