import MutationTesting
import SupplierKit
import TravelModel
import WireFormat

/// One sample ready to be run again and again, with other answers.
struct SampleRun: Sendable {
    private let sample: Sample
    private let answers: [SampleAnswer]
    private let drive: StepDrive
    private let step: SupplierStep
    private let start: @Sendable (StepDrive, StepDrive.Serve) throws -> StepOutcome

    init(_ sample: Sample, suite: ConformanceSuite) throws {
        self.sample = sample
        guard let step = SupplierStep(rawValue: try sample.text("step")),
            let now = Instant(try sample.text("now"))
        else { throw SampleFault("\(sample): step or now is unusable") }
        self.step = step
        drive = StepDrive(now: now)
        answers = try sample.exchanges.map {
            guard let answer = $0["answer"] else { throw SampleFault("\(sample): no answer") }
            return try SampleAnswer(answer, of: sample)
        }
        let adapter = try suite.adapter(for: sample)
        let input = try SampleInput(sample: sample, suite: suite)
        start = try Self.starter(step, adapter, input)
    }

    /// Machines are values: one is made, and each run takes a copy.
    private static func starter(
        _ step: SupplierStep, _ adapter: any SupplierAdapter, _ input: SampleInput
    ) throws -> @Sendable (StepDrive, StepDrive.Serve) throws -> StepOutcome {
        switch step {
        case .search:
            let machine = adapter.search(try input.search())
            return { try $0.run(machine, render: EndText.search, serve: $1) }
        case .revalidate:
            let machine = adapter.revalidate(try input.revalidate())
            return { drive, serve in
                var current: Offer?
                var outcome = try drive.run(
                    machine,
                    render: { end in
                        if case .current(let offer) = end { current = offer }
                        return EndText.revalidate(end)
                    }, serve: serve)
                if let current { outcome.offers.append(current) }
                return outcome
            }
        case .hold:
            let machine = adapter.hold(try input.hold())
            return { drive, serve in
                var hold: SupplierHold?
                var outcome = try drive.run(
                    machine,
                    render: { end in
                        if case .held(let held) = end { hold = held }
                        return EndText.hold(end)
                    }, serve: serve)
                outcome.hold = hold
                return outcome
            }
        case .release:
            let machine = adapter.release(try input.release())
            return { try $0.run(machine, render: EndText.release, serve: $1) }
        case .retrieve:
            let machine = adapter.retrieve(try input.retrieve())
            return { drive, serve in
                var hold: SupplierHold?
                var outcome = try drive.run(
                    machine,
                    render: { end in
                        if case .found(let found) = end { hold = found }
                        return EndText.retrieve(end)
                    }, serve: serve)
                outcome.hold = hold
                return outcome
            }
        }
    }

    /// As the sample has it.
    func recorded() throws -> StepOutcome { try run(answers, pieces: 65_536) }

    /// The size of the pieces a body comes in changes nothing.
    func checkPieces() throws -> [String] {
        let whole = try recorded()
        return try [1, 2, 3, 5, 7, 16, 61, 1000, 4096].compactMap { size in
            try run(answers, pieces: size) == whole ? nil : "pieces of \(size) bytes differ"
        }
    }

    /// A body that stops early never ends in anything but a failure, told by the transport or not.
    func checkTruncation() throws -> [String] {
        let broken = TransportFault(phase: .body, reason: .brokenBody)
        var faults: [String] = []
        for (index, answer) in answers.enumerated() where answer.fault == nil {
            let count = answer.meaningfulCount
            for cut in stride(from: 0, to: count, by: max(1, count / 100)) {
                for fault in [broken, nil] {
                    let body = Array(answer.body[..<cut])
                    let outcome = try run(
                        with: SampleAnswer(head: answer.head, body: body, fault: fault),
                        at: index)
                    if !outcome.isFailure {
                        faults.append(
                            "answer \(index) cut at \(cut) of \(count), "
                                + "\(fault == nil ? "not told" : "told"): \(outcome.end)")
                    }
                }
            }
        }
        return faults
    }

    /// Pages for people, empty bodies and broken exchanges in place of an answer are failures.
    func checkStrangers() throws -> [String] {
        let html = Array("<!DOCTYPE html><html><body>Back soon</body></html>".utf8)
        let page: [(name: String, value: String)] = [("Content-Type", "text/html")]
        let json: [(name: String, value: String)] = [("Content-Type", "application/json")]
        let strangers: [(String, SampleAnswer)] = [
            ("a page with 200", SampleAnswer(head: .init(status: 200, headers: page), body: html)),
            ("a page with 502", SampleAnswer(head: .init(status: 502, headers: page), body: html)),
            ("a page with 403", SampleAnswer(head: .init(status: 403, headers: page), body: html)),
            ("nothing with 200", SampleAnswer(head: .init(status: 200, headers: json), body: [])),
            ("nothing with 503", SampleAnswer(head: .init(status: 503, headers: []), body: [])),
            ("a redirect", SampleAnswer(head: .init(status: 302, headers: []), body: [])),
            (
                "no connection",
                SampleAnswer(
                    head: nil, body: [],
                    fault: TransportFault(phase: .connect, reason: .connectFailed))
            ),
            (
                "a timeout",
                SampleAnswer(
                    head: nil, body: [], fault: TransportFault(phase: .headers, reason: .timeout))
            ),
        ]
        var faults: [String] = []
        for index in answers.indices {
            for (name, stranger) in strangers {
                let outcome = try run(with: stranger, at: index)
                if !outcome.isFailure {
                    faults.append("\(name) as answer \(index): \(outcome.end)")
                }
            }
        }
        return faults
    }

    /// The last answer with a body, as an input to damage; `nil` when no answer has one.
    ///
    /// What came of it is the verdict's word, with the failure's code, and whether offers were
    /// dropped. Half of the damaged answers also have a damaged header.
    func subject() -> MutationSubject? {
        guard let index = answers.indices.last(where: { !answers[$0].body.isEmpty }) else {
            return nil
        }
        let answer = answers[index]
        return MutationSubject(sample.name, input: answer.body) { body, seed in
            var damaged = answer.with(body: body)
            if seed % 2 == 1 { damaged = damaged.withDamagedHead(seed: seed) }
            let size = [61, 509, 4096, 65_536][Int(seed / 2 % 4)]
            let outcome = try run(with: damaged, at: index, pieces: size)
            return try outcome.word + (outcome.drops.isEmpty ? "" : " with drops")
        }
    }

    private func run(
        with answer: SampleAnswer, at index: Int, pieces: Int = 65_536
    ) throws -> StepOutcome {
        var changed = answers
        changed[index] = answer
        return try run(changed, pieces: pieces)
    }

    private func run(_ answers: [SampleAnswer], pieces: Int) throws -> StepOutcome {
        try start(drive) { index, _, tag in
            guard answers.indices.contains(index) else {
                return [
                    .fault(tag, TransportFault(phase: .connect, reason: .connectFailed))
                ]
            }
            return answers[index].events(tag, pieces: pieces)
        }
    }
}
