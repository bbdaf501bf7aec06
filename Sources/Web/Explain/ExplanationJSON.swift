internal import Gateway
internal import SupplierKit
internal import TravelModel
internal import WireFormat

// A recorded search as JSON; moments are milliseconds from the search's start.
extension JSONWriter {
    mutating func brief(_ brief: SearchBrief) {
        member("searchId", brief.id)
        member("at", brief.at)
        member("tenant", brief.tenant.text)
        member("cause", brief.cause.rawValue)
        member("outcome", brief.outcome?.rawValue ?? "left")
        span("tookMs", brief.took)
        key("suppliers")
        beginObject()
        for (supplier, state) in brief.suppliers {
            key(supplier.text)
            string(state.rawValue)
        }
        endObject()
        list("oddities", brief.oddities) { $0.outside($1) }
    }

    mutating func explanation(_ explanation: SearchExplanation) {
        brief(explanation.brief)
        request(explanation)
        key("told")
        beginObject()
        if let first = explanation.firstEvent { span("firstMs", first) }
        if let first = explanation.firstOffers { span("firstOffersMs", first) }
        span("lastMs", explanation.lastEvent)
        span("deadlineMs", explanation.request.options.timeout)
        span("overshootMs", explanation.overshoot)
        member("events", explanation.events)
        endObject()
        if let counts = explanation.counts { self.counts(counts) }
        list("parts", explanation.suppliers) { $0.part($1) }
        list("merges", explanation.merges) { $0.merge($1) }
    }

    private mutating func request(_ explanation: SearchExplanation) {
        let (request, options) = (explanation.request, explanation.request.options)
        key("request")
        beginObject()
        target(request.target)
        member("stay", request.stay)
        list("occupancy", request.rooms) { $0.string($1.description) }
        member("residency", request.shopper.residency.text)
        member("lang", request.shopper.language)
        member("currency", request.shopper.currency.text)
        member("channel", request.shopper.channel.rawValue)
        if let age = options.maxAge { span("maxAgeMs", age) }
        member("packageRates", options.packageRates)
        list("suppliers", options.suppliers) { $0.string($1.text) }
        member("limit", options.limit)
        member("hotels", explanation.hotels)
        endObject()
        key("rates")
        beginObject()
        member("source", explanation.rates.source)
        member("asOf", explanation.rates.asOf.description)
        member("markupVersion", explanation.markupVersion)
        endObject()
    }

    private mutating func target(_ target: SearchTarget) {
        switch target {
        case .place(let id): member("placeId", id.text)
        case .area(.country(let country)): member("country", country.text)
        case .area(.box(let box, let country)):
            list("bbox", [box.west, box.south, box.east, box.north]) { $0.double($1) }
            member("country", country.text)
        case .area(.hotels(let hotels)): list("hotelId", hotels) { $0.string($1.text) }
        case .area(.circle(let centre, let radius)):
            member("near", "\(centre.latitude),\(centre.longitude)")
            key("radiusKm")
            double(radius)
        }
    }

    private mutating func part(_ supplier: SupplierExplanation) {
        beginObject()
        member("supplier", supplier.supplier.text)
        member("skipped", ifPresent: supplier.skipped?.rawValue)
        if let status = supplier.status {
            key("status")
            beginObject()
            self.status(status)
            endObject()
        }
        member("hotels", supplier.hotels)
        member("hotelsPerCall", supplier.batch)
        list("mapping", supplier.mapping) { writer, mapped in
            writer.beginObject()
            writer.member("code", ShownText.quoted(mapped.code.text))
            writer.member("hotelId", mapped.hotel.text)
            writer.endObject()
        }
        key("kept")
        beginObject()
        member("key", ShownText.quoted(supplier.key))
        member("fresh", supplier.fresh)
        member("stale", supplier.stale)
        member("missing", supplier.missing)
        span("oldestMs", supplier.oldest)
        list("answers", supplier.kept) { writer, kept in
            writer.beginObject()
            writer.member("code", ShownText.quoted(kept.code.text))
            writer.member("source", kept.source.rawValue)
            if let age = kept.age { writer.span("ageMs", age) }
            writer.member("offers", kept.offers)
            writer.endObject()
        }
        endObject()
        list("calls", supplier.calls) { $0.call($1) }
        endObject()
    }

