import SupplierKit
import TravelModel
import WireFormat

/// What a step came to, whatever its kind.
struct StepOutcome: Sendable, Equatable {
    var requests: [SupplierRequest] = []
    var offers: [Offer] = []
    var drops: [OfferDrop] = []
    /// The verdict as JSON.
    var end = ""
    /// Whether the verdict says that the answer could not be trusted.
    var isFailure = false
    /// The hold of a verdict that has one.
    var hold: SupplierHold?

    /// The verdict without particulars: one word, and the code of a failure.
    var word: String {
        get throws {
            let value = try JSONValue(parsing: Array(end.utf8))
            guard let member = value.members?.first else { return value.string ?? end }
            guard let code = member.value.string?.split(separator: " ").first else {
                return member.name
            }
            return "\(member.name) \(code)"
        }
    }
}

/// Drives one machine against canned answers, the way the gateway does, without a clock.
struct StepDrive {
    /// Gives the events of the `index`th request.
    typealias Serve = (_ index: Int, _ request: SupplierRequest, _ tag: RequestTag) -> [StepEvent]

    /// Events after which a machine counts as one that never ends.
    private static let mostEvents = 1_000_000

    let now: Instant

    /// Runs to the verdict; throws when the machine stops without one.
    func run<End>(
        _ machine: any StepMachine<End>, render: (End) -> (json: String, isFailure: Bool),
        serve: Serve
    ) throws -> StepOutcome {
        try run(opened: machine, render: render, serve: serve)
    }

    private func run<Machine: StepMachine>(
        opened machine: Machine, render: (Machine.End) -> (json: String, isFailure: Bool),
        serve: Serve
    ) throws -> StepOutcome {
        var machine = machine
        var outcome = StepOutcome()
        var pending: [StepEvent] = []
        var next = 0
        var timers: [TimerTag] = []
        var given = 0
        var reaction = machine.start(at: now)
        while true {
            outcome.offers += reaction.offers
            outcome.drops += reaction.drops
            if let end = reaction.end {
                (outcome.end, outcome.isFailure) = render(end)
                return outcome
            }
            for order in reaction.orders {
                switch order {
                case .send(let request, let tag):
                    pending += serve(outcome.requests.count, request, tag)
                    outcome.requests.append(request)
                case .setTimer(_, let tag): timers.append(tag)
                case .cancel(let tag):
                    pending = pending[next...].filter { Self.tag(of: $0) != tag }
                    next = 0
                }
            }
            given += 1
            guard given < Self.mostEvents else { throw SampleFault("the machine does not end") }
            if next < pending.count {
                reaction = machine.on(pending[next], at: now)
                next += 1
            } else if !timers.isEmpty {
                reaction = machine.on(.timer(timers.removeFirst()), at: now)
            } else {
                throw SampleFault("the machine waits for nothing")
            }
        }
    }

    private static func tag(of event: StepEvent) -> RequestTag? {
        switch event {
        case .head(let tag, _), .bytes(let tag, _), .end(let tag), .fault(let tag, _): tag
        case .timer: nil
        }
    }
}
