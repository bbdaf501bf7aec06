public import Gateway
public import SupplierKit

/// What a scripted supplier does with one request, act by act.
public struct Script: Sendable {
    /// One act.
    public enum Act: Sendable {
        /// Never connects, until cancelled or until the call's deadline; only as the first act.
        case unreachable
        /// Does nothing for a while.
        case wait(Duration)
        /// Sends a head without fields.
        case head(status: Int)
        /// Sends a whole head.
        case answerHead(ResponseHead)
        /// Sends bytes.
        case bytes([UInt8])
        /// Tells what the exchange took.
        case measured(ExchangeMeasure)
        /// Breaks the exchange.
        case fault(TransportFault)
        /// Says nothing more until cancelled or until the call's deadline.
        case hang
        /// Says nothing more and ignores cancellation and deadline, as no transport should.
        case freeze
    }

    /// In order; after the last one the body is whole.
    public let acts: [Act]

    /// Plays the acts.
    public init(_ acts: [Act]) { self.acts = acts }

    /// A whole answer after a while.
    public static func answer(_ text: String, after wait: Duration = .zero, status: Int = 200)
        -> Script
    {
        Script([.wait(wait), .head(status: status), .bytes(Array(text.utf8))])
    }

    /// The answer in pieces, each after a pause.
    public static func drip(_ pieces: [String], every pause: Duration) -> Script {
        Script([.head(status: 200)] + pieces.flatMap { [.wait(pause), .bytes(Array($0.utf8))] })
    }

    /// Refused before anything was sent.
    public static let refused = Script([
        .fault(TransportFault(phase: .connect, reason: .connectFailed))
    ])

    /// Silent from the first packet on: nothing is ever sent.
    public static let unreachable = Script([.unreachable])

    /// Refused by the transport itself, before anything was sent.
    public static let overloaded = Script([
        .fault(TransportFault(phase: .connect, reason: .overloaded))
    ])

    /// Accepted, never answered.
    public static let hang = Script([.hang])

    /// Some of the answer, then a reset.
    public static func reset(after text: String, wait: Duration = .zero) -> Script {
        Script([
            .wait(wait), .head(status: 200), .bytes(Array(text.utf8)),
            .fault(TransportFault(phase: .body, reason: .brokenBody)),
        ])
    }

    /// More than any cap allows: the transport gives up as the real one would.
    public static let oversize = Script([
        .head(status: 200), .bytes(Array(repeating: 32, count: 65_536)),
        .fault(TransportFault(phase: .body, reason: .tooLarge)),
    ])
}

extension Script.Act {
    /// Whether the request has gone out before it.
    var isSent: Bool {
        switch self {
        case .unreachable: false
        case .fault(let fault): fault.phase != .connect
        case .wait, .head, .answerHead, .bytes, .measured, .hang, .freeze: true
        }
    }
}
