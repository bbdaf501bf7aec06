import Gateway
import Glibc
import Synchronization

/// A thread that owns one connection and carries work out on it, many pieces to one commit.
///
/// Callers wait without blocking their thread. Work that arrives while a commit is on its way to
/// the disk shares the next one; each piece has a savepoint, so that one that fails takes no other
/// with it. At most ``capacity`` pieces wait; more are refused as busy.
final class DatabaseThread: Sendable {
    /// A piece of work, and what its caller is told.
    private struct Piece: Sendable {
        /// Runs the work; returns what is to be told once the commit has succeeded or failed.
        let run: @Sendable (Database) -> @Sendable (DatabaseFault?) -> Void
        /// Tells that the work was not run.
        let refuse: @Sendable (StorageFault) -> Void
        /// Runs outside of a transaction and by itself.
        var isAlone = false
    }

    private struct Queue {
        var pieces: [Piece] = []
        var isStopping = false
        var commits = 0
    }

    /// Whether the thread's connection writes.
    enum Kind: Sendable {
        /// Work is grouped into transactions that take the write lock at once (`BEGIN IMMEDIATE`).
        case writer
        /// Each piece reads one snapshot.
        case reader
    }

    static let capacity = 1024
    private static let mostInOneCommit = 256

    private let kind: Kind
    // A lock: held to add or take pieces, never while one runs.
    private let queue = Mutex(Queue())
    private let wake: Wake
    private let onLostWrites: @Sendable (DatabaseFault) -> Void
    private let checkpoints: CheckpointPolicy
    private let ended = Wake()
    // A number that is only added to.
    private let damaged = Atomic(0)

    /// Opens the connection on the new thread and returns when `prepare` has run on it.
    ///
    /// `onLostWrites` is called, on the thread, when an fsync failed: the caller ends the process.
    init(
        _ kind: Kind, path: String, checkpoints: CheckpointPolicy = CheckpointPolicy(),
        onLostWrites: @escaping @Sendable (DatabaseFault) -> Void,
        prepare: @escaping @Sendable (Database) throws -> Void
    ) throws {
        self.kind = kind
        self.onLostWrites = onLostWrites
        self.checkpoints = checkpoints
        wake = Wake()
        let opened = OpeningResult()
        try DedicatedThread.start { [self] in
            live(path, prepare, opened)
            ended.signal()
        }
        if let fault = opened.wait() { throw fault }
    }

    /// The thread's whole life; its connection is closed when this returns.
    private func live(
        _ path: String, _ prepare: (Database) throws -> Void, _ opened: OpeningResult
    ) {
        do {
            let database = try Database(path: path, mode: kind == .writer ? .readWrite : .readOnly)
            if kind == .writer { database.keepCheckpointsForOurselves() }
            try prepare(database)
            opened.give(nil)
            serve(database)
        } catch {
            opened.give(error)
        }
    }

