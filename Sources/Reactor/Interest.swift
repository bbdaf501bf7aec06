import CSystem

/// What a descriptor's owner wants to be told of.
///
/// Errors and hang-ups are always reported.
public struct Interest: OptionSet, Hashable, Sendable {
    /// The epoll bits.
    public let rawValue: UInt32

    /// Makes an interest from epoll bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Bytes, a connection or an end of stream can be read.
    public static let read = Interest(rawValue: UInt32(CSYSTEM_EPOLL_READ))

    /// Bytes can be written, or a connect has ended.
    public static let write = Interest(rawValue: UInt32(CSYSTEM_EPOLL_WRITE))

    /// The peer will send no more (FIN), told even while unread bytes remain.
    public static let peerClosed = Interest(rawValue: UInt32(CSYSTEM_EPOLL_PEER_CLOSED))

    /// Told once for each change instead of as long as the condition lasts.
    public static let edgeTriggered = Interest(rawValue: csystem_epoll_edge)
}

/// What is true of a descriptor, as one callback is told.
public struct Readiness: OptionSet, Hashable, Sendable {
    /// The epoll bits.
    public let rawValue: UInt32

    /// Makes a readiness from epoll bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Bytes, a connection or an end of stream can be read.
    public static let read = Readiness(rawValue: UInt32(CSYSTEM_EPOLL_READ))

    /// Bytes can be written, or a connect has ended.
    public static let write = Readiness(rawValue: UInt32(CSYSTEM_EPOLL_WRITE))

    /// The peer will send no more (FIN).
    public static let peerClosed = Readiness(rawValue: UInt32(CSYSTEM_EPOLL_PEER_CLOSED))

    /// Both directions are shut.
    public static let hangUp = Readiness(rawValue: UInt32(CSYSTEM_EPOLL_HANG_UP))

    /// The descriptor is in error, for a socket often a reset.
    public static let error = Readiness(rawValue: UInt32(CSYSTEM_EPOLL_ERROR))
}
