public import SupplierKit
public import TravelModel

/// One step of an adapter against answers given in a test, for data that is no sample.
public struct Rehearsal<End: Sendable>: Sendable {
    /// What the adapter sent.
    public let requests: [SupplierRequest]
    /// What it found.
    public let offers: [Offer]
    /// What it left out.
    public let drops: [OfferDrop]
    /// Its verdict.
    public let end: End

    /// Drives `machine` to its end.
    ///
    /// Request number n gets the nth of `answers`, one too many fails to connect. Throws when the
    /// machine stops without a verdict.
    public init(
        _ machine: any StepMachine<End>, at now: Instant,
        answers: [(status: Int, contentType: String, body: [UInt8])]
    ) throws {
        var verdict: End?
        let outcome = try StepDrive(now: now).run(
            machine,
            render: { end in
                verdict = end
                return ("", false)
            },
            serve: { index, _, tag in
                guard answers.indices.contains(index) else {
                    return [.fault(tag, TransportFault(phase: .connect, reason: .connectFailed))]
                }
                let (status, type, body) = answers[index]
                let head = ResponseHead(status: status, headers: [("Content-Type", type)])
                return SampleAnswer(head: head, body: body).events(tag, pieces: 16_384)
            })
        guard let verdict else { throw SampleFault("no verdict") }
        requests = outcome.requests
        offers = outcome.offers
        drops = outcome.drops
        end = verdict
    }
}
