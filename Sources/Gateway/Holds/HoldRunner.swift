internal import Synchronization
import TravelModel

/// Owns every hold under way: a client that leaves cancels nothing.
///
/// One hold has at most one run in this process; that no other process works on it is what its lease
/// in the ledger says.
final class HoldRunner: Sendable {
    private struct State {
        var runs: [HoldID: HoldRun] = [:]
        var tasks: [HoldID: Task<Void, Never>] = [:]
        /// The holds under way by what suppliers call them.
        var names: [String: HoldID] = [:]
    }

    private let office: HoldOffice
    // A lock: held to find, add or remove a run; nothing is called under it.
    private let state = Mutex(State())

    init(_ office: HoldOffice) { self.office = office }

    /// The run of a hold, if it has one here.
    func run(of id: HoldID) -> HoldRun? { state.withLock { $0.runs[id] } }

    /// Holds under way.
    var count: Int { state.withLock { $0.runs.count } }

    /// Goes on with a row; a hold that is already under way here is left to its run.
    ///
    /// Only of a claim just written is it certain that no client knows its id.
    @discardableResult
    func start(_ record: HoldRecord, isAnnounced: Bool = true) -> HoldRun {
        launch(record, isAnnounced) { await $0.carryOut() }
    }

    /// Asks the supplier whether it keeps the room of a row that nobody has to own for that.
    @discardableResult
    func look(_ record: HoldRecord) -> HoldRun {
        launch(record, true) { await $0.look() }
    }

    private func launch(
        _ record: HoldRecord, _ isAnnounced: Bool,
        _ work: @escaping @Sendable (inout HoldErrand) async -> Void
    ) -> HoldRun {
        let (run, isNew) = state.withLock { state in
            if let run = state.runs[record.id] { return (run, false) }
            let run = HoldRun(isAnnounced: isAnnounced)
            state.runs[record.id] = run
            state.names[Self.name(record.reference, record.quote.supplier)] = record.id
            return (run, true)
        }
        guard isNew else { return run }
        let task = office.ports.environment.launch { [self] in
            var errand = HoldErrand(office, run, record)
            await work(&errand)
            run.end()
            state.withLock { state in
                state.runs[record.id] = nil
                state.tasks[record.id] = nil
                state.names[Self.name(record.reference, record.quote.supplier)] = nil
            }
        }
        state.withLock { state in
            if state.runs[record.id] != nil { state.tasks[record.id] = task }
        }
        return run
    }

    /// Has the hold of a reference looked up now, if it is under way here.
    func wake(_ reference: HoldReference, of supplier: SupplierID) {
        let run = state.withLock { state in
            state.names[Self.name(reference, supplier)].flatMap { state.runs[$0] }
        }
        run?.wake()
    }

    private static func name(_ reference: HoldReference, _ supplier: SupplierID) -> String {
        "\(supplier) \(reference)"
    }

    /// Prolongs the leases of all runs; those that were lost end, since they could write no more.
    func renewLeases() async {
        let leased = state.withLock { state in
            state.runs.filter { $0.value.hasLease }.sorted { $0.key < $1.key }
        }
        guard !leased.isEmpty else { return }
        let lease = office.lease(from: office.now())
        guard let lost = try? await office.ledger.renew(leased.map(\.key), lease) else { return }
        let gone = Set(lost)
        for (id, run) in leased {
            if gone.contains(id) {
                if run.hasLease { stop(id) }
            } else if run.hasLease {
                run.lease(until: lease.until)
            }
        }
    }

    /// Ends the run of a hold where it stands, if it has one.
    func stop(_ id: HoldID) { state.withLock { $0.tasks[id] }?.cancel() }

    /// Ends every run where it stands; their rows say where to go on.
    func cancelAll() {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }
}
