internal import Gateway
internal import SupplierKit
internal import TravelModel

/// One supplier's part of a search as text.
enum SupplierReport {
    /// A section of its own.
    static func write(_ supplier: SupplierExplanation, to writer: inout ReportWriter) {
        writer.section("\(supplier.supplier): \(verdict(supplier.status))")
        writer.value(
            "plan",
            "\(ReportWriter.count(supplier.hotels, "hotel")), at most \(supplier.batch) in a call")
        let mapping = supplier.mapping.map { "\($0.code) is \($0.hotel)" }
        let more = supplier.hotels - mapping.count
        writer.value(
            "hotels", mapping.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
        let oldest =
            supplier.fresh + supplier.stale > 0 ? ", the oldest \(age(supplier.oldest))" : ""
        writer.value(
            "kept",
            "\(supplier.fresh) fresh, \(supplier.stale) stale\(oldest); "
                + "\(supplier.missing) to be asked for")
        writer.value("key", supplier.key)
        for kept in supplier.kept {
            let since = kept.age.map { ", \(age($0))" } ?? ""
            writer.line(
                "\(kept.code): \(kept.source == .cache ? "fresh" : kept.source.rawValue)"
                    + "\(since), " + ReportWriter.count(kept.offers, "offer"), depth: 2)
        }
        for drop in supplier.status?.dropped ?? [] {
            writer.value("left out", "\(drop.count) \(drop.reason.rawValue)")
        }
        for (place, call) in supplier.calls.enumerated() {
            write(call, place + 1, supplier.calls.count, to: &writer)
        }
    }

    private static func verdict(_ status: SupplierStatus?) -> String {
        guard let status else { return "not ended when the client left" }
        var text = status.state.rawValue
        if let code = status.code { text += " \(code.text)" }
        if let phase = status.phase { text += " in \(phase.rawValue)" }
        if let detail = status.detail { text += " (\(detail))" }
        return text
    }

    private static func age(_ age: Duration) -> String { "\(age.age) old" }

    // MARK: - Calls

    private static func write(
        _ call: CallExplanation, _ number: Int, _ count: Int, to writer: inout ReportWriter
    ) {
        let shared = call.isShared ? ", begun for another search" : ""
        let hotels = ReportWriter.count(call.hotels.count, "hotel")
        writer.line("call \(number) of \(count) for \(hotels)\(shared)")
        for (moment, what) in moments(of: call) { writer.moment(moment, what) }
        writer.line(ending(of: call), depth: 2)
        for exchange in call.exchanges { write(exchange, to: &writer) }
        for offer in call.offers { writer.line(reading(of: offer), depth: 2) }
        if call.found > call.offers.count {
            writer.line("and \(call.found - call.offers.count) more read", depth: 2)
        }
        for drop in call.dropped {
            writer.line("left out: \(drop.count) \(drop.reason.rawValue)", depth: 2)
            for example in call.examples where example.reason == drop.reason {
                writer.line("such as \(example.what)", depth: 3)
            }
        }
    }

    /// In the order in which they came.
    private static func moments(of call: CallExplanation) -> [(Duration, String)] {
        var moments = [(call.asked, "decided on")]
        for (place, attempt) in call.tries.enumerated() {
            let word = place == 0 ? "begun" : "begun again"
            moments.append(
                (attempt.begun, "\(word); the supplier has \(attempt.given.milliseconds)"))
        }
        for (place, trace) in call.exchanges.enumerated() {
            let number = call.exchanges.count > 1 ? "request \(place + 1) " : "request "
            moments.append((trace.given, number + "with the transport"))
            if let sent = trace.sent { moments.append((sent, number + "going out")) }
            if let first = trace.firstByte {
                let status = trace.exchange.status.map { ", status \($0)" } ?? ""
                moments.append((first, number + "answered\(status)"))
            }
            if let last = trace.lastByte {
                moments.append((last, number + "last byte of \(trace.exchange.responseBytes)"))
            }
            if let end = trace.ended {
                let fault = trace.exchange.fault.map { "broken: \($0)" } ?? "over"
                moments.append((end, number + fault))
            }
        }
        if let parsed = call.parsed { moments.append((parsed, "read")) }
        if let shown = call.shown { moments.append((shown, "stored and told")) }
        // A stable order: what happened at one moment stays as it is listed.
        return moments.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element)
    }

    private static func ending(of call: CallExplanation) -> String {
        guard call.isOver else { return "not over yet" }
        guard let code = call.code else {
            return "answered whole, \(ReportWriter.count(call.found, "rate")) read"
        }
        let phase = call.phase.map { " in \($0.rawValue)" } ?? ""
        return "failed: \(code)\(phase)\(call.detail.isEmpty ? "" : ", \(call.detail)"); "
            + "\(ReportWriter.count(call.found, "rate")) read"
    }

    private static func reading(of offer: OfferReading) -> String {
        let rooms = offer.rooms.map {
            "\u{201C}\($0.sent)\u{201D} as \u{201C}\($0.compared)\u{201D}"
        }
        let board = offer.boardText.map { "\u{201C}\($0)\u{201D} as " } ?? ""
        return "read: \(offer.code) \(offer.rateKey), \(rooms.joined(separator: " and ")), "
            + "board \(board)\(offer.board.rawValue), \(offer.cancellation.rawValue), \(offer.charge)"
    }

    private static func write(_ trace: ExchangeTrace, to writer: inout ReportWriter) {
        let exchange = trace.exchange
        writer.quote(exchange.request, behind: ">")
        for field in trace.requestFields { writer.quote(field, behind: ">") }
        if !exchange.requestBody.isEmpty { writer.quote("\n" + exchange.requestBody, behind: ">") }
        if let measure = trace.measure { writer.line(text(of: measure), depth: 2) }
        guard let status = exchange.status else { return }
        writer.quote("\(status)", behind: "<")
        for field in trace.responseFields { writer.quote(field, behind: "<") }
        guard !exchange.responseBody.isEmpty else { return }
        writer.quote("\n" + exchange.responseBody, behind: "<")
        let shown = exchange.responseBody.utf8.count
        if exchange.responseBytes > SupplierExchange.mostResponseBytes {
            writer.line("(\(shown) of \(exchange.responseBytes) bytes are shown)", depth: 3)
        }
    }

    private static func text(of measure: ExchangeMeasure) -> String {
        guard measure.attempts > 0 else { return "transport: nothing was sent" }
        let way =
            measure.newConnection
            ? "new connection (name \(measure.nameLookup.milliseconds), connect "
                + "\(measure.connect.milliseconds), TLS \(measure.tls.milliseconds))"
            : "kept connection"
        let again = measure.attempts > 1 ? ", sent \(measure.attempts) times" : ""
        return "transport: \(way), first byte after \(measure.firstByte.milliseconds), "
            + "\(measure.receivedBytes) bytes on the wire\(again)"
    }
}
