internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import TravelModel
internal import WireFormat

/// `GET /v1/offers`: one search, told whole or as it happens.
struct OffersRoute: Sendable {
    /// When to ask again after nobody answered.
    private static let askAgain: Duration = .seconds(5)

    /// How much longer a whole answer is worked on once the server wants to end.
    private static let drainGrace: Duration = .seconds(3)

    let searches: SearchService
    let suppliers: [SupplierID]
    let clock: any GatewayClock
    let clients: ClientDesk
    let recorder: SearchRecorder?

    func answer(_ call: Call) async throws(Problem) -> HTTPResponse {
        let request = try OffersQuery.read(
            call, suppliers: suppliers, now: clock.now(),
            mayExplain: ExplainField.mayAsk(call.client, clients, recorder))
        // A look at the head asks no supplier.
        if call.request.method == .head { return head(call.form) }
        let session: SearchSession
        do throws(SearchRefusal) {
            session = try await searches.start(request)
        } catch {
            throw problem(error)
        }
        let planned = call.started.duration(to: clock.uptime())
        let told = ExplainField.answer(
            to: call.request, isRecorded: session.isRecorded, recorder)
        if call.form == .json { return try await whole(session, call, planned, told) }
        let stream = SearchStream(
            session: session, clock: clock, drain: call.request.drain,
            isServerSent: call.form == .eventStream)
        var response = head(call.form)
        response.fields.append(("Server-Timing", "plan;dur=\(planned.timingText)"))
        response.fields += told
        response.body = .stream { writer in try await stream.produce(into: writer) }
        return response
    }

    /// The status and fields of a good answer.
    private func head(_ form: MediaType?) -> HTTPResponse {
        var fields: [(name: String, value: String)] = [
            ("Content-Type", (form ?? .json).rawValue), ("Cache-Control", "no-store"),
            ("Vary", "Accept"),
        ]
        if form != .json { fields.append(("X-Accel-Buffering", "no")) }
        // The length is not known without asking, so the body is a stream that is never produced.
        return HTTPResponse(fields: fields, body: .stream { _ in })
    }

    private func whole(
        _ session: SearchSession, _ call: Call, _ planned: Duration,
        _ told: [(name: String, value: String)]
    ) async throws(Problem) -> HTTPResponse {
        guard let result = await result(of: session, call.request.drain) else {
            throw Problem(.requestTimeout, "The client has left.")
        }
        let searched = call.started.duration(to: clock.uptime())
        guard result.summary.outcome != .noneAnswered else {
            var problem = Self.nobody(result.summary)
            problem.fields += told
            throw problem
        }
        var response = head(.json)
        response.fields += told
        response.body = .bytes(await write(result))
        let total = call.started.duration(to: clock.uptime())
        response.fields.append(
            (
                "Server-Timing",
                "plan;dur=\(planned.timingText), search;dur=\(searched.timingText), "
                    + "total;dur=\(total.timingText)"
            ))
        return response
    }

    /// The result, early when the server wants to end: what is known by then is an answer, a
    /// connection cut by force is none.
    private func result(of session: SearchSession, _ drain: DrainSignal) async -> SearchResult? {
        await withTaskGroup(of: Whole.self) { group in
            group.addTask { .ended(await session.result()) }
            group.addTask { [clock] in
                guard (try? await drain.wait()) != nil else { return .hurried }
                let end = clock.uptime().advanced(by: Self.drainGrace)
                if (try? await clock.sleep(until: end)) != nil { session.finish() }
                return .hurried
            }
            for await case .ended(let result) in group {
                group.cancelAll()
                return result
            }
            return nil
        }
    }

    /// What a whole answer waits for.
    private enum Whole: Sendable {
        case ended(SearchResult?)
        /// The server wants to end, or nobody waits any more.
        case hurried
    }

    private func write(_ result: SearchResult) async -> [UInt8] {
        let now = clock.now()
        var writer = JSONWriter(capacity: 4096 + result.hotels.count * 4096)
        writer.beginObject()
        writer.head(of: result.summary)
        writer.key("hotels")
        writer.beginArray()
        for (place, hotel) in result.hotels.enumerated() {
            writer.hotel(hotel, at: now)
            // A full page is a few milliseconds of work: others get a turn in between.
            if place % 20 == 19 { await Task.yield() }
        }
        writer.endArray()
        writer.statuses(result.summary.suppliers)
        writer.counts(result.summary.counts)
        writer.expiry(result.summary.expiresAt, at: now)
        writer.endObject()
        return writer.bytes
    }

    private static func nobody(_ summary: SearchSummary) -> Problem {
        var problem = Problem(
            .noSupplierAnswered,
            "This says nothing about the hotels: no supplier could be asked, or none answered.")
        problem.retryAfter = askAgain
        problem.more = { writer in
            writer.member("searchId", summary.searchID.text)
            writer.statuses(summary.suppliers)
        }
        return problem
    }

    private func problem(_ refusal: SearchRefusal) -> Problem {
        switch refusal {
        case .unknownPlace:
            var problem = Problem(.placeUnknown, "No place has this id.")
            problem.faults = [.parameter("placeId", "unknown")]
            return problem
        case .unknownHotels(let ids):
            var problem = Problem(
                .hotelUnknown, ids.count == 1 ? "No hotel has this id." : "No hotel has these ids.")
            problem.faults = ids.map {
                .parameter("hotelId", "no hotel \u{201C}\($0.text)\u{201D}")
            }
            return problem
        case .unknownSuppliers(let names):
            return Problem(
                faults: names.map { .parameter("suppliers", "no supplier \u{201C}\($0)\u{201D}") })
        case .overloaded:
            var problem = Problem(.overloaded, "Too many searches run; nothing was done.")
            problem.retryAfter = .seconds(1)
            return problem
        case .overShare:
            var problem = Problem(
                .rateLimited, "As many of your searches run as leave room for others.")
            problem.retryAfter = .seconds(1)
            return problem
        case .draining:
            var problem = Problem(.draining, "The gateway is shutting down; nothing was done.")
            problem.retryAfter = .seconds(5)
            return problem
        }
    }
}
