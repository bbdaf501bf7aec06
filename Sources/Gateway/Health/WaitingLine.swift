internal import SupplierKit

/// Calls that wait for a place at one supplier: holds before all others, each rank in the order it came.
///
/// Pure. Invariants:
/// 1. Nobody is let out before somebody of a higher rank, or of the same rank who came earlier.
/// 2. At most ``most`` of each rank wait; who comes then is refused at once.
/// 3. What was decided about a caller is kept until the caller takes it.
struct WaitingLine: Sendable {
    /// Of each rank.
    static let most = 64

    /// How it stands with a caller.
    enum Standing: Sendable {
        case decided(Result<CallPermit, CallRefusal>)
        /// Worth looking again after so long, should the signal not come before.
        case waits(Duration)
    }

    private struct Caller: Sendable {
        let number: Int
        let step: SupplierStep
        let urgency: CallUrgency
        var signal: FirstValue<Void>?
    }

    private var callers: [Caller] = []
    private var decided: [Int: Result<CallPermit, CallRefusal>] = [:]
    private var lastNumber = 0
    /// What the first of the line was told to wait when it was last refused.
    private var wait: Duration = .seconds(1)

    /// Takes the place at the end of a rank; `nil` where that is full.
    mutating func join(_ step: SupplierStep, _ urgency: CallUrgency) -> Int? {
        guard callers.count(where: { $0.urgency == urgency }) < Self.most else { return nil }
        lastNumber += 1
        let end = callers.firstIndex { $0.urgency.rank > urgency.rank } ?? callers.count
        callers.insert(Caller(number: lastNumber, step: step, urgency: urgency), at: end)
        return lastNumber
    }

    /// Decides about as many as the gate lets out, first come first served; gives their signals.
    mutating func serve(_ gate: inout SupplierGate, at now: Uptime) -> [FirstValue<Void>] {
        var signals: [FirstValue<Void>] = []
        while let first = callers.first {
            let admission = gate.admit(first.step, first.urgency, at: now)
            if case .failure(.overloaded(let wait)) = admission {
                self.wait = wait
                break
            }
            callers.removeFirst()
            decided[first.number] = admission
            if let signal = first.signal { signals.append(signal) }
        }
        return signals
    }

    /// How it stands; a caller that has to wait is signalled when that has changed.
    mutating func look(_ number: Int, _ signal: FirstValue<Void>) -> Standing {
        if let admission = decided.removeValue(forKey: number) { return .decided(admission) }
        if let place = callers.firstIndex(where: { $0.number == number }) {
            callers[place].signal = signal
        }
        return .waits(wait)
    }

    /// A caller waits no longer; gives what was decided about it meanwhile.
    mutating func leave(_ number: Int) -> Result<CallPermit, CallRefusal> {
        callers.removeAll { $0.number == number }
        return decided.removeValue(forKey: number) ?? .failure(.overloaded(retryAfter: wait))
    }
}
