internal import Gateway
internal import TravelModel
internal import WireFormat

extension JSONWriter {
    /// A price with every charge; no amount passes through a float.
    mutating func price(_ price: DisplayPrice) {
        beginObject()
        member("total", price.total)
        member("payNow", price.payNow)
        list("payAtProperty", price.payAtProperty) { writer, charge in
            writer.beginObject()
            writer.member("type", charge.kind.rawValue)
            writer.member("money", charge.money)
            if let converted = charge.converted { writer.member("converted", converted) }
            writer.member("mandatory", charge.mandatory)
            writer.endObject()
        }
        list("breakdown", price.breakdown) { writer, line in
            writer.beginObject()
            writer.member("type", line.kind.rawValue)
            writer.member("money", line.money)
            writer.member("included", line.included)
            writer.member("payable", line.payable.rawValue)
            writer.endObject()
        }
        if !price.nightly.isEmpty { list("nightly", price.nightly) { $0.money($1) } }
        member("charge", price.charge)
        if let fx = price.fx {
            key("fx")
            beginObject()
            member("rate", fx.rate)
            member("asOf", fx.asOf.description)
            member("source", fx.source)
            endObject()
        }
        member("completeness", price.completeness.rawValue)
        member("inSearchCurrency", price.inSearchCurrency)
        endObject()
    }

    /// What cancelling costs, every moment as an instant and as the hotel's wall clock.
    mutating func cancellation(_ terms: ResolvedCancellation) {
        beginObject()
        member("kind", terms.kind.rawValue)
        if let free = terms.freeUntil {
            key("freeUntil")
            deadline(free.instant, free.local, free.zone)
        }
        list("steps", terms.steps) { writer, step in
            writer.beginObject()
            writer.key("from")
            writer.deadline(step.from.instant, step.from.local, step.from.zone)
            writer.member("penalty", step.penalty)
            writer.endObject()
        }
        member("timeZoneKnown", terms.timeZoneKnown)
        endObject()
    }

    private mutating func deadline(_ instant: Instant, _ local: CivilDateTime, _ zone: String) {
        beginObject()
        member("instant", instant)
        member("local", local.description)
        member("zone", zone)
        endObject()
    }
}
