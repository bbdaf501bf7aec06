internal import Gateway
internal import SupplierKit
internal import TravelModel

/// A recorded search as text that a support agent reads from top to bottom.
struct SearchReport {
    private let explanation: SearchExplanation
    private var writer = ReportWriter()

    /// The whole text; lines end with LF.
    static func text(of explanation: SearchExplanation) -> String {
        var report = SearchReport(explanation)
        report.write()
        return report.writer.text
    }

    private init(_ explanation: SearchExplanation) { self.explanation = explanation }

    private mutating func write() {
        writeHead()
        writeRequest()
        writeTold()
        writeStatuses()
        for supplier in explanation.suppliers where supplier.skipped == nil {
            SupplierReport.write(supplier, to: &writer)
        }
        writeMerges()
    }

    private mutating func writeHead() {
        let brief = explanation.brief
        writer.head("Search \(brief.id) of tenant \(brief.tenant)")
        writer.head("Began \(brief.at), recorded because \(Self.reason(brief.cause)).")
        let given = explanation.request.options.timeout.milliseconds
        let last = explanation.lastEvent.milliseconds
        if let outcome = brief.outcome {
            writer.head("Ended \(outcome.rawValue) after \(last); it had \(given).")
        } else {
            writer.head("Its client left after the event at \(last); it had \(given).")
        }
        writer.section("What went otherwise than it should")
        if brief.oddities.isEmpty { writer.line("nothing") }
        for oddity in brief.oddities { writer.line(oddity) }
    }

    private static func reason(_ cause: RecordCause) -> String {
        switch cause {
        case .asked: "its client asked for it"
        case .sampled: "it was drawn"
        case .odd: "it ended oddly; of others more is noted"
        }
    }

    private mutating func writeRequest() {
        let (request, options) = (explanation.request, explanation.request.options)
        writer.section("Asked for")
        writer.value("where", Self.place(request.target))
        writer.value(
            "stay",
            "\(request.stay.checkIn) to \(request.stay.checkOut), "
                + ReportWriter.count(request.stay.nights, "night"))
        writer.value("rooms", request.rooms.map(\.description).joined(separator: " and "))
        let shopper = request.shopper
        writer.value(
            "guest",
            "from \(shopper.residency), language \(shopper.language), "
                + "channel \(shopper.channel.rawValue)")
        writer.value(
            "prices",
            "in \(shopper.currency); rates of \(explanation.rates.source), "
                + "\(explanation.rates.asOf); markup version \(explanation.markupVersion)")
        let age = options.maxAge.map { "at most \($0.age) old" } ?? "as old as usual"
        writer.value(
            "options",
            "kept answers \(age); package rates \(options.packageRates ? "too" : "not"); "
                + "\(options.limit) hotels a page")
        if !options.suppliers.isEmpty {
            writer.value("only", options.suppliers.map(\.text).joined(separator: ", "))
        }
        writer.value("in the area", ReportWriter.count(explanation.hotels, "hotel"))
    }

    private static func place(_ target: SearchTarget) -> String {
        switch target {
        case .place(let id): "place \(id)"
        case .area(.circle(let centre, let radius)):
            "\(radius) km around \(centre.latitude), \(centre.longitude)"
        case .area(.country(let country)): "country \(country)"
        case .area(.box(let box, let country)):
            "\(box.west), \(box.south) to \(box.east), \(box.north) in country \(country)"
        case .area(.hotels(let hotels)):
            hotels.prefix(10).map(\.text).joined(separator: ", ")
                + (hotels.count > 10 ? " and \(hotels.count - 10) more" : "")
        }
    }

    private mutating func writeTold() {
        writer.section("Told")
        if let first = explanation.firstEvent { writer.moment(first, "first event", depth: 1) }
        if let first = explanation.firstOffers { writer.moment(first, "first offers", depth: 1) }
        let events = ReportWriter.count(explanation.events, "event")
        let over = explanation.overshoot
        writer.moment(
            explanation.lastEvent,
            "last of \(events)"
                + (over > .zero ? ", \(over.milliseconds) after the deadline" : ", in time"),
            depth: 1)
        guard let counts = explanation.counts else { return }
        writer.line(
            "\(ReportWriter.count(counts.hotels, "hotel")), "
                + "\(ReportWriter.count(counts.offers, "offer")); "
                + "\(counts.filteredOut) left out by the request's own conditions")
    }

    private mutating func writeStatuses() {
        writer.section("Suppliers")
        let width = explanation.suppliers.map(\.supplier.text.count).max() ?? 0
        for supplier in explanation.suppliers {
            let name = ReportWriter.padded(supplier.supplier.text, width + 2)
            guard let status = supplier.status else {
                writer.line(name + "not ended when the client left")
                continue
            }
            let state = ReportWriter.padded(status.state.rawValue, 14)
            if status.state == .skipped {
                writer.line(name + state + (status.code?.text ?? ""))
                continue
            }
            writer.line(
                name + state + ReportWriter.padded(status.source.rawValue, 7)
                    + "\(ReportWriter.count(status.hotels, "hotel")), "
                    + "\(ReportWriter.count(status.offers, "offer")) "
                    + "after \(status.latency.milliseconds)")
        }
    }

    private mutating func writeMerges() {
        let merges = explanation.merges.filter { !$0.decisions.isEmpty }
        guard !merges.isEmpty else { return }
        writer.section("Which of several equal offers is shown")
        for merge in merges {
            writer.line(
                "\(merge.hotel): \(ReportWriter.count(merge.shown, "offer")) shown, "
                    + "\(merge.alternates) beside them")
            for decision in merge.decisions {
                writer.line("\(decision.winner.supplier) at \(decision.winner.total)", depth: 2)
                for other in decision.others {
                    writer.line(
                        "before \(other.supplier) at \(other.total): \(other.why)", depth: 3)
                }
                if decision.othersLeftOut > 0 {
                    writer.line("and \(decision.othersLeftOut) more", depth: 3)
                }
            }
        }
        if explanation.mergesLeftOut > 0 { writer.line("and hotels beyond the first 50") }
    }
}
