import SupplierKit
import TravelModel
import WireFormat

/// The price check: the link a rate came with.
struct LinkrestPriceCheck: Sendable {
    let settings: LinkrestSettings
    let input: RevalidateInput

    var machine: any StepMachine<RevalidateEnd> {
        guard let reference = LinkrestReference(input.offer.reference) else {
            return EndedStep(.expired)
        }
        let request = LinkrestRequest.make(
            .get, reference.check, shopper: input.shopper, settings: settings)
        return ExchangeMachine(
            request, failed: { .failed($0) }, decode: { .ended(read($0, reference, at: $1)) })
    }

    private func read(
        _ answer: WholeAnswer, _ reference: LinkrestReference, at now: Instant
    ) -> RevalidateEnd {
        guard answer.head.status == 200 else { return refusal(answer, at: now) }
        guard answer.head.isOf(.json) else { return .failed(.wrongKind(answer.head)) }
        let check: Check
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            check = try Check(from: &reader)
            try reader.finish()
        } catch { return .failed(.unreadable(error)) }
        switch check.status {
        case "sold_out": return .soldOut
        case "available", "price_changed":
            do throws(RateFault) {
                return .current(try offer(check, reference))
            } catch {
                return .failed(
                    SupplierFailure(
                        .malformed, phase: .decode, detail: "\(error.reason) \(error.detail)"))
            }
        default:
            return .failed(
                SupplierFailure(.malformed, phase: .decode, detail: "status \(check.status)"))
        }
    }

    private func refusal(_ answer: WholeAnswer, at now: Instant) -> RevalidateEnd {
        guard let problem = LinkrestProblem(answer) else {
            return .failed(LinkrestProblem.failure(of: answer.head, at: now))
        }
        switch answer.head.status {
        case 400 where problem.isOf("link.invalid"), 404: return .expired
        case 410: return .soldOut
        default: return .failed(problem.failure(answer, at: now))
        }
    }

    /// The answer repeats price and links but not the terms: those stay as quoted.
    private func offer(
        _ check: Check, _ reference: LinkrestReference
    ) throws(RateFault) -> Offer {
        let quoted = input.offer
        let merchant = quoted.payment.merchantOfRecord == .property ? "property" : nil
        let price = try LinkrestPrice(
            check.pricing, rooms: input.rooms, nights: input.stay.nights, merchant: merchant)
        var offer = quoted
        offer.price = price.price
        if price.price != quoted.price {
            offer.cancellation = LinkrestTerms.terms(
                quoted.cancellation, from: quoted.price.stayTotal, to: price.atStake)
        }
        let book = check.links["book"]
        var fresh = reference
        fresh.book = book.flatMap { RequestPath.link($0.href, baseURL: settings.baseURL) }
        offer.reference = try fresh.reference(
            expires: book?.expires ?? quoted.reference.expires)
        // Without a link to follow nobody can keep the room: strong authentication comes first.
        if fresh.book == nil { offer.hold = HoldAbility(keeper: .priceCheck) }
        offer.legal = check.traders.isEmpty ? quoted.legal : check.traders.joined(separator: "; ")
        return offer
    }

    /// The answer's members that matter.
    private struct Check {
        var status = ""
        var pricing: [LinkrestPricing] = []
        var links: [String: LinkrestLink] = [:]
        var traders: [String] = []

        init(from reader: inout JSONReader) throws(JSONFault) {
            try reader.members { key, reader throws(JSONFault) in
                switch key {
                case "status": status = try reader.string()
                case "occupancy_pricing": pricing = try LinkrestPricing.table(from: &reader)
                case "links": links = try LinkrestLink.table(from: &reader)
                case "trader_information": try readTraders(&reader)
                default: return false
                }
                return true
            }
        }

        private mutating func readTraders(_ reader: inout JSONReader) throws(JSONFault) {
            try reader.members { key, reader throws(JSONFault) in
                guard key == "traders" else { return false }
                try reader.elements { reader throws(JSONFault) in
                    try reader.members { key, reader throws(JSONFault) in
                        guard key == "name", traders.count < 4 else { return false }
                        if let name = try reader.stringOrNull() { traders.append(name) }
                        return true
                    }
                }
                return true
            }
        }
    }
}
