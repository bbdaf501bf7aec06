import Digest
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Quote ids: what they find, and everything that finds nothing.
@Suite struct QuoteDeskTests {
    private let gateway: SimulatedGateway
    private let answer: Answer
    private let display: QuoteDisplay
    private let demo: TenantID

    init() throws {
        let account = try #require(SimulatedGateway.Account("alpha", hotels: [0, 1]))
        gateway = try SimulatedGateway(seed: 1, accounts: [account], hotels: 2) { _, _ in .hang }
        answer = try Sample.answer(
            "alpha",
            [
                "alpha-0 r1 Double BB free USD 200.00", "alpha-1 r2 Twin RO non EUR 90.00",
                "alpha-1 r3 Twin BB non EUR 99.00 expires=2027-01-01T00:05:00Z",
                "alpha-1 r4 Twin BB non EUR 98.00 expires=2027-01-01T00:00:05Z",
            ])
        display = try QuoteDisplay(
            currency: Sample.currency("EUR"), rateDate: Sample.rates().asOf, markupVersion: 3)
        demo = try Sample.tenant("demo")
    }

    /// Stores the answer and quotes one of its offers.
    private func issue(_ index: Int) throws -> (id: QuoteID?, expires: Instant) {
        let (store, answer) = (gateway.store, answer)
        let until = try #require(answer.head.storedUntil)
        let isStored = try gateway.simulation.run {
            (try? await store.put(answer.head.id, AnswerRecord.encode(answer), expires: until))
                != nil
        }
        #expect(isStored)
        let offers = answer.byHotel.flatMap(\.offers)
        return gateway.desk.issue(
            offers[index], shownIn: display, for: demo, now: gateway.simulation.now())
    }

    private func resolve(
        _ id: QuoteID, tenant: String = "demo", after wait: Duration = .zero
    ) throws -> QuoteResolution? {
        let tenant = try Sample.tenant(tenant)
        let gateway = gateway
        return try gateway.simulation.run {
            let later = gateway.simulation.uptime().advanced(by: wait)
            try? await gateway.simulation.sleep(until: later)
            return try? await gateway.desk.resolve(id, for: tenant)
        }
    }

