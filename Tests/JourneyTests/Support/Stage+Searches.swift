import HTTPClient
import Reactor
import Testing
import TravelModel
import WireFormat

@testable import tributary

/// One event of a stream, as its client saw it.
struct Told: Sendable {
    let name: String
    let data: JSONValue
    /// Since the request was sent.
    let at: Duration

    /// Whose event it is, where it is one supplier's.
    var supplier: String? { data["supplier"]?.string }
}

/// The two forms of a stream.
enum StreamForm: String, CaseIterable, Sendable {
    case serverSent = "text/event-stream"
    case lines = "application/x-ndjson"

    /// Takes whole events off the front of what has come.
    func take(from text: inout [UInt8], at: Duration) throws -> [Told] {
        let mark: [UInt8] = self == .serverSent ? [10, 10] : [10]
        var told: [Told] = []
        var start = 0
        while let end = text[start...].firstRange(of: mark) {
            let frame = text[start..<end.lowerBound]
            start = end.upperBound
            if let event = try event(String(decoding: frame, as: UTF8.self), at) {
                told.append(event)
            }
        }
        text.removeFirst(start)
        return told
    }

    /// Nil for a comment.
    private func event(_ frame: String, _ at: Duration) throws -> Told? {
        guard self == .serverSent else {
            let data = try JSONValue(parsing: Array(frame.utf8))
            let name = try #require(data.members?.first)
            try #require(name.name == "event")
            return Told(name: try #require(name.value.string), data: data, at: at)
        }
        if frame.hasPrefix(":") { return nil }
        let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
        func field(_ name: String) throws -> String {
            let line = try #require(lines.first { $0.hasPrefix("\(name): ") }, "\(frame)")
            return String(line.dropFirst(name.count + 2))
        }
        try #require(try !field("id").isEmpty)
        return Told(
            name: try field("event"), data: try JSONValue(parsing: Array(field("data").utf8)),
            at: at)
    }
}

/// What is asked in most tests: one room for two adults, two nights, in 45 days.
struct Query {
    var hotels: [String]
    var suppliers: [String] = []
    var nights = 2
    /// A cached answer may be as old; 0 for none.
    var maxAge: Int? = 0
    var timeout: Int?
    var more = ""

    var path: String {
        get throws {
            let today = BootClock.now().civil(offsetSeconds: 0)?.date
            let arrival = try #require(today?.adding(days: 45))
            let departure = try #require(today?.adding(days: 45 + nights))
            var path = "/v1/offers?checkIn=\(arrival)&checkOut=\(departure)&occupancy=2"
            for hotel in hotels { path += "&hotelId=\(hotel)" }
            if !suppliers.isEmpty { path += "&suppliers=\(suppliers.joined(separator: ","))" }
            if let maxAge { path += "&maxAgeMs=\(maxAge)" }
            if let timeout { path += "&timeoutMs=\(timeout)" }
            return path + more
        }
    }
}

extension Stage {
    /// Reads a search's stream; `goesOn` false leaves it there.
    @discardableResult
    func stream(
        _ query: Query, as form: StreamForm = .lines,
        goesOn: (Told) async throws -> Bool = { _ in true }
    ) async throws -> [Told] {
        let request = ClientRequest(
            .get, url + (try query.path), headers: [("Accept", form.rawValue)], idempotent: true,
            allowPrivateAddress: true)
        let start = MonotonicInstant.now()
        var text: [UInt8] = []
        var told: [Told] = []
        var isLeft = false
        var fault: (any Error)?
        do throws(ClientFault) {
            try await client.exchange(
                request, deadline: .now().advanced(by: Self.patience)
            ) { event in
                switch event {
                case .sending: break
                case .head(let head):
                    try #require(head.status == 200)
                    try #require(head.headers["Content-Type"] == form.rawValue)
                case .body(let bytes):
                    text += bytes
                    let at = start.duration(to: .now())
                    do {
                        for event in try form.take(from: &text, at: at) {
                            told.append(event)
                            isLeft = try await !goesOn(event)
                            if isLeft { throw CancellationError() }
                        }
                    } catch {
                        fault = error
                        throw error
                    }
                }
            }
        } catch {
            if let fault, !isLeft { throw fault }
            guard isLeft else { throw error }
        }
        if !isLeft { #expect(text.isEmpty, "an event was cut short") }
        return told
    }

    /// The whole answer of a search.
    func search(_ query: Query) async throws -> JSONValue {
        let answer = try await get(try query.path)
        try #require(answer.status == 200, "\(answer.text)")
        return try answer.json
    }

    /// Every shown offer of a whole answer, with the hotel's id.
    func offers(_ query: Query) async throws -> [(hotel: String, offer: JSONValue)] {
        try await search(query).offers
    }
}

extension JSONValue {
    /// The offers of the hotels in an answer or an event.
    var offers: [(hotel: String, offer: JSONValue)] {
        (self["hotels"]?.elements ?? []).flatMap { hotel in
            (hotel["offers"]?.elements ?? []).map { (hotel["hotelId"]?.string ?? "", $0) }
        }
    }

    /// One supplier's final status in an answer or the last event.
    func status(of supplier: String) -> JSONValue? {
        self["suppliers"]?.elements?.first { $0["supplier"]?.string == supplier }
    }

    /// A whole number.
    func number(_ name: String) -> Int? { self[name]?.integer(as: Int.self) }
}

extension [Told] {
    /// The hotels a client shows at the end: a later one replaces an earlier one, in order of key.
    var shown: [JSONValue] {
        var hotels: [String: JSONValue] = [:]
        for event in self where event.name == "offers" {
            for hotel in event.data["hotels"]?.elements ?? [] {
                hotels[hotel["hotelId"]?.string ?? ""] = hotel
            }
        }
        return hotels.values.sorted {
            ($0["sortKey"]?.string ?? "") < ($1["sortKey"]?.string ?? "")
        }
    }

    /// The ids of a supplier's offers that are shown at the end, as themselves or as alternates.
    func offerIDs(of supplier: String) -> Set<String> {
        var ids: Set<String> = []
        for offer in shown.flatMap({ $0["offers"]?.elements ?? [] }) {
            for one in [offer] + (offer["alternates"]?.elements ?? [])
            where one["supplier"]?.string == supplier {
                ids.insert(one["offerId"]?.string ?? "")
            }
        }
        return ids
    }

    /// A supplier's final status as its own event told it.
    func status(of supplier: String) -> JSONValue? {
        first { $0.name == "supplier" && $0.supplier == supplier }?.data
    }
}
