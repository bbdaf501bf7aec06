import Foundation
import Testing
import WireFormat

@testable import tributary

@Suite("What a chaos run reads from gateway and mocks")
struct AnswerReadingTests {
    private func fixture(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Answers/\(name)")))
    }

    @Test("A stream gives its record and quotes to hold, a few of every supplier")
    func stream() throws {
        let bytes = try fixture("search.ndjson")
        let reply = Reply(
            span: HistorySamples.span(0, 900), status: 200,
            chunks: [(at: HistorySamples.at(900), bytes: bytes)])
        var record = SearchRecord(
            exchange: HistorySamples.exchange(.ndjson, reply.span), timeout: 1000)
        let quotes = AnswerReading.stream(reply, into: &record, most: 6)
        #expect(record.faults == [])
        #expect(record.firstEvent == "search")
        #expect(record.announced == ["direct", "linkrest"])
        #expect(record.told == ["direct"])
        #expect(record.eventsAfterDone == 0)
        let done = try #require(record.done)
        #expect(
            done.statuses == [
                .init(supplier: "direct", status: "ok", source: "live", latency: 13),
                .init(supplier: "linkrest", status: "timeout", source: "none", latency: 1000),
            ])
        #expect(done.written?.milliseconds == 1_796_058_430_106)
        #expect(quotes.map(\.quote) == ["Q1"])
        #expect(quotes.first?.total == Price(amount: "314.00", currency: "EUR"))
        #expect(quotes.first?.occupancies == ["2-9,4"])
        #expect(quotes.first?.source == "cache")
        #expect(quotes.first?.expires?.milliseconds == 1_796_059_330_106)
    }

    @Test("A hold is read with its change")
    func hold() throws {
        let value = AnswerReading.value(try fixture("hold.json"))
        let sight = try #require(AnswerReading.sight(value, HistorySamples.span(0, 1)))
        #expect(sight.state == "HELD")
        #expect(sight.version == 3)
        #expect(sight.price == Price(amount: "305.00", currency: "EUR"))
        #expect(sight.change?.old == Price(amount: "314.00", currency: "EUR"))
        #expect(sight.supplierReference == "9804863100000")
    }

    @Test("The mocks' books are read whole")
    func book() throws {
        let value = try #require(AnswerReading.value(try fixture("inventory.json")))
        let book = MockControl.book(try #require(value["suppliers"]?.elements?.first))
        #expect(book.supplier == "linkrest")
        #expect(book.reservations.map(\.reference) == ["TJYTTVYETYYI4Q5KHRLI"])
        #expect(book.reservations.first?.isLive == true)
        #expect(
            book.reservations.first?.heldUntil?.milliseconds == 1_796_058_731_302)
        #expect(book.nights.map(\.taken) == [1, 1])
        #expect(book.nights.map(\.allotment) == [9, nil])
        #expect(book.movements.map(\.state) == ["held"])
    }
}
