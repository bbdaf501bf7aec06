/// Something that happened to a step's requests or timers.
public enum StepEvent: Sendable {
    /// The answer's head is whole; at most once a request.
    case head(RequestTag, ResponseHead)
    /// The next bytes of the body, decompressed; never empty, at most 64 KB.
    case bytes(RequestTag, [UInt8])
    /// The body is whole and its length and compression were right.
    case end(RequestTag)
    /// The exchange broke; nothing more comes for this request.
    case fault(RequestTag, TransportFault)
    /// A timer the machine had set.
    case timer(TimerTag)
}

/// Tells the requests of one step apart; chosen by the machine.
public struct RequestTag: Hashable, Sendable {
    /// Any number, used once in a step.
    public let number: Int

    /// Wraps the number.
    public init(_ number: Int) { self.number = number }
}

/// Tells the timers of one step apart; chosen by the machine.
public struct TimerTag: Hashable, Sendable {
    /// Any number, used once in a step.
    public let number: Int

    /// Wraps the number.
    public init(_ number: Int) { self.number = number }
}
