import SupplierKit
import TravelModel
import WireFormat

/// Gathers the offers of a shop answer, hotel by hotel, and what had to be left out.
struct LinkrestOffers {
    private(set) var offers: [Offer] = []
    private(set) var drops: [OfferDrop] = []
    private let settings: LinkrestSettings
    private let input: SearchInput
    private let now: Instant
    private let wanted: Set<SupplierHotelCode>
    private var keys: Set<String> = []

    init(settings: LinkrestSettings, input: SearchInput, now: Instant) {
        self.settings = settings
        self.input = input
        wanted = Set(input.hotels)
        self.now = now
    }

    /// Hands out what was gathered since the last time.
    mutating func take() -> (offers: [Offer], drops: [OfferDrop]) {
        defer { (offers, drops) = ([], []) }
        return (offers, drops)
    }

    /// Adds a hotel; one that could not be read costs only itself.
    mutating func add(_ hotel: Result<LinkrestProperty, JSONFault>) {
        switch hotel {
        case .failure(let fault): drops.append(RateFault(fault).drop(of: "a hotel"))
        case .success(let property):
            guard let code = SupplierHotelCode(property.id), wanted.contains(code) else {
                drops.append(OfferDrop(.unaskedHotel, property.id))
                return
            }
            for room in property.rooms { add(room, of: code) }
        }
    }

    private mutating func add(_ room: LinkrestRoom, of hotel: SupplierHotelCode) {
        for rate in room.rates {
            switch rate {
            case .failure(let fault):
                drops.append(RateFault(fault).drop(of: "\(hotel)/\(room.id)"))
            case .success(let rate) where rate.status == "available":
                do throws(RateFault) {
                    try add(rate, of: room, hotel)
                } catch {
                    drops.append(error.drop(of: "\(hotel)/\(room.id)/\(rate.id)"))
                }
            case .success: break
            }
        }
    }

    private mutating func add(
        _ rate: LinkrestRate, of room: LinkrestRoom, _ hotel: SupplierHotelCode
    ) throws(RateFault) {
        guard Self.isID(rate.id), Self.isID(room.id) else { throw RateFault(.malformed, "no id") }
        let price = try LinkrestPrice(
            rate.pricing, rooms: input.rooms, nights: input.stay.nights, merchant: rate.merchant)
        let terms = LinkrestTerms.terms(of: rate, price: price, stay: input.stay, at: now)
        guard !rate.beds.isEmpty else { throw RateFault(.malformed, "no bed group") }
        for beds in rate.beds {
            guard Self.isID(beds.id) else { throw RateFault(.malformed, "no id of beds") }
            let key = "\(room.id)/\(rate.id)/\(beds.id)"
            guard keys.insert("\(hotel)/\(key)").inserted else {
                drops.append(OfferDrop(.duplicate, "\(hotel)/\(key)"))
                continue
            }
            guard let link = beds.check,
                let check = RequestPath.link(link.href, baseURL: settings.baseURL)
            else { throw RateFault(.malformed, "no price check link") }
            let reference = try LinkrestReference(check: check).reference(expires: link.expires)
            offers.append(
                offer(
                    rate, of: room, beds: beds, key: key, hotel: hotel, price: price, terms: terms,
                    reference: reference))
        }
    }

    /// The supplier's numbers are short; many offers repeat them.
    private static func isID(_ text: String) -> Bool { (1...64).contains(text.utf8.count) }

    private func offer(
        _ rate: LinkrestRate, of room: LinkrestRoom, beds: LinkrestBeds, key: String,
        hotel: SupplierHotelCode, price: LinkrestPrice, terms: CancellationTerms,
        reference: RateReference
    ) -> Offer {
        let (board, boardText) = LinkrestBoards.board(of: rate.amenities)
        let rooms = input.rooms.map {
            OfferRoom(
                name: room.name, occupancy: $0, beds: beds.text.isEmpty ? [] : [beds.text])
        }
        var offer = Offer(
            hotel: hotel, rateKey: key, rooms: rooms, board: board, price: price.price,
            cancellation: terms, payment: Self.payment(of: rate), hold: hold(of: rate),
            reference: reference)
        offer.boardText = boardText
        offer.remaining = Self.remaining(rate.availableRooms)
        if rate.isPackage { offer.requirements.insert(.packageOnly) }
        if rate.isForMembers { offer.requirements.insert(.memberOnly) }
        if rate.isForMobiles { offer.requirements.insert(.mobileOnly) }
        if let deposit = (try? rate.damageDeposit.money()) ?? nil, deposit.minorUnits > 0 {
            offer.notes.append("Refundable damage deposit: \(deposit)")
        }
        return offer
    }

    private static func payment(of rate: LinkrestRate) -> OfferPayment {
        guard rate.merchant == "property" else {
            let isKnown = rate.merchant == "expedia"
            return OfferPayment(timing: .now, merchantOfRecord: isKnown ? .supplier : nil)
        }
        return OfferPayment(
            timing: rate.hasDeposits ? .deposit : .atProperty, merchantOfRecord: .property)
    }

    /// The supplier keeps one room of a holdable rate; everything else is a price check.
    private func hold(of rate: LinkrestRate) -> HoldAbility {
        guard settings.keeper == .supplier, rate.isHoldable, input.rooms.count == 1 else {
            return HoldAbility(keeper: .priceCheck)
        }
        return HoldAbility(keeper: .supplier, needs: settings.needs)
    }

    /// 2147483647 is the supplier's "could not be determined".
    private static func remaining(_ rooms: Int64?) -> Int? {
        guard let rooms, (0..<2_147_483_647).contains(rooms) else { return nil }
        return Int(rooms)
    }
}
