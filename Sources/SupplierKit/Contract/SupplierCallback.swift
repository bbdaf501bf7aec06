public import TravelModel

/// What came in under a supplier's name, before any of it is believed.
public struct SupplierCallback: Sendable {
    /// Field names and values as they came.
    public var headers: [(name: String, value: String)]
    /// At most 16 KB.
    public var body: [UInt8]

    /// Puts the two together.
    public init(headers: [(name: String, value: String)], body: [UInt8]) {
        self.headers = headers
        self.body = body
    }
}

/// Reads what a supplier sends when something has become of a booking.
///
/// As pure as an adapter's steps: it holds no secret and reads no clock, so it says what would prove
/// the event, and the gateway checks that.
public protocol CallbackReader: Sendable {
    /// What is claimed, and how that could be proved.
    func read(_ callback: SupplierCallback) throws(CallbackFault) -> ClaimedEvent
}

/// A callback that cannot be read.
public struct CallbackFault: Error, Hashable, Sendable {
    /// Why, for the supplier's people; at most 200 bytes.
    public let detail: String

    /// A short text of ours, without anything that was sent.
    public init(_ detail: String) { self.detail = detail }
}

/// Something a supplier says has become of a hold.
///
/// Even a proved one is no truth: it only has the gateway look the hold up at once.
public struct ClaimedEvent: Sendable, Hashable {
    /// How the supplier says it ended.
    public enum Hint: String, Sendable, CaseIterable {
        case kept, ended, unclear
    }

    /// Ours.
    public var reference: HoldReference
    /// What to expect; for logs.
    public var hint: Hint
    /// What would prove that the supplier sent it.
    public var proof: CallbackProof

    /// All of them; there are no defaults.
    public init(reference: HoldReference, hint: Hint, proof: CallbackProof) {
        self.reference = reference
        self.hint = hint
        self.proof = proof
    }
}

/// A message authentication code the supplier could only make with a secret that both have.
public struct CallbackProof: Sendable, Hashable {
    /// The name of the credential that is the key of the code, as in ``AuthScheme``.
    public var credential: String
    /// What the code is made of.
    public var message: [UInt8]
    /// HMAC-SHA-256 of the message, 32 bytes.
    public var code: [UInt8]
    /// When the supplier says it made it.
    public var madeAt: Instant
    /// Different in each callback, so that a repeated one is noticed; at most 128 bytes.
    public var token: String

    /// All of them; there are no defaults.
    public init(
        credential: String, message: [UInt8], code: [UInt8], madeAt: Instant, token: String
    ) {
        self.credential = credential
        self.message = message
        self.code = code
        self.madeAt = madeAt
        self.token = token
    }
}
