import MockKit
import Testing

@Suite struct MarketTests {
    private func shop(seed: UInt64) throws -> Shop {
        Shop(supplier: "linkrest", seed: seed, catalogue: try World.catalogue.get())
    }

    private func prices(_ shop: inout Shop, nights: Int) throws -> [Int64] {
        let stay = try #require(World.stay("2027-04-10", nights: nights))
        let party = try #require(Party("2"))
        return shop.listings.keys.sorted().prefix(40).flatMap { code in
            shop.offers(of: code, stay: stay, parties: [party]).map(\.total.minor)
        }
    }

    @Test func oneSeedOnePriceAnotherSeedAnother() throws {
        var first = try shop(seed: 1)
        var again = try shop(seed: 1)
        var other = try shop(seed: 2)
        #expect(try prices(&first, nights: 3) == prices(&again, nights: 3))
        #expect(try prices(&first, nights: 3) != prices(&other, nights: 3))
    }

    @Test func offersAddUpAndComeCheapestFirst() throws {
        var shop = try shop(seed: 3)
        let stay = try #require(World.stay("2027-04-10", nights: 4))
        let parties = [try #require(Party("2")), try #require(Party("2-5"))]
        var seen = 0
        for code in shop.listings.keys.sorted().prefix(60) {
            let offers = shop.offers(of: code, stay: stay, parties: parties)
            #expect(offers.map(\.total.minor) == offers.map(\.total.minor).sorted())
            for offer in offers {
                seen += 1
                #expect(offer.total.minor == offer.base.minor + offer.tax.minor)
                #expect(offer.rates.count == 2 && offer.remaining >= 2)
                #expect(offer.rates.allSatisfy { $0.nightly.count == 4 && $0.base.minor > 0 })
            }
        }
        #expect(seen > 50)
    }

    @Test func driftMovesAShareOfPricesAndOnlyByItsPercent() throws {
        let listings = try shop(seed: 4).listings
        let still = Market(seed: 4, supplier: "linkrest")
        var moving = still
        moving.drift = PriceDrift(every: 60_000, share: 0.5, percent: 4)
        let stay = try #require(World.stay("2027-04-10", nights: 1))
        let party = try #require(Party("2"))
        var moved = 0
        for code in listings.keys.sorted().prefix(200) {
            let listing = try #require(listings[code])
            let room = try #require(listing.hotel.rooms.first { $0.takes(party) })
            let plan = try #require(still.plans(for: room, of: listing.hotel).first)
            func total(_ market: Market, _ now: Moment) -> Int64 {
                market.rate(listing, room, plan, stay, party, remaining: 1, now: now).total.minor
            }
            let base = total(still, World.start)
            let price = total(moving, World.start)
            #expect(price == total(moving, World.start.adding(milliseconds: 1)))
            #expect(abs(price - base) * 100 <= base * 4 + 200)
            moved += price == base ? 0 : 1
        }
        #expect((60...140).contains(moved))
    }

    @Test func wellFormedLies() throws {
        var shop = try shop(seed: 3)
        let stay = try #require(World.stay("2027-04-10", nights: 2))
        let party = try #require(Party("2"))
        let codes = Array(shop.listings.keys.sorted().prefix(10))
        let truth = codes.map { shop.offers(of: $0, stay: stay, parties: [party]) }
        shop.forced = .duplicateOffers
        let twice = codes.map { shop.offers(of: $0, stay: stay, parties: [party]).count }
        #expect(twice == truth.map { $0.count * 2 })
        shop.forced = .taxFlip
        let bare = codes.flatMap { shop.offers(of: $0, stay: stay, parties: [party]) }
        #expect(!bare.isEmpty && bare.allSatisfy { $0.tax.minor == 0 })
        shop.forced = .wrongCurrency
        #expect(shop.currency(asked: "EUR") == "USD" && shop.currency(asked: "USD") == "EUR")
        shop.forced = nil
        #expect(shop.currency(asked: "EUR") == "EUR")
    }

    @Test func tokensOpenOnlyUnaltered() throws {
        var shop = try shop(seed: 9)
        let stay = try #require(World.stay("2027-04-10", nights: 2))
        let party = try #require(Party("2-7"))
        let found = shop.listings.keys.sorted().lazy.compactMap { code in
            shop.offers(of: code, stay: stay, parties: [party]).first.map { (code, $0) }
        }.first
        let (code, offer) = try #require(found)
        let text = shop.token(for: offer, purpose: "price", code: code, note: "USD").text
        let token = try #require(shop.open(text, purpose: "price"))
        #expect(token.price == offer.total.minor && token.note == "USD")
        #expect(shop.offer(of: token)?.total.minor == offer.total.minor)
        #expect(shop.open(text, purpose: "book") == nil)
        let bytes = Array(text.utf8)
        for place in bytes.indices {
            var altered = bytes
            altered[place] = altered[place] == 0x41 ? 0x42 : 0x41
            let changed = String(decoding: altered, as: UTF8.self)
            guard changed != text else { continue }
            #expect(shop.open(changed, purpose: "price") == nil)
        }
    }
}
