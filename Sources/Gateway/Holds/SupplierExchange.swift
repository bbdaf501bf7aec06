public import SupplierKit
public import TravelModel

/// One request to a supplier and its answer as they were on the wire, masked and cut.
///
/// It is taken before credentials are filled in; their values and the guests' data are masked
/// wherever they stand, also in the answer.
public struct SupplierExchange: Sendable, Hashable {
    /// Which step it belonged to.
    public var step: SupplierStep
    /// When it was sent, on the wall.
    public var sentAt: Instant
    /// `GET /path?query`.
    public var request: String
    /// The first bytes of the body that was sent, as text.
    public var requestBody: String
    /// `nil` when no answer began.
    public var status: Int?
    /// The first bytes of the body that came, as text.
    public var responseBody: String
    /// Bytes of the body that came in all.
    public var responseBytes: Int
    /// From sending to the answer's head.
    public var headAfter: Duration?
    /// From sending to the end, or to the fault.
    public var endAfter: Duration?
    /// How it broke: phase, reason and detail; `nil` when it was answered whole.
    public var fault: String?

    /// Just sent.
    public init(step: SupplierStep, sentAt: Instant, request: String, requestBody: String) {
        self.step = step
        self.sentAt = sentAt
        self.request = request
        self.requestBody = requestBody
        responseBody = ""
        responseBytes = 0
    }

    /// Bytes of a request's body that are kept.
    public static let mostRequestBytes = 4096
    /// Bytes of an answer's body that are kept.
    public static let mostResponseBytes = 8192
    /// Exchanges of one step that are kept.
    public static let mostKept = 8
}
