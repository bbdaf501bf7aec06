import Foundation
import SupplierKit
import Testing
import TravelModel

@testable import Gateway
@testable import Ledger

/// A ledger in a folder of its own that goes away with it, and holds to put in.
final class LedgerFixture: Sendable {
    let place: Folder
    let file: LedgerFile
    var folder: URL { place.url }

    init(keys: PersonalKeys? = nil) throws {
        place = try Folder()
        file = try Self.open(place.url, keys: keys)
    }

    deinit { file.close() }

    static func open(_ folder: URL, keys: PersonalKeys? = nil) throws -> LedgerFile {
        try LedgerFile(
            path: folder.appending(path: "ledger.db").path, node: "n1",
            keys: keys ?? PersonalKeys(current: key(1)),
            onLostWrites: { fault in Issue.record("lost writes: \(fault)") })
    }

    /// A key of one byte, many times.
    static func key(_ byte: UInt8) throws -> PersonalKey {
        try PersonalKey(Array(repeating: byte, count: PersonalKey.byteCount))
    }

    static let tenant = TenantID("demo")
    static let hotel = SupplierHotelCode("lisbon-aurora")

    static func now(_ milliseconds: Int64 = 1_800_000_000_000) -> StampedTime {
        StampedTime(
            wall: Instant(millisecondsSinceEpoch: milliseconds), boot: "b1",
            uptime: Uptime(nanoseconds: (milliseconds - 1_800_000_000_000) * 1_000_000))
    }

    /// A claim of rooms of our own for the nights from `checkIn` and `firstNight` days.
    static func claim(
        _ number: Int, key: String? = nil, quote: String? = nil, nights: Int = 2,
        checkIn: String = "2027-05-10", firstNight: Int = 0, rooms: Int = 1,
        tenant name: String = "demo", supplier: SupplierID = .direct,
        at now: StampedTime = now()
    ) throws -> HoldRecord {
        let tenant = try #require(TenantID(name))
        let euro = try #require(CurrencyCode("EUR"))
        let hotel = try #require(hotel)
        let first = try #require(CivilDate(checkIn)?.adding(days: firstNight))
        let last = try #require(first.adding(days: nights))
        let stay = try #require(StayDates(checkIn: first, checkOut: last))
        let occupancy = try #require(Occupancy(adults: 2, childAges: [9, 4]))
        let charge = Money(minorUnits: 20_000, currency: euro)
        let offer = Offer(
            hotel: hotel, rateKey: "DBL",
            rooms: [OfferRoom(name: "Double", occupancy: occupancy)], board: .roomOnly,
            price: try OfferPrice(
                charge: charge,
                components: [PriceComponent(kind: .base, amount: charge, payable: .now)]),
            cancellation: .unknown, payment: OfferPayment(timing: .now),
            hold: HoldAbility(keeper: .inventory),
            reference: try #require(RateReference(token: "DBL")))
        let quoteID = QuoteID(text: quote ?? "quote-\(number)")
        let key = try #require(IdempotencyKey(key ?? "key-\(number)"))
        var request = HoldRequest(tenant: tenant, key: key, quote: quoteID)
        request.guests = [
            try #require(
                Guest(room: 0, firstName: "Zoë", lastName: "Ábel", age: nil, lead: true))
        ]
        request.contact = Contact(email: "zoe@example.com", phone: "+351 1")
        request.metadata = Array(#"{"cart":7}"#.utf8)
        request.maxIncrease = .amount(Money(minorUnits: 500, currency: euro))
        let shopper = ShopperContext(
            residency: try #require(CountryCode("PT")), language: "pt", currency: euro)
        return HoldRecord(
            id: HoldID(random: CountingRandom(number)), request: request,
            fingerprint: [1, 2, 3],
            reference: HoldReference(randomBits: { UInt8(truncatingIfNeeded: number) }),
            quote: Quote(
                id: quoteID, tenant: tenant, offerID: OfferID(text: "offer"),
                supplier: supplier,
                hotel: try #require(HotelID("hotel:lisbon-aurora")), offer: offer, stay: stay,
                rooms: Array(repeating: occupancy, count: rooms), shopper: shopper,
                quotedAt: now.wall, expiresAt: now.wall.advanced(by: .seconds(900)),
                shownIn: QuoteDisplay(
                    currency: euro, rateDate: first, markupVersion: 0)),
            createdAt: now)
    }

    static func room(allotment: Int) throws -> OwnRoom {
        OwnRoom(
            hotel: try #require(hotel), kind: "DBL", name: "Double", maxGuests: 4,
            allotment: allotment,
            nightly: Money(minorUnits: 10_000, currency: try #require(CurrencyCode("EUR"))))
    }
}

/// Sixteen bytes made of a number.
struct CountingRandom: RandomSource {
    let number: Int

    init(_ number: Int) { self.number = number }

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) }
    }
}

extension HoldRecord {
    /// The record one version on, granted until `milliseconds` by the wall.
    func granted(until milliseconds: Int64) -> HoldRecord {
        var next = self
        next.version += 1
        next.state = .held
        next.stage = .settled
        next.granted = quote.offer
        next.expiresAt = LedgerFixture.now(milliseconds)
        return next
    }
}
