import SupplierKit
internal import Synchronization
import TravelModel

/// Owns every hold under way: a client that leaves cancels nothing.
///
/// One hold has at most one run in this process; that no other process works on it is what its lease
/// in the ledger says.
final class HoldRunner: Sendable {
    /// What a run was begun for.
    private enum Errand {
        /// A client that waits.
        case place
        /// The clock, or the end of a hold.
        case care
        /// A hold in doubt: it sleeps more than it asks, and is bounded by the caps of its tenant.
        case doubt
    }

    private struct Entry {
        let run: HoldRun
        let errand: Errand
        let supplier: SupplierID
        var task: Task<Void, Never>?
        /// What came up meanwhile: the row is read again and gone on with once the run is over.
        var hasMore = false

        /// Unless the run is over already and another one stands here.
        mutating func setTask(_ task: Task<Void, Never>, of begun: HoldRun) {
            if run === begun { self.task = task }
        }
    }

    private struct State {
        var entries: [HoldID: Entry] = [:]
        /// The holds under way by what suppliers call them.
        var names: [String: HoldID] = [:]
        var isClosed = false
    }

    /// Runs for the clock and of one supplier at most: one that answers nobody keeps no other waiting.
    private static let mostCaredFor = 128

    private let office: HoldOffice
    // A lock: held to find, add or remove a run; nothing is called under it but a run's own flags.
    private let state = Mutex(State())

    init(_ office: HoldOffice) { self.office = office }

    /// The run of a hold, if it has one here.
    func run(of id: HoldID) -> HoldRun? { state.withLock { $0.entries[id]?.run } }

    /// Holds under way.
    var count: Int { state.withLock { $0.entries.count } }

    /// Whether one more client may be served: those that were answered, and what is done for the
    /// clock, are not counted; none once the process is about to end.
    var isAdmitting: Bool {
        state.withLock { state in
            !state.isClosed
                && state.entries.values.count { $0.errand == .place && $0.run.isUndecided }
                    < office.settings.mostRunning
        }
    }

    /// Goes on with a row for its client; a hold that is already under way here is left to its run.
    ///
    /// Only of a claim just written is it certain that no client knows its id.
    @discardableResult
    func start(_ record: HoldRecord, isAnnounced: Bool = true) -> HoldRun {
        let run = HoldRun(isAnnounced: isAnnounced)
        let entry = Entry(run: run, errand: .place, supplier: record.quote.supplier)
        return launch(record, entry) { await $0.carryOut() } ?? run
    }

    /// Goes on with a row for nobody who waits, once a run of the hold that is under way is over.
    ///
    /// Where too many of its supplier are under way it is left to a later look.
    func care(for record: HoldRecord) {
        let entry = Entry(
            run: HoldRun(isAnnounced: true), errand: record.stage == .doubtful ? .doubt : .care,
            supplier: record.quote.supplier)
        let isUnderWay = state.withLock { state in
            state.entries[record.id]?.hasMore = true
            return state.entries[record.id] != nil
        }
        if !isUnderWay { launch(record, entry) { await $0.carryOut() } }
    }

    /// Asks the supplier whether it keeps the room of a row that nobody has to own for that.
    func look(_ record: HoldRecord) {
        let entry = Entry(
            run: HoldRun(isAnnounced: true), errand: .care, supplier: record.quote.supplier)
        launch(record, entry) { await $0.look() }
    }

    /// Whether a run for the clock may begin now.
    func canCare(for supplier: SupplierID) -> Bool {
        state.withLock { Self.canCare(for: supplier, $0) }
    }

    private static func canCare(for supplier: SupplierID, _ state: State) -> Bool {
        let number = state.entries.values.count { $0.errand == .care && $0.supplier == supplier }
        return !state.isClosed && number < mostCaredFor
    }

    /// The run that the hold has now; `nil` when none was begun.
    @discardableResult
    private func launch(
        _ record: HoldRecord, _ entry: Entry,
        _ work: @escaping @Sendable (inout HoldErrand) async -> Void
    ) -> HoldRun? {
        let (run, isNew) = state.withLock { state -> (HoldRun?, Bool) in
            if let under = state.entries[record.id] { return (under.run, false) }
            let mayBegin =
                entry.errand == .care ? Self.canCare(for: entry.supplier, state) : !state.isClosed
            guard mayBegin else { return (nil, false) }
            state.entries[record.id] = entry
            state.names[Self.name(record.reference, entry.supplier)] = record.id
            return (entry.run, true)
        }
        if run == nil { entry.run.end() }
        guard isNew else { return run }
        let task = office.ports.environment.launch { [self] in
            var errand = HoldErrand(office, entry.run, record)
            await work(&errand)
            entry.run.end()
            let ended = state.withLock { state in
                state.names[Self.name(record.reference, entry.supplier)] = nil
                return state.entries.removeValue(forKey: record.id)
            }
            if ended?.hasMore == true { await goOn(with: record) }
        }
        state.withLock { $0.entries[record.id]?.setTask(task, of: entry.run) }
        return run
    }

    /// Has the hold of a reference looked up now, if it is under way here.
    func wake(_ reference: HoldReference, of supplier: SupplierID) {
        let run = state.withLock { state in
            state.names[Self.name(reference, supplier)].flatMap { state.entries[$0]?.run }
        }
        run?.wake()
    }

    private static func name(_ reference: HoldReference, _ supplier: SupplierID) -> String {
        "\(supplier) \(reference)"
    }

    /// What came up during a run: the row as it is now says whether there is work in it.
    private func goOn(with record: HoldRecord) async {
        guard let now = try? await office.ledger.hold(record.id, of: record.tenant),
            now.stage.isWork
        else { return }
        care(for: now)
    }

    /// Prolongs the leases of all runs; those that were lost end, since they could write no more.
    func renewLeases() async {
        let leased = state.withLock { state in
            state.entries.mapValues(\.run).filter { $0.value.hasLease }
                .sorted { $0.key < $1.key }
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
    func stop(_ id: HoldID) { state.withLock { $0.entries[id]?.task }?.cancel() }

    /// Ends the runs that only wait for their time to come.
    ///
    /// One that goes on in this very moment is cut off as by ``cancelAll()``.
    func stopResting() {
        let tasks = state.withLock { state in
            state.entries.values.filter(\.run.isResting).compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }

    /// Ends every run where it stands, and begins no other; their rows say where to go on.
    func cancelAll() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.entries.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }
}
