import GatewayTesting
import Testing
import TravelModel

@testable import Gateway

/// Lives follow how often answers turn out to have changed.
@Suite struct VolatilityBookTests {
    private let start = Uptime(nanoseconds: 0)

    private func line(
        _ supplier: String = "alpha", _ lead: LeadTime = .month
    ) throws -> VolatilityBook.Line {
        VolatilityBook.Line(supplier: try Sample.supplier(supplier), lead: lead)
    }

    @Test func nothingLearnedIsTheTable() throws {
        #expect(VolatilityBook().factor(try line(), now: start) == 1000)
    }

    /// A tenth of a change in a life of the table is what the table is for.
    @Test func whatTheTableIsForLeavesItAsItIs() throws {
        var book = VolatilityBook()
        for number in 0..<2_000 {
            book.note(
                try line(), rates: 10, changed: number % 2, age: .seconds(600), now: start)
        }
        #expect((900...1100).contains(book.factor(try line(), now: start)))
    }

    @Test func theBoundsHold() throws {
        var book = VolatilityBook()
        for _ in 0..<10_000 {
            book.note(try line(), rates: 1, changed: 1, age: .seconds(1), now: start)
            book.note(try line("beta"), rates: 1, changed: 0, age: .seconds(9_999_999), now: start)
        }
        #expect(book.factor(try line(), now: start) == 250)
        #expect(book.factor(try line("beta"), now: start) == 2000)
        // Neither says anything of others.
        #expect(book.factor(try line("alpha", .week), now: start) == 1000)
    }

    @Test func theOperatorsBoundsHold() throws {
        var settings = CacheSettings()
        (settings.leastLifePercent, settings.mostLifePercent) = (80, 110)
        var book = VolatilityBook(settings)
        for _ in 0..<1_000 {
            book.note(try line(), rates: 1, changed: 1, age: .seconds(1), now: start)
            book.note(try line("beta"), rates: 1, changed: 0, age: .seconds(9_999), now: start)
        }
        #expect(book.factor(try line(), now: start) == 800)
        #expect(book.factor(try line("beta"), now: start) == 1100)
    }

    @Test func aSupplierThatBecomesAnotherIsNoticed() throws {
        var book = VolatilityBook()
        let line = try line()
        for _ in 0..<20_000 {
            book.note(line, rates: 1, changed: 0, age: .seconds(600), now: start)
        }
        #expect(book.factor(line, now: start) > 1900)
        for _ in 0..<300 {
            book.note(line, rates: 1, changed: 1, age: .seconds(600), now: start)
        }
        #expect(book.factor(line, now: start) < 600)
    }

    @Test func whatWasLearnedFades() throws {
        var book = VolatilityBook()
        for _ in 0..<100 {
            book.note(try line(), rates: 1, changed: 1, age: .seconds(60), now: start)
        }
        let first = book.factor(try line(), now: start)
        let later = book.factor(try line(), now: start.advanced(by: .seconds(6 * 3600)))
        let end = book.factor(try line(), now: start.advanced(by: .seconds(400 * 86_400)))
        #expect(first == 250 && later > 600 && end == 1000)
    }

    @Test func whatSaysNothingIsNotBooked() throws {
        var book = VolatilityBook()
        book.note(try line(), rates: 0, changed: 0, age: .seconds(60), now: start)
        book.note(try line(), rates: 1, changed: 1, age: .zero, now: start)
        book.note(try line(), rates: 1, changed: 1, age: .seconds(-60), now: start)
        #expect(book.factor(try line(), now: start) == 1000)
        // More changes than rates are as many as there are rates.
        book.note(try line(), rates: 1, changed: 1_000, age: .seconds(1), now: start)
        #expect(book.factor(try line(), now: start) == 800)
    }
}
