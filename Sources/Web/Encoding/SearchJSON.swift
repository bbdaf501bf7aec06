internal import Gateway
internal import SupplierKit
internal import TravelModel
internal import WireFormat

// Members of the search's events and of its whole answer; the caller opens and closes the object.
extension JSONWriter {
    mutating func opening(_ opening: SearchOpening) {
        member("searchId", opening.searchID.text)
        member("stay", opening.stay)
        member("currency", opening.currency.text)
        list("suppliers", opening.suppliers) { writer, supplier in
            writer.beginObject()
            writer.member("supplier", supplier.supplier.text)
            writer.member("status", supplier.skipped == nil ? "pending" : "skipped")
            writer.member("code", ifPresent: supplier.skipped?.rawValue)
            writer.endObject()
        }
        member("timeoutMs", milliseconds: opening.timeout)
    }

    /// How a search ended, as the last event tells it.
    mutating func ending(_ summary: SearchSummary, at now: Instant) {
        member("searchId", summary.searchID.text)
        member("outcome", summary.outcome.rawValue)
        statuses(summary.suppliers)
        counts(summary.counts)
        expiry(summary.expiresAt, at: now)
    }

    /// A finished search but for the end of its `hotels` and what follows them.
    mutating func head(of summary: SearchSummary) {
        member("searchId", summary.searchID.text)
        member("outcome", summary.outcome.rawValue)
        member("stay", summary.stay)
        member("currency", summary.currency.text)
        key("rates")
        beginObject()
        member("source", summary.rates.source)
        member("asOf", summary.rates.asOf.description)
        endObject()
    }

    mutating func counts(_ counts: SearchCounts) {
        key("counts")
        beginObject()
        member("hotels", counts.hotels)
        member("offers", counts.offers)
        member("filteredOut", counts.filteredOut)
        endObject()
    }

    mutating func statuses(_ statuses: [SupplierStatus]) {
        list("suppliers", statuses) { writer, status in
            writer.beginObject()
            writer.status(status)
            writer.endObject()
        }
    }

    /// The members of one supplier's final status.
    mutating func status(_ status: SupplierStatus) {
        member("supplier", status.supplier.text)
        member("status", status.state.rawValue)
        member("source", status.source.rawValue)
        member("phase", ifPresent: status.phase?.rawValue)
        member("code", ifPresent: status.code?.text)
        member("detail", ifPresent: status.detail)
        member("latencyMs", milliseconds: status.latency)
        member("ageMs", milliseconds: status.age)
        member("hotels", status.hotels)
        member("offers", status.offers)
        key("dropped")
        beginObject()
        for drop in status.dropped {
            key(drop.reason.rawValue)
            integer(drop.count)
        }
        endObject()
    }
}
