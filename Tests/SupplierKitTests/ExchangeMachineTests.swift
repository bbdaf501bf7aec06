import SupplierKit
import Testing
import TravelModel

@Suite struct ExchangeMachineTests {
    private static let now = Instant(millisecondsSinceEpoch: 0)
    private static let head = ResponseHead(status: 200, headers: [])
    private static let first = RequestTag(1)

    private func machine(limit: Int = 8) -> ExchangeMachine<RetrieveEnd> {
        ExchangeMachine(
            SupplierRequest(method: .get, path: "/a", idempotent: true), limit: limit,
            failed: { .failed($0) },
            decode: { answer, _ in
                guard answer.body == Array("more".utf8) else { return .ended(.notFound) }
                return .asks(SupplierRequest(method: .get, path: "/b", idempotent: true)) { _, _ in
                    .ended(.ended)
                }
            })
    }

    @Test func oneRequestAndOneAnswer() {
        var machine = machine()
        #expect(machine.start(at: Self.now).orders.count == 1)
        #expect(machine.on(.head(Self.first, Self.head), at: Self.now).end == nil)
        #expect(machine.on(.bytes(Self.first, [1, 2]), at: Self.now).end == nil)
        #expect(machine.on(.end(Self.first), at: Self.now).end == .notFound)
    }

    @Test func anAnswerMayAskForAnother() {
        var machine = machine()
        _ = machine.start(at: Self.now)
        _ = machine.on(.head(Self.first, Self.head), at: Self.now)
        _ = machine.on(.bytes(Self.first, Array("more".utf8)), at: Self.now)
        let asked = machine.on(.end(Self.first), at: Self.now)
        #expect(asked.end == nil)
        #expect(asked.orders.count == 1)
        #expect(machine.on(.bytes(Self.first, [1]), at: Self.now).end == nil)
        _ = machine.on(.head(RequestTag(2), Self.head), at: Self.now)
        #expect(machine.on(.end(RequestTag(2)), at: Self.now).end == .ended)
    }

    @Test(
        "what is no answer ends as a failure",
        arguments: [
            ([.end(first)], SupplierFailure.Code.malformed),
            ([.bytes(first, [1])], .malformed),
            ([.head(first, head), .head(first, head)], .malformed),
            ([.head(first, head), .bytes(first, [1, 2, 3, 4, 5, 6, 7, 8, 9])], .tooLarge),
            (
                [
                    .head(first, head),
                    .fault(first, TransportFault(phase: .body, reason: .brokenBody)),
                ], .brokenBody
            ),
        ] as [([StepEvent], SupplierFailure.Code)])
    func failures(events: [StepEvent], code: SupplierFailure.Code) {
        var machine = machine()
        _ = machine.start(at: Self.now)
        var ends = events.compactMap { machine.on($0, at: Self.now).end }
        guard case .failed(let failure) = ends.popLast() else {
            Issue.record("the machine did not fail")
            return
        }
        #expect(failure.code == code)
        #expect(ends.isEmpty)
    }

    @Test(
        "a status code alone",
        arguments: [
            (200, nil), (204, nil), (302, .malformed), (400, .supplierError), (401, .auth),
            (403, .auth), (429, .throttled), (503, .supplierError),
        ] as [(Int, SupplierFailure.Code?)])
    func statuses(status: Int, code: SupplierFailure.Code?) {
        let head = ResponseHead(status: status, headers: [])
        #expect(SupplierFailure.ofStatus(head, at: Self.now)?.code == code)
    }

    @Test("a no to this one request", arguments: 300..<600 as Range<Int>)
    func statusesOfTheRequest(status: Int) {
        let head = ResponseHead(status: status, headers: [])
        let failure = SupplierFailure.ofStatus(head, at: Self.now)
        let ofAll = [401, 403, 408, 425, 429]
        #expect(failure?.isOfRequest == ((400..<500).contains(status) && !ofAll.contains(status)))
    }

    @Test(
        "Retry-After in both forms",
        arguments: [
            ("120", 120), ("0", 0), ("9999999", 86_400), ("-1", nil), ("soon", nil),
            ("Thu, 01 Jan 1970 00:01:30 GMT", 90), ("Thu, 01 Jan 1970 00:01:30 CET", nil),
            ("Wed, 31 Dec 1969 23:59:00 GMT", 0), ("Thu, 41 Jan 1970 00:01:30 GMT", nil),
        ] as [(String, Int?)])
    func retryAfter(field: String, seconds: Int?) {
        let head = ResponseHead(status: 429, headers: [("retry-after", field)])
        #expect(head.retryAfter(at: Self.now) == seconds.map { .seconds($0) })
    }

    @Test(
        "the declared kind of body",
        arguments: [
            ("application/json; charset=utf-8", AnswerKind.json, true),
            ("application/problem+json", .json, true), ("text/html", .json, false),
            ("TEXT/XML", .xml, true), ("application/soap+xml", .xml, true),
            ("text/plain", .xml, false), ("text/event-stream", .eventStream, true),
        ])
    func kinds(field: String, kind: AnswerKind, isRight: Bool) {
        let head = ResponseHead(status: 200, headers: [("Content-Type", field)])
        #expect(head.isOf(kind) == isRight)
    }
}
