/// The client's own name of one attempt to hold (IETF draft "The Idempotency-Key HTTP Header Field").
///
/// It may tell something about the guest, so descriptions never show it.
public struct IdempotencyKey: Hashable, Sendable {
    /// As the client sent it.
    public let text: String

    /// `nil` unless 1 to 255 bytes of visible ASCII.
    public init?(_ text: some StringProtocol) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        self.text = String(text)
    }
}
