import Digest
import GatewayTesting
import SupplierKit
import Testing
import TravelModel

@testable import Gateway

/// One of every event, and a row for every state and stage.
struct MachineSamples {
    let now = StampedTime(
        wall: Simulation.epoch, boot: "b1", uptime: Uptime(nanoseconds: 1_000_000_000_000))
    let machine = HoldMachine(holdLife: .seconds(600), lookup: LookupSchedule())
    let events: [(String, HoldMachine.Event)]
    private let claim: HoldRecord
    private let hold: SupplierHold

    init() throws {
        let offers = try [HoldAbility.Keeper.supplier, .inventory, .priceCheck].map {
            try Self.offer($0)
        }
        let same = Self.comparison(offers[0], offers[0])
        let dearer = try Self.offer(.supplier, price: "120.00")
        let refusal = StoredRefusal(reason: .unavailable, body: [])
        let failure = SupplierFailure(.timeout, phase: .headers)
        let number = try #require(SupplierReference("H1"))
        // Longer than our own life, so that an extension is possible.
        hold = SupplierHold(
            reference: number, token: "t", expires: now.wall.advanced(by: .seconds(3600)))
        let late = SupplierHold(reference: number, token: "t", expires: now.wall)
        events = [
            ("resume", .resume), ("current", .revalidated(.current(offers[0]), same)),
            ("currentOwn", .revalidated(.current(offers[1]), same)),
            ("currentCheck", .revalidated(.current(offers[2]), same)),
            (
                "dearer",
                .revalidated(.current(dearer), Self.comparison(offers[0], dearer))
            ),
            ("gone", .revalidated(.soldOut, nil)), ("forgotten", .revalidated(.expired, nil)),
            ("silent", .revalidated(.failed(failure), nil)), ("keep", .keep(offers[0])),
            ("keepOwn", .keep(offers[1])), ("grantOwn", .granted(offers[1])),
            ("grantCheck", .granted(offers[2])), ("grantSupplier", .granted(offers[0])),
            ("held", .kept(.ended(.held(hold)), mayHaveActed: true)),
            ("heldLate", .kept(.ended(.held(late)), mayHaveActed: true)),
            ("keptGone", .kept(.ended(.soldOut), mayHaveActed: true)),
            ("keptPrice", .kept(.ended(.priceChanged), mayHaveActed: true)),
            ("keptRefused", .kept(.ended(.refused(failure)), mayHaveActed: true)),
            (
                "keptThrottled",
                .kept(
                    .ended(.refused(SupplierFailure(.throttled, phase: .headers))),
                    mayHaveActed: true)
            ),
            ("keptNothing", .kept(.failed(failure), mayHaveActed: false)),
            ("keptLost", .kept(.failed(failure), mayHaveActed: true)),
            ("keptDuplicate", .kept(.ended(.duplicate), mayHaveActed: true)),
            ("found", .lookedUp(.ended(.found(hold)))),
            ("foundLate", .lookedUp(.ended(.found(late)))),
            ("notFound", .lookedUp(.ended(.notFound))), ("letGo", .lookedUp(.ended(.ended))),
            ("lookFailed", .lookedUp(.failed(failure))), ("refused", .refused(refusal)),
            ("closed", .closed(refusal)), ("release", .ended(.released, by: .client)),
            ("expire", .ended(.expired, by: .deadline)),
            ("endAsHeld", .ended(.held, by: .client)), ("extend", .extend),
            ("givenBack", .givenBack), ("unconfirmed", .unconfirmed), ("forsaken", .forsaken),
            ("suspected", .suspected),
        ]
        claim = try Self.claim(offers[0], at: now)
        checked = offers[2]
    }

    private let checked: Offer

    /// As such a row would be, were there one; five minutes before its deadline where it is granted.
    func record(_ state: HoldState, _ stage: HoldStage) -> HoldRecord {
        var record = claim
        record.state = state
        record.stage = stage
        switch state {
        case .pending:
            if stage != .claimed {
                record.doubt = HoldDoubt(since: now, lookups: 0, offer: claim.quote.offer)
            }
        case .held:
            record.granted = claim.quote.offer
            record.supplierHold = hold
            record.expiresAt = now.advanced(by: .seconds(300))
        case .priceConfirmed:
            record.granted = checked
            record.expiresAt = now.advanced(by: .seconds(300))
        case .refused: record.refusal = StoredRefusal(reason: .unavailable, body: [])
        case .released, .expired: record.supplierHold = hold
        }
        if stage == .watching { record.watch = HoldWatch(due: now, misses: 0) }
        return record
    }

    static func name(of order: HoldMachine.Order) -> String {
        switch order {
        case .revalidate: "revalidate"
        case .hold: "hold"
        case .grant: "grant"
        case .ask: "ask"
        case .lookUp: "lookUp"
        case .renumber: "renumber"
        case .release: "release"
        case .rest: "rest"
        case .forget: "forget"
        case .refuse: "refuse"
        }
    }

    private static func offer(_ keeper: HoldAbility.Keeper, price: String = "100.00") throws
        -> Offer
    {
        let rooms = [try #require(Occupancy("2"))]
        return try #require(
            OfferLine.read(
                "acme-0 R1 Double_Room BB free EUR \(price)", rooms: rooms,
                hold: HoldAbility(keeper: keeper)))
    }

    private static func comparison(_ a: Offer, _ b: Offer) -> OfferComparison {
        OfferComparison(quoted: a, current: b) { $0.charge }
    }

    private static func claim(_ offer: Offer, at now: StampedTime) throws -> HoldRecord {
        let tenant = try #require(TenantID("demo"))
        let quoteID = QuoteID(text: "q1")
        let day = try #require(CivilDate("2027-01-11"))
        let last = try #require(CivilDate("2027-01-13"))
        let stay = try #require(StayDates(checkIn: day, checkOut: last))
        let euro = try #require(CurrencyCode("EUR"))
        let quote = Quote(
            id: quoteID, tenant: tenant, offerID: OfferID(text: "o1"),
            supplier: try #require(SupplierID("acme")), hotel: try #require(HotelID("hotel:0")),
            offer: offer, stay: stay, rooms: [try #require(Occupancy("2"))],
            shopper: ShopperContext(
                residency: try #require(CountryCode("DE")), language: "en", currency: euro),
            quotedAt: now.wall, expiresAt: now.wall.advanced(by: .seconds(900)),
            shownIn: QuoteDisplay(currency: euro, rateDate: day, markupVersion: 0))
        let key = try #require(IdempotencyKey("k1"))
        return HoldRecord(
            id: HoldID(random: SeededRandom(seed: 1)),
            request: HoldRequest(tenant: tenant, key: key, quote: quoteID), fingerprint: [],
            reference: HoldReference(randomBits: { 7 }), quote: quote, createdAt: now)
    }
}
