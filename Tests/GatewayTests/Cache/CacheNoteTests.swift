import Codec
import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// What one process tells the next of its cache reads back as it was, and damage is a fault, no trap.
@Suite struct CacheNoteTests {
    private func kept() throws -> CacheNote.Kept {
        let lines = [
            "alpha-0 r1 Double BB free EUR 1.00", "alpha-0 r2 Double BB free EUR 2.00",
            "alpha-2 r1 Double BB free EUR 3.00",
        ]
        let hotels = try Sample.answer("alpha", lines).byHotel
        let terms = try Sample.terms()
        let supplier = try Sample.supplier("alpha")
        let heard = HeardAnswer(
            supplier: supplier,
            scope: AvailabilityScope(supplier, terms, sendsLanguage: true), stay: terms.stay,
            absence: .unsellable, askedAt: Uptime(nanoseconds: 1_000_000_000),
            heardAt: Uptime(nanoseconds: 3_000_000_000), now: Simulation.epoch, chance: 1,
            longest: .seconds(600), hotels: hotels)
        let life = AnswerLife(soft: .seconds(60), hard: .milliseconds(123_456))
        let absent = Keeping.Hotel(
            code: try Sample.code("alpha-1"), offers: [],
            life: AnswerLife(soft: .zero, hard: .seconds(90)))
        let all = hotels.map { Keeping.Hotel(code: $0.code, offers: $0.offers, life: life) }
        return try #require(
            CacheNote.Kept(heard, terms, all + [absent], account: [1, 2, 3]))
    }

    @Test func aKeptAnswerReadsBack() throws {
        let note = CacheNote.kept(try kept())
        guard case .kept(let read) = try CacheNote(note.bytes) else {
            Issue.record("another kind")
            return
        }
        #expect(read.supplier.text == "alpha" && read.account == [1, 2, 3])
        #expect(try read.terms == Sample.terms() && read.absence == .unsellable)
        #expect(read.heardAt == Simulation.epoch)
        #expect(read.askedAt == Simulation.epoch.advanced(by: .seconds(-2)))
        #expect(read.answers.count == 1)
        #expect(read.answers[0].storedUntil == Simulation.epoch.advanced(by: .seconds(7200)))
        #expect(read.hotels.map(\.code.text) == ["alpha-0", "alpha-2", "alpha-1"])
        #expect(read.hotels.map { $0.offers.map(\.index) } == [[0, 1], [2], []])
        #expect(read.hotels[0].life == AnswerLife(soft: .seconds(60), hard: .milliseconds(123_456)))
        #expect(read.ends == Simulation.epoch.advanced(by: .milliseconds(123_456)))
    }

    @Test func whatWasForgottenReadsBack() throws {
        let place = Invalidations.Place(
            supplier: try Sample.supplier("alpha"), code: try Sample.code("alpha-1"))
        let stay = try Sample.terms().stay
        let note = CacheNote.forgotten(place, stay, at: Simulation.epoch)
        guard case .forgotten(place, stay, at: Simulation.epoch) = try CacheNote(note.bytes) else {
            Issue.record("not the same")
            return
        }
        #expect(note.ends == nil)
    }

    /// A life or an index that flipped would show an offer too long, or another one.
    @Test func whateverIsNotAsItWasWrittenIsAFault() throws {
        let bytes = CacheNote.kept(try kept()).bytes
        for length in bytes.indices {
            #expect(throws: CodecFault.self) { try CacheNote(Array(bytes.prefix(length))) }
        }
        #expect(throws: CodecFault.self) { try CacheNote(bytes + [0]) }
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << bit
                #expect(throws: CodecFault.self) { try CacheNote(damaged) }
            }
        }
    }
}
