import Foundation
import Gateway
import Synchronization
import Testing

@testable import Ledger

@Suite("The ledger's writer")
struct DatabaseThreadTests {
    private struct Refused: Error {}

    private func writer(
        _ folder: Folder, _ checkpoints: CheckpointPolicy = CheckpointPolicy()
    ) throws -> DatabaseThread {
        try DatabaseThread(
            .writer, path: folder.path("t.db"), checkpoints: checkpoints,
            onLostWrites: { Issue.record("lost writes: \($0)") }
        ) { database in
            try database.execute("PRAGMA journal_mode=WAL")
            try database.execute("PRAGMA synchronous=NORMAL")
            try database.execute("CREATE TABLE IF NOT EXISTS t(n INTEGER PRIMARY KEY, b BLOB)")
        }
    }

    /// Keeps the writer busy until it is released, so that what comes meanwhile shares one commit.
    private struct Blocked {
        let gate = Wake()
        let work: Task<Void, any Error>

        init(_ writer: DatabaseThread) async {
            let gate = gate
            let started = AsyncStream.makeStream(of: Void.self)
            work = Task {
                try await writer.run { _ in
                    started.continuation.yield()
                    gate.wait()
                }
            }
            for await _ in started.stream { break }
        }
    }

    @Test(
        "Work that arrives together shares a commit, and a piece that fails takes no other with it")
    func oneFails() async throws {
        let folder = try Folder()
        let writer = try writer(folder)
        defer { writer.stop() }
        let blocked = await Blocked(writer)
        let told = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 1...30 {
                group.addTask {
                    do throws(StorageFault) {
                        try await writer.run { database in
                            try database.execute("INSERT INTO t(n) VALUES(\(number))")
                            if number % 5 == 0 { throw Refused() }
                            if number % 7 == 0 {
                                try database.execute("INSERT INTO t(n) VALUES(1)")
                            }
                        }
                        return (number, true)
                    } catch {
                        return (number, false)
                    }
                }
            }
            await waitUntil { writer.waiting == 30 }
            blocked.gate.signal()
            return await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
        }
        try await blocked.work.value
        #expect(writer.commits == 2, "the blocked piece's, and one for all the others")
        for number in 1...30 {
            let isThere = try await writer.run { database in
                try database.integer("SELECT count(*) FROM t WHERE n = \(number)") == 1
            }
            #expect(isThere == told[number], "\(number)")
            #expect(told[number] == (number % 5 != 0 && number % 7 != 0))
        }
    }

    @Test("At capacity more work is refused as busy at once, and what waits is done all the same")
    func busy() async throws {
        let folder = try Folder()
        let writer = try writer(folder)
        defer { writer.stop() }
        let blocked = await Blocked(writer)
        let capacity = DatabaseThread.capacity
        let done = await withTaskGroup(of: Bool.self) { group in
            for number in 1...capacity {
                group.addTask {
                    await isTold(writer) { database in
                        try database.execute("INSERT INTO t(n) VALUES(\(number))")
                    }
                }
            }
            await waitUntil { writer.waiting == capacity }
            #expect(await refusal(writer) == .busy)
            await #expect(throws: StorageFault.busy) { _ = try await writer.emptyLog() }
            blocked.gate.signal()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try await blocked.work.value
        #expect(done == capacity)
        let rows = try await writer.run { try $0.integer("SELECT count(*) FROM t") }
        #expect(rows == Int64(capacity))
    }

    @Test(
        "Where SQLite undoes a whole commit in the middle, nobody of it is told that it is stored")
    func undone() async throws {
        let folder = try Folder()
        let writer = try writer(folder)
        defer { writer.stop() }
        let blocked = await Blocked(writer)
        let told = await withTaskGroup(of: Bool.self) { group in
            for number in 1...9 {
                group.addTask {
                    await isTold(writer) { database in
                        try database.execute("INSERT INTO t(n) VALUES(\(number))")
                        // What a full disk does on its own.
                        if number == 5 { try database.execute("ROLLBACK") }
                    }
                }
            }
            await waitUntil { writer.waiting == 9 }
            blocked.gate.signal()
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        try await blocked.work.value
        #expect(told == 0)
        let rows = try await writer.run { try $0.integer("SELECT count(*) FROM t") }
        #expect(rows == 0)
    }

    @Test("A stopped writer refuses new work and has done what it took")
    func stopped() async throws {
        let folder = try Folder()
        let writer = try writer(folder)
        let blocked = await Blocked(writer)
        let taken = Task {
            try await writer.run { try $0.execute("INSERT INTO t(n) VALUES(1)") }
        }
        await waitUntil { writer.waiting == 1 }
        writer.stop()
        #expect(await refusal(writer) == .busy)
        blocked.gate.signal()
        try await blocked.work.value
        try await taken.value
        let again = try Database(path: folder.path("t.db"), mode: .readOnly)
        #expect(try again.integer("SELECT count(*) FROM t") == 1)
    }

    /// Whether the caller is told that the work is stored.
    private func isTold(
        _ writer: DatabaseThread, _ work: @escaping @Sendable (Database) throws -> Void
    ) async -> Bool {
        do throws(StorageFault) {
            try await writer.run(work)
            return true
        } catch {
            return false
        }
    }

    /// Why work that does nothing is refused; `nil` when it is not.
    private func refusal(_ writer: DatabaseThread) async -> StorageFault? {
        do throws(StorageFault) {
            try await writer.run { _ in }
            return nil
        } catch {
            return error
        }
    }

    // MARK: - The log

    private static var small: CheckpointPolicy {
        var policy = CheckpointPolicy()
        policy.softPages = 50
        policy.hardPages = 200
        policy.patience = 20
        return policy
    }

    private func logBytes(_ folder: Folder) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path("t.db-wal"))
        return attributes?[.size] as? Int ?? 0
    }

    /// Writes 16 KB.
    private func write(_ writer: DatabaseThread, _ number: Int) async throws {
        try await writer.run { database in
            try database.statement("INSERT OR REPLACE INTO t(n, b) VALUES(?1, randomblob(16384))")
                .bind(Int64(number % 40)).run()
        }
    }

    @Test("The log stays short, also while readers read without a pause")
    func bounded() async throws {
        let folder = try Folder()
        let writer = try writer(folder, Self.small)
        defer { writer.stop() }
        let reader = try DatabaseThread(
            .reader, path: folder.path("t.db"), onLostWrites: { _ in }
        ) { _ in }
        defer { reader.stop() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    while !Task.isCancelled {
                        _ = try await reader.run {
                            try $0.integer("SELECT sum(length(b)) FROM t")
                        }
                    }
                }
            }
            var most = 0
            for number in 0..<600 {
                try await write(writer, number)
                most = max(most, logBytes(folder))
            }
            // Written: more than 9 MB. The limit is 200 pages of 4 KB; one soft step may lie beyond it.
            #expect(most <= 300 * 4200)
            #expect(most > 0)
            group.cancelAll()
        }
    }

    @Test("A long read lets the log grow; after it the log is short again")
    func longRead() async throws {
        let folder = try Folder()
        let writer = try writer(folder, Self.small)
        defer { writer.stop() }
        try await write(writer, 0)
        do {
            let reader = try Database(path: folder.path("t.db"), mode: .readOnly)
            try reader.execute("BEGIN")
            _ = try reader.integer("SELECT count(*) FROM t")
            for number in 0..<150 { try await write(writer, number) }
            #expect(logBytes(folder) > 300 * 4096, "the snapshot needs it")
            #expect(try reader.integer("SELECT count(*) FROM t") == 1, "one snapshot throughout")
            try reader.execute("COMMIT")
        }
        for number in 0..<60 { try await write(writer, number) }
        #expect(logBytes(folder) <= 300 * 4200)
    }

    @Test(
        "Emptying the log leaves nothing in it; a reader in an old snapshot is said to be in the way"
    )
    func emptying() async throws {
        let folder = try Folder()
        let writer = try writer(folder, Self.small)
        defer { writer.stop() }
        try await write(writer, 0)
        #expect(logBytes(folder) > 0)
        #expect(try await writer.emptyLog())
        #expect(logBytes(folder) == 0)
        let reader = try Database(path: folder.path("t.db"), mode: .readOnly)
        try reader.execute("BEGIN")
        _ = try reader.integer("SELECT count(*) FROM t")
        try await write(writer, 1)
        #expect(try await writer.emptyLog() == false)
        try reader.execute("COMMIT")
        #expect(try await writer.emptyLog())
    }

    @Test("The policy copies at its soft limit, waits at its hard one, and does not nag")
    func policy() {
        var policy = Self.small
        #expect(policy.committed(pages: 49) == .nothing)
        #expect(policy.committed(pages: 50) == .copy)
        #expect(policy.committed(pages: 51) == .nothing)
        #expect(policy.committed(pages: 99) == .nothing)
        #expect(policy.committed(pages: 100) == .copy)
        #expect(policy.committed(pages: 210) == .truncate)
        #expect(policy.committed(pages: 230) == .nothing)
        #expect(policy.committed(pages: 260) == .truncate)
        #expect(policy.committed(pages: 3) == .nothing)
        #expect(policy.committed(pages: 60) == .copy, "the log has begun anew")
    }

    /// Gives way until the condition holds; it depends on other tasks of the test only.
    private func waitUntil(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }
}
