import Foundation
import Testing
import TravelModel

@testable import Places

@Suite struct PlaceDirectoryTests {
    @Test func answersFromManyTasksAtOnce() async throws {
        let directory = try PlaceDirectory(path: Fixtures.indexFile.get())
        let version = directory.version
        let queries = ["lon", "par", "new y", "東京", "lhr", "san"]
        let alone = try queries.map { try Fixtures.openIndex().suggest(SuggestQuery($0)) }
        try await withThrowingTaskGroup(of: (Int, PlaceSuggestions).self) { group in
            for round in 0..<60 {
                let which = round % queries.count
                group.addTask { (which, try await directory.suggest(SuggestQuery(queries[which]))) }
            }
            for try await (which, answer) in group {
                #expect(answer == alone[which])
                #expect(answer.version == version)
            }
        }
        let id = try #require(PlaceID("geonames:2643743"))
        #expect(try await directory.place(id)?.name == "London")
        #expect(try await directory.statistics().counts[.city] == 234_908)
    }

    @Test func refusesMoreThanItsQueue() async throws {
        let (directory, gate) = try heldDirectory(queue: 1)
        let query = try SuggestQuery("lisbon", limit: 1)
        let first = Task { try await directory.suggest(query) }
        await gate.someoneWaits()
        await #expect(throws: PlaceFault.busy) { try await directory.suggest(query) }
        let id = try #require(PlaceID("iata:LHR"))
        await #expect(throws: PlaceFault.busy) { try await directory.place(id) }
        gate.open()
        #expect(try await first.value.items.first?.hotelCount == 7)
        #expect(try await directory.suggest(query).items.count == 1)
    }

    @Test func dropsAQueryThatIsCancelledWhileItWaits() async throws {
        let (directory, gate) = try heldDirectory(queue: 2)
        let query = try SuggestQuery("lisbon", limit: 1)
        let first = Task { try await directory.suggest(query) }
        await gate.someoneWaits()
        let second = Task { try await directory.suggest(query) }
        second.cancel()
        gate.open()
        await #expect(throws: PlaceFault.cancelled) { try await second.value }
        #expect(try await first.value.items.count == 1)
    }

    /// A directory whose thread stands at a gate in its first answer: hotels are counted there.
    private func heldDirectory(queue: Int) throws -> (PlaceDirectory, Gate) {
        let gate = Gate()
        let directory = try PlaceDirectory(path: Fixtures.indexFile.get(), queue: queue) { _ in
            gate.pass()
            return 7
        }
        return (directory, gate)
    }

    @Test func reopensWhatABuildReplaced() async throws {
        let path = Fixtures.temporaryFile("live.db")
        func build(_ version: String) throws {
            let data = try Fixtures.dataFile([
                "tributary-places\t2\t\(version)",
                "C\t1\tPT\tPRT\tPortugal\t10000000\t39\t-8\t-9\t37\t-7\t42",
            ])
            _ = try PlaceIndexBuilder(dataFile: data, indexFile: path).build()
        }
        try build("one")
        let directory = try PlaceDirectory(path: path)
        try build("two")
        #expect(directory.version.hasPrefix("one-"))
        #expect(try await directory.suggest(SuggestQuery("port")).items.count == 1)
        try await directory.reopen()
        #expect(directory.version.hasPrefix("two-"))
        #expect(try await !directory.reopenIfReplaced(), "it is open already")
        try build("three")
        #expect(try await directory.reopenIfReplaced())
        #expect(directory.version.hasPrefix("three-"))
        try Data("no index".utf8).write(to: URL(filePath: path), options: .atomic)
        await #expect(throws: PlaceFault.self) { try await directory.reopenIfReplaced() }
        #expect(try await !directory.reopenIfReplaced(), "the same fault is not met twice")
        #expect(try await directory.suggest(SuggestQuery("port")).items.count == 1)
        #expect(directory.version.hasPrefix("three-"))
        try FileManager.default.removeItem(atPath: path)
        await #expect(throws: PlaceFault.self) { try await directory.reopen() }
        #expect(directory.version.hasPrefix("three-"))
    }
}

/// Holds threads back until it is opened.
private final class Gate: @unchecked Sendable {
    // Unchecked because of the condition, which guards `isOpen` and `waiting`.
    private let condition = NSCondition()
    private var isOpen = false
    private var arrived: CheckedContinuation<Void, Never>?
    private var hasArrived = false

    func pass() {
        condition.withLock {
            hasArrived = true
            arrived?.resume()
            arrived = nil
            while !isOpen { condition.wait() }
        }
    }

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    func someoneWaits() async {
        await withCheckedContinuation { continuation in
            condition.withLock {
                if hasArrived { continuation.resume() } else { arrived = continuation }
            }
        }
    }
}
