import HTTPClient
import Reactor
import WireFormat

/// Asks the operators' listener of a gateway, from a command.
struct AdminPort: Sendable {
    /// A whole answer.
    struct Reply: Sendable {
        let status: Int
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        /// What a problem says happened.
        var detail: String? { problem("detail") }
        /// A problem's code.
        var code: String? { problem("code") }

        private func problem(_ name: String) -> String? {
            (try? JSONValue(parsing: body))?[name]?.string
        }
    }

    /// How long the gateway may take.
    private static let patience: Duration = .seconds(30)

    private let loops: EventLoopGroup
    private let client: HTTPClient
    private let address: String
    private let token: String?

    /// Opens nothing yet; `address` is `http://host:port`.
    init(address: String, token: String?) throws {
        loops = try EventLoopGroup(count: 1, name: "explain")
        guard let loop = loops.loops.first else {
            throw FileBytes.Fault(description: "no event loop could be started")
        }
        client = HTTPClient(loop: loop)
        self.address = address
        self.token = token
    }

    /// The answer whatever its status; throws where there is none, in words for the operator.
    func get(_ target: String, accept: String) async throws -> Reply {
        var headers = [(name: "Accept", value: accept)]
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        let request = ClientRequest(
            .get, address + target, headers: headers, idempotent: true, allowPrivateAddress: true)
        var status = 0
        var body: [UInt8] = []
        do throws(ClientFault) {
            try await client.exchange(
                request, deadline: MonotonicInstant.now().advanced(by: Self.patience)
            ) { event in
                switch event {
                case .sending: break
                case .head(let head): status = head.status
                case .body(let bytes): body += bytes
                }
            }
        } catch {
            throw FileBytes.Fault(
                description:
                    "\(address) does not answer (\(error)); is the gateway running, and is "
                    + "this its operators' listener? Name another with --admin URL")
        }
        return Reply(status: status, body: body)
    }

    /// Ends its loop.
    func close() { loops.shutdown() }
}
