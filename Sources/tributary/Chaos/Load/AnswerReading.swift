import TravelModel
import WireFormat

/// Reads the gateway's JSON as a client does.
enum AnswerReading {
    private static let limits = JSONLimits(bytes: 16 << 20, values: 2_000_000)

    static func value(_ bytes: [UInt8]) -> JSONValue? {
        try? JSONValue(parsing: bytes, limits: limits)
    }

    static func code(_ value: JSONValue?) -> String? { value?["code"]?.string }

    static func price(_ value: JSONValue?) -> Price? {
        guard let amount = value?["amount"]?.string, let currency = value?["currency"]?.string
        else { return nil }
        return Price(amount: amount, currency: currency)
    }

    /// An instant of RFC 3339 with its milliseconds, which the model's own reader drops.
    static func time(_ value: JSONValue?) -> RunTime? {
        guard let text = value?.string, let instant = Instant(text) else { return nil }
        let fraction = text.split(separator: ".").dropFirst().first?.prefix { $0.isNumber } ?? ""
        let milliseconds = Int64((fraction + "000").prefix(3)) ?? 0
        return RunTime(milliseconds: instant.millisecondsSinceEpoch + milliseconds)
    }

    static func statuses(_ value: JSONValue?) -> [SearchRecord.Status] {
        (value?["suppliers"]?.elements ?? []).map {
            SearchRecord.Status(
                supplier: $0["supplier"]?.string ?? "?", status: $0["status"]?.string ?? "?",
                source: $0["source"]?.string ?? "none",
                latency: $0["latencyMs"]?.integer(as: Int.self))
        }
    }

    /// When an answer was written: its `expiresAt` less the time it says is left until then.
    static func written(_ value: JSONValue?) -> RunTime? {
        guard let end = time(value?["expiresAt"]),
            let left = value?["expiresInMs"]?.integer(as: Int.self), left > 0
        else { return nil }
        return end.adding(milliseconds: -left)
    }

    static func sight(_ value: JSONValue?, _ span: Span) -> HoldSight? {
        guard let value, let hold = value["holdId"]?.string, let state = value["state"]?.string,
            let version = value["version"]?.integer(as: Int.self)
        else { return nil }
        var change: HoldSight.Change?
        if let old = price(value["change"]?["old"]), let new = price(value["change"]?["new"]) {
            change = HoldSight.Change(old: old, new: new)
        }
        return HoldSight(
            span: span, hold: hold, state: state, version: version,
            expires: time(value["expiresAt"]), price: price(value["price"]?["total"]),
            change: change, supplierReference: value["supplierReference"]?.string)
    }

    /// Up to `most` quotes of an `offers` event or of a whole answer, spread over its hotels.
    static func quotes(_ value: JSONValue?, most: Int) -> [SeenQuote] {
        let hotels = value?["hotels"]?.elements ?? []
        var quotes: [SeenQuote] = []
        for (place, hotel) in hotels.enumerated() where quotes.count < most {
            let offers = hotel["offers"]?.elements ?? []
            guard !offers.isEmpty else { continue }
            let offer = offers[place % offers.count]
            if let quote = quote(offer, hotel: hotel["hotelId"]?.string ?? "") {
                quotes.append(quote)
            }
        }
        return quotes
    }

    static func quote(_ offer: JSONValue?, hotel: String) -> SeenQuote? {
        guard let offer, let quote = offer["quoteId"]?.string, let id = offer["offerId"]?.string,
            let supplier = offer["supplier"]?.string,
            let total = price(offer["price"]?["total"])
        else { return nil }
        return SeenQuote(
            quote: quote, offer: id, supplier: supplier, hotel: hotel, total: total,
            occupancies: (offer["rooms"]?.elements ?? []).compactMap { $0["occupancy"]?.string },
            source: offer["freshness"]?["source"]?.string ?? "unknown",
            expires: time(offer["expiresAt"]))
    }

    /// Fills a search's record from its stream; quotes of its first events are returned.
    static func stream(
        _ reply: Reply, into search: inout SearchRecord, most: Int
    ) -> [SeenQuote] {
        let isServerSent = search.exchange.kind == .serverSent
        let (pieces, isWhole) = StreamPieces.read(reply.chunks, isServerSent: isServerSent)
        if !isWhole, reply.end == .whole { search.faults.append("bytes after the last event") }
        search.firstEvent = pieces.first?.name
        var quotes: [SeenQuote] = []
        var read: [String: Int] = [:]
        for piece in pieces {
            if search.done != nil { search.eventsAfterDone += 1 }
            // The suppliers differ in what they offer, so a few events of each are read.
            if piece.name == "offers" {
                let key = String(decoding: piece.json.prefix(60), as: UTF8.self)
                let group = key.split(separator: "\"supplier\"").last.map(String.init) ?? ""
                read[group, default: 0] += 1
                guard read[group, default: 0] <= 1 else { continue }
            }
            guard let value = value(piece.json) else {
                search.faults.append("\(piece.name) is no JSON")
                continue
            }
            switch piece.name {
            case "search":
                search.searchID = value["searchId"]?.string
                search.announced = statuses(value).map(\.supplier)
            case "offers": quotes += Self.quotes(value, most: most)
            case "supplier": search.told.append(value["supplier"]?.string ?? "?")
            case "done":
                search.done = SearchRecord.Done(
                    arrived: piece.arrived, written: written(value), statuses: statuses(value))
            default: search.faults.append("unknown event \(piece.name)")
            }
        }
        return quotes
    }
}
