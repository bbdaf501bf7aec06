import Foundation
import Gateway
import Synchronization
import Testing
import TravelModel

@testable import Ledger

@Suite("Stored answers")
struct AnswerStoreTests {
    private func store(_ folder: URL, limit: Int = 1 << 20) throws -> SQLiteAnswerStore {
        try SQLiteAnswerStore(path: folder.appending(path: "answers.db").path, limit: limit)
    }

    private let now = Instant(millisecondsSinceEpoch: 1_799_000_000_000)
    private let later = Instant(millisecondsSinceEpoch: 1_800_000_000_000)

    @Test("An answer is there again after the file is opened anew")
    func persistence() async throws {
        let fixture = try LedgerFixture()
        let first = try store(fixture.folder)
        let id = AnswerID(high: .max, low: 1)
        try await first.put(id, [1, 2, 3], expires: later)
        try await first.put(id, [9], expires: later)
        first.close()
        let again = try store(fixture.folder)
        #expect(try await again.get(id) == [1, 2, 3])
        #expect(try await again.get(AnswerID(high: 1, low: .max)) == nil)
        #expect(again.storedBytes == 3)
    }

    @Test("What a quote still needs outlasts what would only expire later")
    func need() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder, limit: 100_000)
        let bytes = [UInt8](repeating: 7, count: 1000)
        // Of stays far ahead, an hour old: kept for hours, no quote needs them, but for one that was
        // shown again.
        for number in 1...80 as ClosedRange<UInt64> {
            try await answers.put(
                AnswerID(high: 0, low: number), bytes, needed: now.advanced(by: .seconds(900)),
                expires: now.advanced(by: .seconds(4 * 3600)))
        }
        await answers.need([AnswerID(high: 0, low: 3)], until: now.advanced(by: .seconds(5400)))
        await answers.need([AnswerID(high: 0, low: 3)], until: now)
        // Of tonight, heard just now.
        for number in 1...40 as ClosedRange<UInt64> {
            try await answers.put(
                AnswerID(high: 1, low: number), bytes, needed: now.advanced(by: .seconds(4500)),
                expires: now.advanced(by: .seconds(4700)))
        }
        #expect(answers.storedBytes <= 100_000)
        for number in 1...40 as ClosedRange<UInt64> {
            #expect(try await answers.get(AnswerID(high: 1, low: number)) != nil)
        }
        #expect(try await answers.get(AnswerID(high: 0, low: 1)) == nil)
        #expect(try await answers.get(AnswerID(high: 0, low: 3)) != nil)
    }

    @Test("The bound holds, and those that are needed least long go first")
    func bound() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder, limit: 100_000)
        for number in 1...200 as ClosedRange<UInt64> {
            try await answers.put(
                AnswerID(high: 0, low: number), [UInt8](repeating: 7, count: 1000),
                expires: later.advanced(by: .seconds(Int64(number))))
            #expect(answers.storedBytes <= 100_000)
        }
        #expect(try await answers.get(AnswerID(high: 0, low: 1)) == nil)
        #expect(try await answers.get(AnswerID(high: 0, low: 200)) != nil)
    }

    @Test("An answer that ends soon outlasts any number of those that are kept for hours")
    func shortLife() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder)
        let soon = AnswerID(high: 1, low: 1)
        try await answers.put(soon, [7], expires: later.advanced(by: .seconds(16 * 60)))
        for number in 1...600 as ClosedRange<UInt64> {
            try await answers.put(
                AnswerID(high: 0, low: number), [7],
                expires: later.advanced(by: .seconds(290 * 60)))
        }
        #expect(try await answers.get(soon) == [7])
    }

    @Test("What a full disk undid is not counted, so that nothing that lives is removed for it")
    func undone() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder, limit: 5_000)
        try await answers.put(
            AnswerID(high: 0, low: 1), [UInt8](repeating: 7, count: 1000), expires: later)
        let thread = answers.thread
        for number in 2...12 as ClosedRange<UInt64> {
            let gate = Wake()
            let started = AsyncStream.makeStream(of: Void.self)
            let blocked = Task {
                try await thread.run { _ in
                    started.continuation.yield()
                    gate.wait()
                }
            }
            for await _ in started.stream { break }
            let put = Task {
                try await answers.put(
                    AnswerID(high: 0, low: number), [UInt8](repeating: 7, count: 1000),
                    expires: later)
            }
            await waitUntil { thread.waiting == 1 }
            // As a full disk does: what shares the commit is gone.
            let ruin = Task { try await thread.run { try $0.execute("ROLLBACK") } }
            await waitUntil { thread.waiting == 2 }
            gate.signal()
            try await blocked.value
            await #expect(throws: StorageFault.self) { try await put.value }
            _ = await ruin.result
        }
        #expect(answers.storedBytes == 1000)
        try await answers.put(AnswerID(high: 1, low: 0), [1], expires: later)
        #expect(try await answers.get(AnswerID(high: 0, low: 1)) != nil)
    }

    @Test("A damaged file is put aside, and answers are stored in a new one")
    func damaged() async throws {
        let fixture = try LedgerFixture()
        let path = fixture.folder.appending(path: "answers.db").path
        try Data(repeating: 9, count: 8192).write(to: URL(filePath: path))
        let aside = Mutex<[String]>([])
        let answers = try SQLiteAnswerStore.open(path: path, limit: 1000) { name in
            aside.withLock { $0.append(name) }
        }
        #expect(aside.withLock { $0 } == [path + ".damaged"])
        try await answers.put(AnswerID(high: 1, low: 0), [1], expires: later)
        #expect(try await answers.get(AnswerID(high: 1, low: 0)) == [1])
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test("An answer that is not as it was put is lost; one of before there were checksums is not")
    func changed() async throws {
        let fixture = try LedgerFixture()
        let path = fixture.folder.appending(path: "answers.db").path
        let old = try Database(path: path, mode: .readWrite)
        try old.execute(
            """
            CREATE TABLE answer(seq INTEGER PRIMARY KEY, high INTEGER NOT NULL, low INTEGER NOT NULL,
                expires_ms INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE(high, low));
            INSERT INTO answer(high, low, expires_ms, bytes) VALUES(1, 1, 0, x'0102');
            """)
        let answers = try store(fixture.folder)
        let (first, second) = (AnswerID(high: 1, low: 1), AnswerID(high: 2, low: 2))
        try await answers.put(second, [1, 2, 3], expires: later)
        #expect(try await answers.get(first) == [1, 2])
        #expect(try await answers.get(second) == [1, 2, 3])
        try await answers.thread.run { database in
            try database.execute("UPDATE answer SET bytes = x'010203ff' WHERE high = 2")
        }
        #expect(try await answers.get(second) == nil)
        #expect(answers.thread.damagedRows == 1)
    }

    @Test("Notes come back newest first, page by page, also after the file is opened anew")
    func notes() async throws {
        let fixture = try LedgerFixture()
        let first = try store(fixture.folder)
        for number in 1...10 as ClosedRange<UInt8> {
            try await first.note([number], expires: later, now: now)
        }
        first.close()
        let again = try store(fixture.folder)
        var found: [UInt8] = []
        var before: Int64?
        while true {
            let page = try await again.notes(before: before, most: 4)
            guard let last = page.last else { break }
            found += page.flatMap(\.bytes)
            before = last.number
        }
        #expect(found == (1...10).reversed())
        #expect(again.storedBytes == 0, "answers have their bound for themselves")
    }

    @Test("Notes are bounded: the oldest go")
    func manyNotes() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder)
        let most = SQLiteAnswerStore.mostNotes
        try await answers.thread.run { [later] database in
            let expires = later.millisecondsSinceEpoch
            for (number, note) in [(1, "x'01'"), (most, "x'02'")] {
                try database.execute(
                    "INSERT INTO note(seq, expires_ms, bytes) VALUES(\(number), \(expires), \(note))"
                )
            }
        }
        try await answers.note([3], expires: later, now: now)
        #expect(try await answers.notes(before: nil, most: 9).map(\.bytes) == [[3], [2]])
    }

    @Test("Notes go when they have expired, but none before an older one that has not")
    func expiredNotes() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder)
        try await answers.note([1], expires: now, now: now)
        try await answers.note([2], expires: later, now: now)
        // It says that the second is no longer true, and goes with it.
        try await answers.note([3], expires: now, now: now)
        let soon = now.advanced(by: .seconds(1))
        try await answers.note([4], expires: later, now: soon)
        #expect(try await answers.notes(before: nil, most: 9).map(\.bytes) == [[4], [3], [2]])
        #expect(answers.noteBytes == 3)
        let end = later.advanced(by: .seconds(1))
        try await answers.note([5], expires: end, now: end)
        #expect(try await answers.notes(before: nil, most: 9).map(\.bytes) == [[5]])
        #expect(answers.noteBytes == 1)
    }

    @Test("The bytes of notes are bounded, also over a restart: the oldest go")
    func bigNotes() async throws {
        let fixture = try LedgerFixture()
        let first = try store(fixture.folder)
        let note = [UInt8](repeating: 7, count: 2 << 20)
        for _ in 0..<12 { try await first.note(note, expires: later, now: now) }
        first.close()
        let again = try store(fixture.folder)
        #expect(again.noteBytes == 24 << 20)
        for _ in 0..<8 {
            try await again.note(note, expires: later, now: now)
            #expect(again.noteBytes <= SQLiteAnswerStore.mostNoteBytes)
        }
        let kept = try await again.notes(before: nil, most: 99)
        #expect(kept.first?.number == 20 && (kept.last?.number ?? 0) > 1)
        #expect(again.noteBytes == Int64(kept.count) * Int64(note.count))
    }

    @Test("A file of an earlier release has no notes and takes some")
    func earlierFile() async throws {
        let fixture = try LedgerFixture()
        let first = try store(fixture.folder)
        try await first.thread.run { try $0.execute("DROP TABLE note") }
        first.close()
        let again = try store(fixture.folder)
        #expect(try await again.notes(before: nil, most: 9).isEmpty)
        try await again.note([1], expires: later, now: now)
        #expect(try await again.notes(before: nil, most: 9).count == 1)
    }

    private func waitUntil(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test("However much is stored and noted, no statement more is kept for it")
    func statements() async throws {
        let fixture = try LedgerFixture()
        let answers = try store(fixture.folder, limit: 100_000)
        func load(_ numbers: ClosedRange<UInt64>) async throws {
            for number in numbers {
                let moment = now.advanced(by: .seconds(Int64(number)))
                try await answers.put(
                    AnswerID(high: 1, low: number), [UInt8](repeating: 1, count: 1_000),
                    expires: moment.advanced(by: .seconds(3_600)))
                try await answers.note(
                    [2], expires: moment.advanced(by: .seconds(60)), now: moment)
            }
        }
        try await load(1...300)
        let before = try await answers.texts()
        try await load(301...900)
        #expect(try await answers.texts() == before)
    }
}
