internal import TravelModel

/// How an exchange with a supplier broke before its answer was whole.
public struct TransportFault: Error, Hashable, Sendable {
    /// What went wrong, as a closed set.
    public enum Reason: String, Sendable, CaseIterable {
        /// Refused, unreachable, name not found, TLS not trusted, address forbidden.
        case connectFailed
        /// The call's own deadline passed.
        case timeout
        /// Reset or closed early, wrong length, damaged compression.
        case brokenBody
        /// Over the size or ratio cap.
        case tooLarge
        /// Not HTTP, or a redirect.
        case malformed
        /// Refused by the gateway itself before anything was sent: it carries as much as it may.
        case overloaded
        /// Given up by the gateway: nobody waits for the answer any more.
        case cancelled
    }

    /// How far the exchange had come.
    public let phase: CallPhase
    /// What went wrong.
    public let reason: Reason
    /// For the operator; never shown to clients, never with secrets; at most 200 characters.
    public let detail: String

    /// Cuts `detail` to its bound.
    public init(phase: CallPhase, reason: Reason, detail: String = "") {
        self.phase = phase
        self.reason = reason
        self.detail = BoundedText.cut(detail, characters: 200)
    }
}
