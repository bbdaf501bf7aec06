internal import Synchronization
public import TravelModel

/// Knows who asks, and how much each may: decided from memory, before any work is done.
///
/// Keys are read again twice a second where they have changed, so that one made or withdrawn beside
/// the gateway counts within a second. While the store cannot be read the keys read last stay good
/// until their own end.
public final class ClientDesk: Sendable {
    /// What is the operator's to decide.
    public struct Settings: Sendable {
        /// Who everybody is while there are no keys.
        public var openTenant: TenantID
        /// What tenants get that are not named.
        public var terms: TenantTerms
        /// What the named ones get.
        public var tenants: [TenantID: TenantTerms] = [:]
        /// Whether a key is needed even while there is none.
        public var requiresKeys = false
        /// Requests to hold that wait for their answer at one time.
        public var mostHoldRequests = 1_000
        /// How often keys are looked for.
        public var interval: Duration = .milliseconds(500)

        /// No tenant named, no key needed.
        public init(openTenant: TenantID, terms: TenantTerms) {
            self.openTenant = openTenant
            self.terms = terms
        }
    }

    /// Who a request comes from.
    public enum Identity: Sendable, Hashable {
        case client(Client)
        /// It shows no key, and one is needed.
        case keyMissing
        /// The key is not known, or no longer good.
        case keyUnknown
    }

    private struct State {
        var ring = ClientKeyRing([])
        var change: Int64?
        var buckets: [TenantID: TokenBucket] = [:]
        var holds: FairShare
    }

    private let settings: Settings
    private let store: any ClientKeyStore
    private let clock: any GatewayClock
    // A lock: held to look up or replace the keys, to take a permit, to count; never across a wait.
    private let state: Mutex<State>

    /// Knows no key before ``refresh()``.
    public init(_ settings: Settings, keys: any ClientKeyStore, clock: any GatewayClock) {
        self.settings = settings
        store = keys
        self.clock = clock
        state = Mutex(State(holds: FairShare(most: settings.mostHoldRequests)))
    }

    /// Whether requests must show a key: also when all there ever was is withdrawn.
    public var needsKeys: Bool {
        settings.requiresKeys || state.withLock { !$0.ring.isEmpty }
    }

    /// The tenants that have a name in the configuration, and the one there is without keys.
    public var namedTenants: [TenantID] {
        Set(settings.tenants.keys).union([settings.openTenant]).sorted()
    }

    /// Who asks on routes that are open to everybody.
    public var anybody: Client { client(of: settings.openTenant, isSandbox: false) }

    /// Who shows `key`; `nil` stands for a request without one.
    public func identify(_ key: String?) -> Identity {
        guard needsKeys else { return .client(anybody) }
        guard let key else { return .keyMissing }
        let ring = state.withLock { $0.ring }
        guard let record = ring.record(of: key, at: clock.now()) else { return .keyUnknown }
        return .client(client(of: record.tenant, isSandbox: record.isSandbox, keyID: record.id))
    }

    /// Counts one request of a client; the time to wait when it has made too many.
    public func admit(_ client: Client) -> Duration? {
        guard let rate = client.terms.rate else { return nil }
        let now = clock.uptime()
        return state.withLock { state in
            // Only tenants with terms of their own have a bucket of their own, so there are few.
            state.buckets[client.tenant, default: TokenBucket(rate, now: now)].take(now: now)
        }
    }

    /// Lets one request to hold in; `nil` when there is room.
    public func enterHold(_ tenant: TenantID) -> FairShare.Refusal? {
        let shares = needsKeys
        return state.withLock { $0.holds.enter(tenant, shares: shares) }
    }

    /// A request that was let in has its answer.
    public func leaveHold(_ tenant: TenantID) { state.withLock { $0.holds.leave(tenant) } }

    /// Reads the keys again if they have changed.
    public func refresh() async throws(StorageFault) {
        let known = state.withLock { $0.change }
        guard let list = try await store.keys(since: known) else { return }
        let ring = ClientKeyRing(list.keys)
        state.withLock { state in
            state.ring = ring
            state.change = list.change
        }
    }

    /// Looks for changed keys until the calling task is cancelled.
    public func watch() async {
        while !Task.isCancelled {
            let next = clock.uptime().advanced(by: settings.interval)
            guard (try? await clock.sleep(until: next)) != nil else { return }
            try? await refresh()
        }
    }

    private func client(
        of tenant: TenantID, isSandbox: Bool, keyID: String? = nil
    ) -> Client {
        Client(
            tenant: tenant, terms: settings.tenants[tenant] ?? settings.terms,
            isSandbox: isSandbox, keyID: keyID)
    }
}