    private mutating func call(_ call: CallExplanation) {
        beginObject()
        list("hotels", call.hotels) { $0.outside($1.text) }
        member("shared", call.isShared)
        span("askedMs", call.asked)
        list("tries", call.tries) { writer, attempt in
            writer.beginObject()
            writer.span("begunMs", attempt.begun)
            writer.span("givenMs", attempt.given)
            writer.endObject()
        }
        if let parsed = call.parsed { span("parsedMs", parsed) }
        if let shown = call.shown { span("shownMs", shown) }
        member("over", call.isOver)
        member("code", ifPresent: call.code)
        member("phase", ifPresent: call.phase?.rawValue)
        if !call.detail.isEmpty { member("detail", ShownText.quoted(call.detail)) }
        member("read", call.found)
        list("offers", call.offers) { $0.reading($1) }
        list("dropped", call.dropped) { writer, drop in
            writer.beginObject()
            writer.member("reason", drop.reason.rawValue)
            writer.member("count", drop.count)
            let examples = call.examples.filter { $0.reason == drop.reason }
            writer.list("examples", examples) { $0.outside($1.what) }
            writer.endObject()
        }
        list("exchanges", call.exchanges) { $0.trace($1) }
        endObject()
    }

    private mutating func reading(_ offer: OfferReading) {
        beginObject()
        member("code", ShownText.quoted(offer.code.text))
        member("hotelId", ifPresent: offer.hotel?.text)
        member("rateKey", ShownText.quoted(offer.rateKey))
        list("rooms", offer.rooms) { writer, room in
            writer.beginObject()
            writer.member("sent", ShownText.quoted(room.sent))
            writer.member("compared", ShownText.quoted(room.compared))
            writer.endObject()
        }
        member("boardText", ifPresent: offer.boardText.map(ShownText.quoted))
        member("board", offer.board.rawValue)
        member("cancellation", offer.cancellation.rawValue)
        member("charge", offer.charge)
        endObject()
    }

    private mutating func trace(_ trace: ExchangeTrace) {
        let exchange = trace.exchange
        beginObject()
        span("givenMs", trace.given)
        if let sent = trace.sent { span("sentMs", sent) }
        if let first = trace.firstByte { span("firstByteMs", first) }
        if let last = trace.lastByte { span("lastByteMs", last) }
        if let ended = trace.ended { span("endedMs", ended) }
        member("request", ShownText.quoted(exchange.request))
        list("requestFields", trace.requestFields) { $0.outside($1) }
        if !exchange.requestBody.isEmpty {
            member("requestBody", ShownText.quoted(exchange.requestBody))
        }
        if let status = exchange.status { member("status", status) }
        list("responseFields", trace.responseFields) { $0.outside($1) }
        member("responseBytes", exchange.responseBytes)
        if !exchange.responseBody.isEmpty {
            member("responseBody", ShownText.quoted(exchange.responseBody))
        }
        member("fault", ifPresent: exchange.fault.map(ShownText.quoted))
        if let measure = trace.measure { self.measure(measure) }
        endObject()
    }

    private mutating func measure(_ measure: ExchangeMeasure) {
        key("transport")
        beginObject()
        member("newConnection", measure.newConnection)
        span("nameLookupMs", measure.nameLookup)
        span("connectMs", measure.connect)
        span("tlsMs", measure.tls)
        span("firstByteMs", measure.firstByte)
        member("attempts", measure.attempts)
        member("receivedBytes", measure.receivedBytes)
        endObject()
    }

    private mutating func merge(_ merge: HotelMerge) {
        beginObject()
        member("hotelId", merge.hotel.text)
        member("shown", merge.shown)
        member("alternates", merge.alternates)
        list("decisions", merge.decisions) { writer, decision in
            writer.beginObject()
            writer.key("winner")
            writer.bid(decision.winner)
            writer.list("others", decision.others) { $0.bid($1) }
            writer.member("othersLeftOut", decision.othersLeftOut)
            writer.endObject()
        }
        endObject()
    }

    private mutating func bid(_ bid: HotelMerge.Bid) {
        beginObject()
        member("supplier", bid.supplier.text)
        member("total", bid.total)
        if !bid.why.isEmpty { member("why", bid.why) }
        endObject()
    }

    /// Milliseconds with what is below them.
    fileprivate mutating func span(_ name: StaticString, _ span: Duration) {
        key(name)
        number(String(span.milliseconds.dropLast(3)))
    }

    /// Text of others as an element.
    fileprivate mutating func outside(_ text: String) { string(ShownText.quoted(text)) }
}
