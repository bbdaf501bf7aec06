import HTTPClient
import HTTPServer
import Reactor

/// Sends suppliers' callbacks to whoever asked for them, each until it is taken or given up.
actor CallbackCourier {
    /// Where the callbacks of one supplier go, and when.
    struct Target: Sendable {
        var url: String
        /// Milliseconds from the booking to the first attempt.
        var delay: Int
        /// Milliseconds before each further attempt.
        var retries: [Int]
    }

    /// As ETG says it repeats a webhook; later ones are left out.
    static let usualRetries = [30_000, 60_000, 90_000, 120_000, 150_000]
    static let mostRetries = 8
    /// Callbacks on their way; more are not sent.
    private static let mostAtOnce = 256

    private let loop: EventLoop
    private let client: HTTPClient
    private var targets: [String: Target] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var next = 0
    private var isClosed = false

    init(loop: EventLoop) {
        self.loop = loop
        client = HTTPClient(loop: loop)
    }

    /// Sends the supplier's callbacks there from now on; `nil` ends that.
    func send(_ supplier: String, to target: Target?) { targets[supplier] = target }

    /// Tells of a reservation, if anybody asked to be told; `write` makes each attempt's own message.
    func tell(_ supplier: String, _ write: @escaping @Sendable () async -> MockCallback?) {
        guard let target = targets[supplier], !isClosed, tasks.count < Self.mostAtOnce else {
            return
        }
        let number = next
        next += 1
        // Unstructured: a callback outlives the call it tells of. It ends by itself after its last
        // attempt, and `close()` cancels them all.
        tasks[number] = Task { [loop, client] in
            for wait in [target.delay] + target.retries {
                guard (try? await loop.sleep(for: .milliseconds(wait))) != nil,
                    let message = await write()
                else { break }
                if await Self.isTaken(message, target.url, client) { break }
            }
            self.ended(number)
        }
    }

    func close() async {
        isClosed = true
        for task in tasks.values { task.cancel() }
        await client.close()
    }

    private func ended(_ number: Int) { tasks[number] = nil }

    private static func isTaken(
        _ message: MockCallback, _ url: String, _ client: HTTPClient
    ) async -> Bool {
        let request = ClientRequest(
            .post, url, headers: message.fields, body: message.body, idempotent: false,
            allowPrivateAddress: true, acceptsGzip: false)
        var status = 0
        let deadline = MonotonicInstant.now().advanced(by: .seconds(10))
        // No answer is one that was not taken.
        _ = try? await client.exchange(request, deadline: deadline) { event in
            if case .head(let head) = event { status = head.status }
        }
        return (200...299).contains(status)
    }
}
