public import TravelModel

/// What an adapter makes of one whole answer.
public enum ExchangeOutcome<End: Sendable>: Sendable {
    /// The verdict, with what was found on the way.
    case ended(End, offers: [Offer] = [], drops: [OfferDrop] = [])
    /// Another request is needed before there is a verdict.
    case asks(SupplierRequest, then: @Sendable (WholeAnswer, Instant) -> ExchangeOutcome<End>)
}

/// A step made of whole exchanges, one after another: mostly one, which needs just a request and a
/// function that reads its answer.
///
/// It ends by itself: each request ends in an answer or a fault, and there are at most
/// ``mostRequests``.
public struct ExchangeMachine<End: Sendable>: StepMachine {
    /// Reads one whole answer, given the wall clock.
    public typealias Decode = @Sendable (WholeAnswer, Instant) -> ExchangeOutcome<End>

    /// Requests in one step; a chain that wants more fails.
    public static var mostRequests: Int { 4 }

    private let request: SupplierRequest
    private let limit: Int
    private let failed: @Sendable (SupplierFailure) -> End
    private var decode: Decode
    private var collector: AnswerCollector
    private var sent = 1
    private var isOver = false

    /// `failed` turns a broken exchange into a verdict; for a hold that is `unknown`.
    public init(
        _ request: SupplierRequest, limit: Int = AnswerCollector.standardLimit,
        failed: @escaping @Sendable (SupplierFailure) -> End, decode: @escaping Decode
    ) {
        self.request = request
        self.limit = limit
        self.failed = failed
        self.decode = decode
        collector = AnswerCollector(tag: RequestTag(1), limit: limit)
    }

    /// Sends the first request.
    public mutating func start(at now: Instant) -> StepReaction<End> {
        StepReaction(orders: [.send(request, RequestTag(1))])
    }

    /// Collects, and decides when the answer is whole.
    public mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<End> {
        guard !isOver else { return StepReaction() }
        switch collector.on(event) {
        case .waiting: return StepReaction()
        case .broken(let failure): return end(failed(failure))
        case .whole(let answer): return follow(decode(answer, now))
        }
    }

    private mutating func follow(_ outcome: ExchangeOutcome<End>) -> StepReaction<End> {
        switch outcome {
        case .ended(let verdict, let offers, let drops):
            return end(verdict, offers: offers, drops: drops)
        case .asks(let next, let then):
            guard sent < Self.mostRequests else {
                return end(
                    failed(
                        SupplierFailure(.malformed, phase: .decode, detail: "too many requests")))
            }
            sent += 1
            decode = then
            collector = AnswerCollector(tag: RequestTag(sent), limit: limit)
            return StepReaction(orders: [.send(next, RequestTag(sent))])
        }
    }

    private mutating func end(
        _ verdict: End, offers: [Offer] = [], drops: [OfferDrop] = []
    ) -> StepReaction<End> {
        isOver = true
        return StepReaction(offers: offers, drops: drops, end: verdict)
    }
}

/// A step that is decided before anything is sent.
public struct EndedStep<End: Sendable>: StepMachine {
    private let end: End

    /// Ends with `end` at its start.
    public init(_ end: End) { self.end = end }

    /// The verdict.
    public mutating func start(at now: Instant) -> StepReaction<End> { .ended(end) }

    /// The verdict again; no event is due.
    public mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<End> {
        .ended(end)
    }
}
