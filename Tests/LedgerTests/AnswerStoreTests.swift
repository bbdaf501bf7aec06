import Foundation
import Gateway
import Testing
import TravelModel

@testable import Ledger

@Suite("Stored answers")
struct AnswerStoreTests {
    private func store(_ folder: URL, limit: Int = 1 << 20) throws -> SQLiteAnswerStore {
        try SQLiteAnswerStore(path: folder.appending(path: "answers.db").path, limit: limit)
    }

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

    @Test("The bound holds, and those that expire first go first")
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
}
