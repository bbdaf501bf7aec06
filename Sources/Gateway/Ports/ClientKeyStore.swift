/// Where clients' keys are kept; operators change them while the gateway serves.
public protocol ClientKeyStore: Sendable {
    /// Every key, withdrawn ones included; `nil` when nothing has changed since `change`.
    ///
    /// Asked a few times a second, never for a request.
    func keys(since change: Int64?) async throws(StorageFault) -> ClientKeyList?
}

/// Keys as they were at one moment.
public struct ClientKeyList: Sendable, Hashable {
    /// By id.
    public var keys: [ClientKeyRecord]
    /// Another number after every change.
    public var change: Int64

    /// Puts the two together.
    public init(keys: [ClientKeyRecord], change: Int64) {
        self.keys = keys
        self.change = change
    }
}

/// A gateway without keys.
public struct NoClientKeys: ClientKeyStore {
    /// There is nothing to know.
    public init() {}

    /// None, ever.
    public func keys(since change: Int64?) async throws(StorageFault) -> ClientKeyList? { nil }
}