    /// Runs `body` on the thread; returns when it is committed.
    ///
    /// Throws `busy` without doing anything when too much waits already. Cancelling the caller
    /// changes nothing: work once taken is carried out.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StorageFault) -> Value {
        try await decide { .keep(try body($0)) }
    }

    /// What a piece of work found, and whether its writes are to stay.
    enum Decision<Value: Sendable>: Sendable {
        case keep(Value)
        case undo(Value)
    }

    /// As ``run(_:)``, for work that may want to leave no trace and still answer.
    func decide<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Decision<Value>
    ) async throws(StorageFault) -> Value {
        let result: Result<Value, StorageFault> = await withCheckedContinuation { continuation in
            let piece = Piece(
                run: { [self] database in
                    let outcome = Result { try Self.decided(body, database) }
                        .mapError(storageFault)
                    return { commitFault in
                        continuation.resume(
                            returning: commitFault.map { .failure($0.storage) } ?? outcome)
                    }
                },
                refuse: { continuation.resume(returning: .failure($0)) })
            add(piece)
        }
        return try result.get()
    }

    /// Copies everything from the log into the file and cuts the log to nothing, so that what was
    /// erased is in neither; `false` when a reader kept that from being finished.
    ///
    /// `secure_delete` overwrites what is deleted, but not what a page still shows of rows that were
    /// moved to another one: with `rewriting`, a file of at most 64 MB is written anew first.
    func emptyLog(rewriting: Bool = false) async throws(StorageFault) -> Bool {
        let result: Result<Bool, StorageFault> = await withCheckedContinuation { continuation in
            add(
                Piece(
                    run: { [self] database in
                        let outcome = Result {
                            if rewriting { try Self.rewrite(database) }
                            return try database.checkpoint(
                                .truncate, patience: checkpoints.patience)
                        }.mapError(storageFault)
                        return { _ in continuation.resume(returning: outcome) }
                    },
                    refuse: { continuation.resume(returning: .failure($0)) }, isAlone: true))
        }
        return try result.get()
    }

    /// Files up to this size are written anew in a moment; larger ones would keep holds waiting.
    private static let mostRewritten: Int64 = 64 << 20

    private static func rewrite(_ database: Database) throws(DatabaseFault) {
        let bytes =
            try database.integer("PRAGMA page_count") * database.integer("PRAGMA page_size")
        if bytes <= mostRewritten { try database.execute("VACUUM") }
    }

    private func add(_ piece: Piece) {
        let added = queue.withLock { queue in
            guard !queue.isStopping, queue.pieces.count < Self.capacity else { return false }
            queue.pieces.append(piece)
            return true
        }
        if added { wake.signal() } else { piece.refuse(.busy) }
    }

    /// Pieces that wait for their turn.
    var waiting: Int { queue.withLock { $0.pieces.count } }

    /// How often work met a row that is not as it was written.
    var damagedRows: Int { damaged.load(ordering: .relaxed) }

    /// Notes rows that were passed over because they are not as they were written.
    func noteDamaged(_ rows: Int) { damaged.add(rows, ordering: .relaxed) }

    /// Transactions so far, whatever became of them.
    var commits: Int { queue.withLock { $0.commits } }

    /// Lets the thread end once everything taken so far is done; later work is refused.
    func stop() {
        queue.withLock { $0.isStopping = true }
        wake.signal()
    }

    /// Returns once the thread has ended and closed its connection; blocks, after ``stop()`` only.
    func waitUntilClosed() {
        ended.wait()
        // For whoever else waits.
        ended.signal()
    }

    private struct Undone<Value: Sendable>: Error {
        let value: Value
    }

    private static func decided<Value>(
        _ body: (Database) throws -> Decision<Value>, _ database: Database
    ) throws -> Value {
        do {
            return try database.savepoint {
                switch try body(database) {
                case .keep(let value): return value
                case .undo(let value): throw Undone(value: value)
                }
            }
        } catch let undone as Undone<Value> {
            return undone.value
        }
    }

    /// What a piece's caller is told; a failed fsync is told the owner first.
    private func storageFault(_ error: any Error) -> StorageFault {
        switch error {
        case let fault as DatabaseFault:
            if fault.mayHaveLostWrites { onLostWrites(fault) }
            if fault.storage == .damagedRow { noteDamaged(1) }
            return fault.storage
        case let fault as StorageFault:
            if fault == .damagedRow { noteDamaged(1) }
            return fault
        default: return .corrupt
        }
    }

    // MARK: - On the thread

    private func serve(_ database: Database) {
        var policy = checkpoints
        while true {
            wake.wait()
            while true {
                let (pieces, isStopping) = take()
                if pieces.isEmpty {
                    if isStopping { return }
                    break
                }
                if pieces.first?.isAlone == true {
                    for piece in pieces { piece.run(database)(nil) }
                } else {
                    carryOut(pieces, on: database)
                }
                if kind == .writer { keepLogShort(database, &policy) }
            }
        }
    }

    /// What one commit is for; a piece that wants to be alone comes alone.
    private func take() -> (pieces: [Piece], isStopping: Bool) {
        queue.withLock { queue in
            let together = queue.pieces.prefix { !$0.isAlone }.prefix(Self.mostInOneCommit)
            let taken = Array(together.isEmpty ? queue.pieces.prefix(1) : together)
            queue.pieces.removeFirst(taken.count)
            if taken.first?.isAlone == false { queue.commits += 1 }
            return (taken, queue.isStopping)
        }
    }

    private func carryOut(_ pieces: [Piece], on database: Database) {
        do throws(DatabaseFault) {
            try database.execute(kind == .writer ? "BEGIN IMMEDIATE" : "BEGIN")
        } catch {
            if error.mayHaveLostWrites { onLostWrites(error) }
            for piece in pieces { piece.refuse(error.storage) }
            return
        }
        var tellings: [@Sendable (DatabaseFault?) -> Void] = []
        for piece in pieces {
            // A full disk or a failed write may have undone everything: what came after it would be
            // committed on its own.
            guard database.isInTransaction else { break }
            tellings.append(piece.run(database))
        }
        for piece in pieces.dropFirst(tellings.count) { piece.refuse(.unavailable) }
        var fault: DatabaseFault?
        do throws(DatabaseFault) {
            try database.execute("COMMIT")
        } catch {
            fault = error
            try? database.execute("ROLLBACK")
            if error.mayHaveLostWrites { onLostWrites(error) }
        }
        for tell in tellings { tell(fault) }
    }

    /// After everybody was told: nobody waits for it but who comes next.
    private func keepLogShort(_ database: Database, _ policy: inout CheckpointPolicy) {
        let order = policy.committed(pages: database.logPages)
        guard order != .nothing else { return }
        do throws(DatabaseFault) {
            _ = try database.checkpoint(order, patience: policy.patience)
        } catch {
            // Anything else, such as a full disk, leaves the log as it is, to be copied later.
            if error.mayHaveLostWrites { onLostWrites(error) }
        }
    }
}
