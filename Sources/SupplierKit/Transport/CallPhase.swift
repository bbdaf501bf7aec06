/// The part of a supplier call in which it stood or broke.
public enum CallPhase: String, Sendable, CaseIterable {
    /// Before the request was written: name, TCP, TLS.
    case connect
    /// The request is out, no whole head yet.
    case headers
    /// The answer's body is on its way.
    case body
    /// The bytes are here and are being read.
    case decode
}