    @Test(arguments: 0..<3) func aLiveQuoteGivesItsOffer(index: Int) throws {
        let (id, expires) = try issue(index)
        guard case .live(let quote) = try resolve(#require(id)) else {
            Issue.record("not live")
            return
        }
        #expect(quote.offer == answer.byHotel.flatMap(\.offers)[index].offer)
        #expect(quote.hotel.text == "hotel:\(index == 0 ? 0 : 1)")
        #expect(quote.stay == answer.head.terms.stay && quote.rooms == answer.head.terms.rooms)
        #expect(quote.shopper == answer.head.terms.shopper)
        #expect(quote.expiresAt == expires && quote.shownIn == display && quote.tenant == demo)
        #expect(
            quote.offerID
                == OfferID(
                    supplier: answer.head.supplier, offer: quote.offer, terms: answer.head.terms))
    }

    @Test func livesEndAtFifteenMinutesOrBeforeTheToken() throws {
        #expect(try issue(0).expires.description == "2027-01-01T00:15:00.000Z")
        #expect(try issue(2).expires.description == "2027-01-01T00:04:50.000Z")
        // A token that is as good as gone carries no quote.
        #expect(try issue(3).id == nil)
    }

    @Test func afterItsLifeItIsExpiredAndTellsTheSearch() throws {
        let id = try #require(try issue(0).id)
        guard case .live = try resolve(id, after: .milliseconds(899_999)) else {
            Issue.record("ended early")
            return
        }
        guard case .expired(let quote?) = try resolve(id, after: .milliseconds(1)) else {
            Issue.record("not expired")
            return
        }
        #expect(quote.stay == answer.head.terms.stay)
        guard case .expired(nil) = try resolve(id, after: .seconds(7200)) else {
            Issue.record("the store should have forgotten")
            return
        }
    }

    @Test func anotherTenantsIdIsUnknown() throws {
        let id = try #require(try issue(0).id)
        #expect(try resolve(id, tenant: "other") == .unknown)
        #expect(try resolve(id, tenant: "dem") == .unknown)
    }

    @Test func everyAlteredCharacterMakesItUnknown() throws {
        let id = try #require(try issue(0).id)
        let bytes = Array(id.text.utf8)
        for place in bytes.indices {
            var altered = bytes
            altered[place] = altered[place] == 65 ? 66 : 65
            let text = String(decoding: altered, as: UTF8.self)
            #expect(try resolve(QuoteID(text: text)) == .unknown, "\(place)")
        }
        for text in ["", "A", id.text + "A", String(id.text.dropLast()), id.text + "="] {
            #expect(try resolve(QuoteID(text: text)) == .unknown, "\(text)")
        }
    }

    @Test func idsOfAnEarlierKeyLiveOnThoseOfALostKeyDoNot() throws {
        let old = QuoteKeyring.Entry(number: 1, key: try AuthenticationKey([1, 2, 3]))
        let new = QuoteKeyring.Entry(number: 2, key: try AuthenticationKey([4, 5, 6]))
        let pointer = QuotePointer(
            node: 7, answer: answer.head.id, index: 300, expires: Simulation.epoch, display: display
        )
        let id = try #require(
            QuoteSigner(keys: QuoteKeyring(current: old)).sign(pointer, for: demo))
        let rotated = QuoteSigner(keys: QuoteKeyring(current: new, earlier: [old]))
        #expect(rotated.open(id, for: demo) == pointer)
        #expect(QuoteSigner(keys: QuoteKeyring(current: new)).open(id, for: demo) == nil)
        let renumbered = QuoteKeyring.Entry(number: 1, key: new.key)
        #expect(QuoteSigner(keys: QuoteKeyring(current: renumbered)).open(id, for: demo) == nil)
    }

    @Test func aLostAnswerIsExpiredNotUnknown() throws {
        let id = try #require(try issue(0).id)
        gateway.store.lose()
        #expect(try resolve(id) == .expired(nil))
    }

    @Test func aStoreThatRefusesIsNotAnAnswer() throws {
        let id = try #require(try issue(0).id)
        gateway.store.turn(.refusing(.unavailable))
        #expect(try resolve(id) == nil)
    }

    @Test func aQuoteIsShownWithTheRatesThatMadeIt() throws {
        let id = try #require(try issue(0).id)
        guard case .live(let quote) = try resolve(id) else {
            Issue.record("not live")
            return
        }
        let shown = try #require(gateway.desk.shown(quote))
        #expect(try shown.price.total == Sample.money("160.00 EUR"))
        #expect(shown.quoteID == id && shown.expiresAt == quote.expiresAt)
        #expect(shown.cancellation.freeUntil?.zone == "Europe/Lisbon")
    }

    @Test func aRenewedQuoteHasTheNewOfferAndALifeOfItsOwn() throws {
        let id = try #require(try issue(0).id)
        guard case .live(let quote) = try resolve(id, after: .seconds(600)) else {
            Issue.record("not live")
            return
        }
        let dearer = try Sample.offer("alpha-0 r1 Double BB free USD 250.00")
        let gateway = gateway
        let renewed = try #require(
            try gateway.simulation.run { try? await gateway.desk.renew(quote, with: dearer) })
        #expect(renewed.offer == dearer && renewed.offerID == quote.offerID)
        #expect(renewed.id != quote.id && renewed.shownIn == quote.shownIn)
        #expect(renewed.expiresAt.description == "2027-01-01T00:25:00.000Z")
        #expect(try resolve(renewed.id) == .live(renewed))
    }

    @Test func storedAnswersThatAreDamagedAreNotRead() throws {
        let bytes = AnswerRecord.encode(answer)
        for length in 0..<bytes.count {
            #expect(throws: (any Error).self) {
                try AnswerRecord.decode(Array(bytes.prefix(length)), offerAt: 0)
            }
        }
        #expect(throws: (any Error).self) { try AnswerRecord.decode(bytes, offerAt: 4) }
        #expect(throws: (any Error).self) { try AnswerRecord.decode([9] + bytes, offerAt: 0) }
    }
}
