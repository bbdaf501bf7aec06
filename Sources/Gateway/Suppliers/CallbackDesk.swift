internal import Digest
public import SupplierKit
internal import Synchronization
internal import Telemetry
public import TravelModel

/// Takes what suppliers send on their own account, and has the holds in question looked up.
///
/// Nothing a callback says is believed. A proved one lets a hold in doubt ask its supplier now instead
/// of by its schedule, and one that is forged or repeated does nothing: the worst a stolen secret can
/// do is a few look-ups.
public final class CallbackDesk: Sendable {
    /// How far a callback's time may lie from ours, either way; ETG repeats one for 150 s and more.
    public static let window: Duration = .seconds(300)
    /// Tokens that are remembered, the newest.
    static let mostTokens = 4096

    /// What became of a callback.
    public enum Outcome: Sendable, Hashable {
        /// Proved, now or before; whether it named a hold of ours is not told.
        case taken
        /// No such supplier, or one that sends none.
        case unknownSupplier
        /// Not readable.
        case unreadable(CallbackFault)
        /// Not proved, or out of its time.
        case refused
    }

    private struct Tokens {
        var known: Set<String> = []
        /// A ring: the next one to be forgotten is at `next`.
        var order: [String] = []
        var next = 0

        /// Whether it is new; the oldest makes room for it.
        mutating func insert(_ token: String) -> Bool {
            guard known.insert(token).inserted else { return false }
            if order.count < CallbackDesk.mostTokens {
                order.append(token)
                return true
            }
            known.remove(order[next])
            order[next] = token
            next = (next + 1) % order.count
            return true
        }
    }

    private let roster: SupplierRoster
    private let clock: any GatewayClock
    private let wake: @Sendable (HoldReference, SupplierID) -> Void
    // A lock around the tokens.
    private let tokens = Mutex(Tokens())

    /// `wake` has a hold looked up at once, and must return at once.
    public init(
        roster: SupplierRoster, clock: any GatewayClock,
        wake: @escaping @Sendable (HoldReference, SupplierID) -> Void
    ) {
        self.roster = roster
        self.clock = clock
        self.wake = wake
    }

    /// Checks a callback by its supplier's scheme and acts on it once.
    public func receive(_ callback: SupplierCallback, from id: SupplierID) -> Outcome {
        guard let supplier = roster[id], let reader = supplier.adapter.callbacks else {
            return .unknownSupplier
        }
        let event: ClaimedEvent
        do throws(CallbackFault) {
            event = try reader.read(callback)
        } catch {
            return .unreadable(error)
        }
        guard isProved(event.proof, by: supplier) else { return .refused }
        // Only proved tokens are kept: nobody else can push one out.
        let isNew = tokens.withLock { $0.insert("\(id) \(event.proof.token)") }
        if isNew { wake(event.reference, id) }
        return .taken
    }

    private func isProved(_ proof: CallbackProof, by supplier: Supplier) -> Bool {
        let age = proof.madeAt.duration(to: clock.now())
        guard age <= Self.window, age >= .zero - Self.window,
            let secret = supplier.credentials.value(proof.credential),
            let key = try? AuthenticationKey(Array(secret.reveal().utf8)),
            let code = try? key.code(for: proof.message)
        else { return false }
        return ConstantTime.equal(code, proof.code)
    }
}
