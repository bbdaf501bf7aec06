import SupplierKit
import TravelModel
import WireFormat

/// The search: `POST /v3.0/hotels/rates` with `stream: true`.
///
/// States: waiting for the head; streaming, frame by frame, to `[DONE]`; collecting, when the answer
/// is no stream (an error, nothing available, or a supplier that streams nothing). A stream that
/// stops before `[DONE]` is broken, whatever the transport says; its offers are kept. One that is
/// done only when the time it was given is up has stopped looking: what it did not say is unknown.
struct StreamratesSearch: StepMachine {
    private enum State {
        case waiting
        case streaming
        case collecting
        /// `[DONE]` was said; only the end of the exchange is awaited, so that the connection lives.
        case done(SearchEnd)
        case over
    }

    private static let tag = RequestTag(1)
    private static let patience = TimerTag(1)

    private let input: SearchInput
    private let settings: StreamratesSettings
    private var state = State.waiting
    private var found: StreamratesOffers?
    private var collector = AnswerCollector(tag: StreamratesSearch.tag)
    private var frames = EventStreamReader()
    private var bytesRead = 0
    /// When the time that the supplier was given is up.
    private var timeUp: Instant?

    init(settings: StreamratesSettings, input: SearchInput) {
        self.settings = settings
        self.input = input
    }

    mutating func start(at now: Instant) -> StepReaction<SearchEnd> {
        found = StreamratesOffers(
            hotels: input.hotels,
            reading: StreamratesReading(
                rooms: input.rooms, taxBasis: settings.taxBasis, now: now))
        timeUp = now.advanced(by: .seconds(StreamratesRequest.seconds(within: input.budget)))
        let request = StreamratesRequest.search(input, settings: settings)
        return StepReaction(orders: [.send(request, Self.tag)])
    }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        switch state {
        case .over: return StepReaction()
        case .done(let verdict): return finished(event, verdict)
        case .waiting, .collecting: return collect(event, at: now)
        case .streaming: return stream(event, at: now)
        }
    }

    private mutating func collect(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        if case .waiting = state, case .head(Self.tag, let head) = event {
            if head.status == 200, head.mediaType == "text/event-stream" {
                state = .streaming
                return StepReaction()
            }
            state = .collecting
        }
        switch collector.on(event) {
        case .waiting: return StepReaction()
        case .broken(let failure): return end(.failed(failure))
        case .whole(let answer): return whole(answer, at: now)
        }
    }

    private mutating func whole(_ answer: WholeAnswer, at now: Instant) -> StepReaction<SearchEnd> {
        if answer.head.status == 204 { return end(said(at: now)) }
        if answer.head.isOf(.json), let problem = StreamratesProblem(answer.body) {
            return end(
                problem.isNoAvailability
                    ? said(at: now) : .failed(problem.failure(answer.head, at: now)))
        }
        if let failure = SupplierFailure.ofStatus(answer.head, at: now) {
            return end(.failed(failure))
        }
        guard answer.head.isOf(.json) else { return end(.failed(.wrongKind(answer.head))) }
        do throws(JSONFault) {
            guard try read(answer.body, "data") != .nothing else {
                throw JSONFault(.missingMember, at: 0)
            }
        } catch { return end(.failed(.unreadable(error))) }
        return end(said(at: now))
    }

    /// Everything, if it was said before the supplier's time was up.
    private func said(at now: Instant) -> SearchEnd {
        guard let timeUp, now >= timeUp else { return .complete }
        return .failed(
            SupplierFailure(.timeout, phase: .body, detail: "the supplier's own time was up"))
    }

    private mutating func stream(
        _ event: StepEvent, at now: Instant
    ) -> StepReaction<SearchEnd> {
        switch event {
        case .bytes(Self.tag, let bytes):
            bytesRead += bytes.count
            guard bytesRead <= AnswerCollector.standardLimit,
                let events = try? frames.feed(bytes)
            else {
                return end(.failed(SupplierFailure(.tooLarge, phase: .body)))
            }
            for event in events {
                if let reaction = take(event, at: now) { return reaction }
            }
            return emit()
        case .end(Self.tag):
            // The last line may lack its line feed; its event is whole all the same, unless the
            // stream was cut inside it.
            if let last = (try? frames.finish()) ?? nil, var reaction = take(last, at: now) {
                if case .done(let verdict) = state { return end(verdict) }
                if case .failed(let failure)? = reaction.end, failure.code == .malformed {
                    reaction.end = .failed(
                        SupplierFailure(.brokenBody, phase: .body, detail: "cut in a frame"))
                }
                return reaction
            }
            return end(
                .failed(SupplierFailure(.brokenBody, phase: .body, detail: "no [DONE]")))
        case .fault(Self.tag, let fault): return end(.failed(SupplierFailure(fault)))
        case .head(Self.tag, _):
            return end(
                .failed(SupplierFailure(.malformed, phase: .headers, detail: "a second head")))
        default: return StepReaction()
        }
    }

    /// Takes one frame; a reaction where it changes the course.
    private mutating func take(
        _ event: EventStreamReader.Event, at now: Instant
    ) -> StepReaction<SearchEnd>? {
        if event.data.elementsEqual("[DONE]".utf8) {
            state = .done(said(at: now))
            var reaction = emit()
            reaction.orders = [.setTimer(.milliseconds(250), Self.patience)]
            return reaction
        }
        do throws(JSONFault) {
            guard case .problem(let problem) = try read(event.data, "rates") else { return nil }
            // Nothing more to sell is how some streams end; others go on to [DONE].
            if problem.isNoAvailability { return nil }
            let head = ResponseHead(status: 200, headers: [])
            return end(.failed(problem.failure(head, at: now)))
        } catch { return end(.failed(.unreadable(error))) }
    }

    /// After `[DONE]` whatever comes, everything has been said.
    private mutating func finished(
        _ event: StepEvent, _ verdict: SearchEnd
    ) -> StepReaction<SearchEnd> {
        switch event {
        case .end(Self.tag), .fault(Self.tag, _), .timer(Self.patience): return end(verdict)
        default: return StepReaction()
        }
    }

    /// What a frame or a whole answer turned out to be.
    private enum Frame: Hashable {
        case hotels
        case problem(StreamratesProblem)
        /// Something else, such as descriptions of hotels.
        case nothing
    }

    private mutating func read(
        _ body: [UInt8], _ member: StaticString
    ) throws(JSONFault) -> Frame {
        var frame = Frame.nothing
        var reader = try JSONReader(body)
        var hotels: [Result<StreamratesHotel, JSONFault>] = []
        try reader.members { key, reader throws(JSONFault) in
            if key == member {
                frame = .hotels
                try reader.elements { reader throws(JSONFault) in
                    hotels.append(
                        try reader.attempt { reader throws(JSONFault) in
                            try StreamratesHotel(from: &reader)
                        })
                }
                return true
            }
            guard key == "error" else { return false }
            if try reader.takeNull() { return true }
            frame = .problem(
                StreamratesProblem(code: try StreamratesProblem.code(from: &reader) ?? 0))
            return true
        }
        try reader.finish()
        for hotel in hotels { found?.add(hotel) }
        return frame
    }

    private mutating func emit() -> StepReaction<SearchEnd> {
        let (offers, drops) = found?.take() ?? ([], [])
        return StepReaction(offers: offers, drops: drops)
    }

    private mutating func end(_ verdict: SearchEnd) -> StepReaction<SearchEnd> {
        state = .over
        var reaction = emit()
        reaction.end = verdict
        return reaction
    }
}
