import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Notes for the next process come in order, and one that the store did not take is not lost.
@Suite struct NoteJournalTests {
    private let gateway: SimulatedGateway
    private let journal: NoteJournal

    init() throws {
        gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        journal = NoteJournal(store: gateway.store, environment: gateway.ports.environment)
    }

    private func forgotten(_ number: Int) throws -> CacheNote {
        .forgotten(
            Invalidations.Place(
                supplier: try Sample.supplier("alpha"), code: try Sample.code("alpha-\(number)")),
            try Sample.terms().stay, at: Simulation.epoch)
    }

    /// What is in the store, oldest first.
    private func told() throws -> [String] {
        let notes = try gateway.simulation.run { [gateway] in
            await gateway.pause(.seconds(1))
            return (try? await gateway.store.notes(before: nil, most: 9_999)) ?? []
        }
        return try notes.reversed().map { stored in
            switch try CacheNote(stored.bytes) {
            case .forgotten(let place, _, _): place.code.text
            case .gap: "gap"
            case .kept: "kept"
            }
        }
    }

    private func wait() throws {
        try gateway.simulation.run { [gateway] in await gateway.pause(.seconds(2)) }
    }

    @Test(arguments: [MemoryAnswerStore.Mood.refusing(.unavailable), .frozen])
    func whatWasNotTakenComesFirstNextTime(mood: MemoryAnswerStore.Mood) throws {
        journal.append(try forgotten(0))
        try wait()
        gateway.store.turn(mood)
        for number in 1...3 { journal.append(try forgotten(number)) }
        try wait()
        gateway.store.turn(.well)
        #expect(try told() == ["alpha-0"])
        journal.append(try forgotten(4))
        #expect(try told() == (0...4).map { "alpha-\($0)" })
    }

    @Test func theEndTriesOnceMoreAndDoesNotHang() throws {
        gateway.store.turn(.refusing(.unavailable))
        journal.append(try forgotten(0))
        try wait()
        func flush() throws -> Duration {
            let (simulation, journal) = (gateway.simulation, journal)
            return try simulation.run {
                let start = simulation.uptime()
                await journal.flush(until: start.advanced(by: .seconds(3)))
                return start.duration(to: simulation.uptime())
            }
        }
        #expect(try flush() == .zero)
        gateway.store.turn(.frozen)
        #expect(try flush() == NoteJournal.patience)
        gateway.store.turn(.well)
        #expect(try flush() == .zero)
        #expect(try told() == ["alpha-0"])
        #expect(try flush() == .zero, "nothing waits")
    }

    /// Then nothing of before is believed, rather than what was made untrue.
    @Test func whatIsTooMuchToKeepBecomesAGap() throws {
        gateway.store.turn(.refusing(.unavailable))
        for number in 0...NoteJournal.most { journal.append(try forgotten(number)) }
        journal.append(try forgotten(7_777))
        try wait()
        gateway.store.turn(.well)
        journal.append(try forgotten(8_888))
        #expect(try told() == ["gap", "alpha-7777", "alpha-8888"])
    }

    @Test func aGapIsReadAsItWasWritten() throws {
        guard case .gap(let at) = try CacheNote(CacheNote.gap(at: Simulation.epoch).bytes) else {
            Issue.record("no gap")
            return
        }
        #expect(at == Simulation.epoch)
    }
}
