import SupplierKit
import TravelModel
import WireFormat

/// The prebook: `POST /v3.0/rates/prebook`, which repeats the offer as it is now.
struct StreamratesPrebook: Sendable {
    let settings: StreamratesSettings
    let input: RevalidateInput

    var machine: any StepMachine<RevalidateEnd> {
        // A token that was prebooked before has the prebook's own id on a second line.
        let token = input.offer.reference.token.split(separator: "\n").first.map(String.init) ?? ""
        return ExchangeMachine(
            StreamratesRequest.prebook(offer: token), failed: { .failed($0) },
            decode: { .ended(read($0, token: token, at: $1)) })
    }

    private func read(_ answer: WholeAnswer, token: String, at now: Instant) -> RevalidateEnd {
        if answer.head.isOf(.json), let problem = StreamratesProblem(answer.body) {
            if problem.isNoAvailability { return .soldOut }
            return problem.isOutdated ? .expired : .failed(problem.failure(answer.head, at: now))
        }
        if let failure = SupplierFailure.ofStatus(answer.head, at: now) { return .failed(failure) }
        guard answer.head.isOf(.json) else { return .failed(.wrongKind(answer.head)) }
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            var prebook: Prebook?
            try reader.members { key, reader throws(JSONFault) in
                guard key == "data" else { return false }
                prebook = try Prebook(from: &reader)
                return true
            }
            try reader.finish()
            guard let prebook else { throw JSONFault(.missingMember, at: 0) }
            return try judge(prebook, token: token, at: now)
        } catch { return .failed(.unreadable(error)) }
    }

    private func judge(
        _ prebook: Prebook, token: String, at now: Instant
    ) throws(JSONFault) -> RevalidateEnd {
        let isSameStay =
            prebook.hotel == input.offer.hotel.text
            && prebook.checkIn == input.stay.checkIn.description
            && prebook.checkOut == input.stay.checkOut.description
        guard isSameStay, !prebook.id.isEmpty else {
            return .failed(
                SupplierFailure(.malformed, phase: .decode, detail: "prebook of another stay"))
        }
        let reading = StreamratesReading(
            rooms: input.rooms, taxBasis: settings.taxBasis, now: now)
        do throws(RateFault) {
            var offer = try reading.offer(
                StreamratesOffer(
                    id: token, rates: prebook.rates, total: prebook.price,
                    isPackage: prebook.isPackage),
                hotel: input.offer.hotel)
            // The same offer under its quoted name: what differs is for the gateway to tell.
            offer.rateKey = input.offer.rateKey
            // The offer is asked about under its first token again, which lives no longer for it.
            let kept = RateReference(
                token: "\(token)\n\(prebook.id)", expires: input.offer.reference.expires)
            if let kept { offer.reference = kept }
            return .current(offer)
        } catch {
            return .failed(
                SupplierFailure(
                    .malformed, phase: .decode, detail: "\(error.reason) \(error.detail)"))
        }
    }

    /// The members of `data` that matter.
    ///
    /// The supplier's own flags of change are left alone: the
    /// gateway compares everything itself.
    private struct Prebook {
        var id = ""
        var hotel = ""
        var checkIn = ""
        var checkOut = ""
        var price = StreamratesAmount()
        var rates: [StreamratesRate] = []
        var isPackage = false

        init(from reader: inout JSONReader) throws(JSONFault) {
            try reader.members { key, reader throws(JSONFault) in
                switch key {
                case "prebookId": id = try reader.string()
                case "hotelId": hotel = try reader.textOrNumber().string
                case "checkin": checkIn = try reader.string()
                case "checkout": checkOut = try reader.string()
                case "currency": price.currency = try reader.string()
                case "price": price.amount = try reader.textOrNumberOrNull()?.string ?? ""
                case "isPackageRate": isPackage = try reader.boolOrNull() ?? false
                case "roomTypes":
                    try reader.elements { reader throws(JSONFault) in
                        rates += try StreamratesOffer(from: &reader).rates
                    }
                default: return false
                }
                return true
            }
        }
    }
}
