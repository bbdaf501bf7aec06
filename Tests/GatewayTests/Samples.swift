import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// Values tests agree on; a text that is none of them fails the test that wrote it.
enum Sample {
    static func currency(_ text: String) throws -> CurrencyCode {
        try #require(CurrencyCode(text))
    }

    static func money(_ text: String) throws -> Money {
        let parts = text.split(separator: " ")
        return try Money(decimal: parts[0], currency: currency(String(parts[1])))
    }

    static func instant(_ text: String) throws -> Instant { try #require(Instant(text)) }

    static func stay(_ first: String, _ last: String) throws -> StayDates {
        let first = try #require(CivilDate(first))
        let last = try #require(CivilDate(last))
        return try #require(StayDates(checkIn: first, checkOut: last))
    }

    static func code(_ text: String) throws -> SupplierHotelCode {
        try #require(SupplierHotelCode(text))
    }

    static func supplier(_ text: String) throws -> SupplierID { try #require(SupplierID(text)) }

    static func tenant(_ text: String) throws -> TenantID { try #require(TenantID(text)) }

    /// EUR 1 = USD 1.25 = GBP 0.80 = JPY 160, of 2026-12-31; nothing for CHF.
    static func rates() throws -> ExchangeRateTable {
        try ExchangeRateTable(
            source: "ECB", asOf: #require(CivilDate("2026-12-31")), base: currency("EUR"),
            millionths: [
                currency("USD"): 1_250_000, currency("GBP"): 800_000, currency("JPY"): 160_000_000,
            ])
    }

    static func pricing(in code: String = "EUR") throws -> OfferPricing {
        try OfferPricing(rates: rates(), currency: currency(code))
    }

    /// An offer of ``GatewayTesting/OfferLine``.
    static func offer(_ line: String, rooms: [String] = ["2"]) throws -> Offer {
        let rooms = try rooms.map { try #require(Occupancy($0)) }
        return try #require(
            OfferLine.read(line, rooms: rooms, hold: HoldAbility(keeper: .priceCheck)))
    }

    static func terms() throws -> AskedTerms {
        let shopper = ShopperContext(
            residency: try #require(CountryCode("DE")), language: "en",
            currency: try currency("EUR"))
        return try AskedTerms(
            stay: stay("2027-01-11", "2027-01-13"), rooms: [#require(Occupancy("2"))],
            shopper: shopper, contract: nil)
    }

    /// A stored answer of one supplier, its offers as lines.
    static func answer(
        _ supplier: String, _ lines: [String],
        storedUntil: Instant? = Simulation.epoch.advanced(by: .seconds(7200))
    ) throws -> Answer {
        let offers = try lines.map { try offer($0) }
        var hotels: [(code: SupplierHotelCode, offers: [Offer])] = []
        for offer in offers {
            if let place = hotels.firstIndex(where: { $0.code == offer.hotel }) {
                hotels[place].offers.append(offer)
            } else {
                hotels.append((offer.hotel, [offer]))
            }
        }
        let head = AnswerHead(
            id: AnswerID(SeededRandom(seed: 9)), supplier: try Sample.supplier(supplier),
            terms: try terms(), quotedAt: Simulation.epoch, storedUntil: storedUntil)
        return Answer(head: head, hotels: hotels)
    }
}

extension SimulatedGateway {
    /// A gateway with one supplier, `alpha`, that lists every hotel.
    static func alone(
        hotels: Int, settings: SearchService.Settings = .init(),
        configure: (inout SupplierManifest) -> Void = { _ in },
        change: (inout GatewayPorts) -> Void = { _ in },
        director: @escaping ScriptedTransport.Director
    ) throws -> SimulatedGateway {
        var account = try #require(Account("alpha", hotels: Set(0..<hotels)))
        configure(&account.manifest)
        return try SimulatedGateway(
            seed: 1, accounts: [account], hotels: hotels, settings: settings, change: change,
            director: director)
    }

    /// Lets virtual time pass.
    func pause(_ duration: Duration) async {
        try? await simulation.sleep(until: simulation.uptime().advanced(by: duration))
    }
}
