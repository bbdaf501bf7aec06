internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// Tells a search's events to one client as they happen.
///
/// One task takes events and writes; the next event is not asked for before the last one was
/// taken, so a slow reader holds the search back and nothing is queued for it.
struct SearchStream: Sendable {
    /// The longest silence.
    static let pause: Duration = .seconds(10)

    let session: SearchSession
    let clock: any GatewayClock
    let drain: DrainSignal
    let isServerSent: Bool

    private enum News: Sendable {
        case event(SearchEvent?)
        case quiet
        case draining
    }

    /// Runs until the last event is written.
    ///
    /// - Throws: when the client has left; the search is left then as well.
    func produce(into writer: HTTPBodyWriter) async throws {
        try await withThrowingTaskGroup(of: News.self) { group in
            // Whatever ends this, nobody is told anything more. After the last event it does nothing.
            defer { session.leave() }
            var framing = EventFraming(isServerSent: isServerSent, stream: session.id.text)
            var quietAt = clock.uptime().advanced(by: Self.pause)
            askNext(&group)
            wait(until: quietAt, &group)
            group.addTask { [drain] in
                try? await drain.wait()
                return .draining
            }
            while let news = try await group.next() {
                switch news {
                case .event(nil):
                    group.cancelAll()
                    return
                case .event(let event?):
                    for frame in frames(of: event, &framing) { try await writer.write(frame) }
                    quietAt = clock.uptime().advanced(by: Self.pause)
                    askNext(&group)
                case .quiet:
                    if Task.isCancelled { continue }
                    if clock.uptime() >= quietAt {
                        try await writer.write(framing.heartbeat)
                        quietAt = clock.uptime().advanced(by: Self.pause)
                    }
                    wait(until: quietAt, &group)
                case .draining: session.finish()
                }
            }
        }
    }

    private func askNext(_ group: inout ThrowingTaskGroup<News, any Error>) {
        group.addTask { [session] in .event(await session.next()) }
    }

    private func wait(until quietAt: Uptime, _ group: inout ThrowingTaskGroup<News, any Error>) {
        group.addTask { [clock] in
            try? await clock.sleep(until: quietAt)
            return .quiet
        }
    }

    private func frames(of event: SearchEvent, _ framing: inout EventFraming) -> [[UInt8]] {
        switch event {
        case .search(let opening): [framing.frame("search") { $0.opening(opening) }]
        case .offers(let offers): frames(of: offers, &framing)
        case .supplier(let status): [framing.frame("supplier") { $0.status(status) }]
        case .done(let summary):
            [framing.frame("done") { $0.ending(summary, at: clock.now()) }]
        }
    }

    /// Split so that no frame with several hotels is longer than allowed; parts share their `seq`.
    private func frames(of offers: OffersEvent, _ framing: inout EventFraming) -> [[UInt8]] {
        let now = clock.now()
        let hotels = offers.hotels.map { hotel in
            var writer = JSONWriter(capacity: 4096)
            writer.hotel(hotel, at: now)
            return writer.bytes
        }
        let room = EventFraming.longest - 256
        return EventFraming.groups(hotels, most: room).map { group in
            let size = group.reduce(256) { $0 + $1.count + 1 }
            return framing.frame("offers", capacity: size) { writer in
                writer.member("seq", offers.seq)
                writer.member("supplier", offers.supplier.text)
                writer.list("hotels", group) { $0.json($1) }
            }
        }
    }
}
