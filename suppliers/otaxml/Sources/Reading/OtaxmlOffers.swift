import SupplierKit
import TravelModel
import WireFormat

/// Gathers the room stays of an availability answer into offers for all rooms.
///
/// For one room each room rate is an offer. For several, each kind of room under one plan that all
/// of them can have is one: many suppliers do not book different kinds together.
struct OtaxmlOffers {
    private(set) var offers: [Offer] = []
    private(set) var drops: [OfferDrop] = []
    private let asked: OtaxmlAvailability
    private let wanted: Set<SupplierHotelCode>
    private let now: Instant
    /// For each room of the stay what can be had of the hotel being read.
    private var options: [[OtaxmlRoomOption]]
    private let none: [[OtaxmlRoomOption]]
    /// Kinds of one room kept of one hotel: no search shows more.
    private static let mostOptions = 500
    private var unread: [(hotel: SupplierHotelCode, stays: [XMLElement])] = []
    private var next = 0
    private var nextStay = 0

    init(asked: OtaxmlAvailability, now: Instant) {
        self.asked = asked
        wanted = Set(asked.hotels)
        self.now = now
        none = Array(repeating: [], count: asked.rooms.count)
        options = none
    }

    /// Takes the room stays of an availability or a reservation, hotel by hotel, unread.
    mutating func take(stays: XMLElement?) {
        guard let stays else { return }
        var places: [SupplierHotelCode: Int] = [:]
        for stay in stays.children("RoomStay") {
            let text = stay.child("BasicPropertyInfo")?.attribute("HotelCode") ?? ""
            guard let hotel = SupplierHotelCode(text), wanted.contains(hotel) else {
                drops.append(OfferDrop(.unaskedHotel, text))
                continue
            }
            if let place = places[hotel] {
                unread[place].stays.append(stay)
            } else {
                places[hotel] = unread.count
                unread.append((hotel, [stay]))
            }
        }
    }

    /// Whether ``readSome(rates:)`` has anything left to do.
    var hasUnread: Bool { next < unread.count }

    /// Reads until about `count` rates are done, which is what one turn of a loop may do; a hotel's
    /// offers come when all of it was read.
    mutating func readSome(rates count: Int) {
        var done = 0
        while hasUnread, done < count {
            let stays = unread[next].stays
            while nextStay < stays.count, done < count {
                done += 1 + read(stays[nextStay], of: unread[next].hotel)
                nextStay += 1
            }
            guard nextStay == stays.count else { return }
            add(options, of: unread[next].hotel)
            next += 1
            nextStay = 0
            options = none
        }
    }

    /// Hands out what was gathered since the last time.
    mutating func handOut() -> (offers: [Offer], drops: [OfferDrop]) {
        defer { (offers, drops) = ([], []) }
        return (offers, drops)
    }

    /// Reads one room stay; the number of rates that were read.
    private mutating func read(_ stay: XMLElement, of hotel: SupplierHotelCode) -> Int {
        do throws(RateFault) {
            let rooms = try places(of: stay)
            return read(OtaxmlStay(stay), for: rooms, of: hotel)
        } catch {
            leaveOut(error, "\(hotel)")
            return 0
        }
    }

    /// Which of the rooms asked for a stay is about.
    private func places(of stay: XMLElement) throws(RateFault) -> [Int] {
        switch stay.attribute("AvailabilityStatus") {
        case nil, "AvailableForSale", "ChangeDuringStay": break
        case "OnRequest": throw RateFault(.onRequest)
        default: throw OtaxmlRoomOption.notForSale
        }
        if let span = stay.child("TimeSpan") {
            guard span.attribute("Start")?.prefix(10) ?? "" == asked.stay.checkIn.description,
                span.attribute("End")?.prefix(10) ?? "" == asked.stay.checkOut.description
            else { throw RateFault(.wrongStay, "another time span") }
        }
        let guests = stay.child("GuestCounts")
        let fitting = asked.rooms.indices.filter { OtaxmlGuests.fit(guests, asked.rooms[$0]) }
        guard !fitting.isEmpty else { throw RateFault(.wrongStay, "other guests") }
        let named = (stay.attribute("RPH") ?? "").split(separator: " ").compactMap { Int($0) }
            .map { $0 - 1 }.filter { fitting.contains($0) }
        return named.isEmpty ? fitting : named
    }

    private mutating func read(
        _ stay: OtaxmlStay, for rooms: [Int], of hotel: SupplierHotelCode
    ) -> Int {
        for (number, rate) in stay.rates.enumerated() {
            let open = rooms.filter { options[$0].count < Self.mostOptions }
            guard !open.isEmpty else {
                drops += stay.rates[number...].map { _ in OfferDrop(.overLimit, hotel.text) }
                return number
            }
            do throws(RateFault) {
                let option = try OtaxmlRoomOption(rate, of: stay, asked: asked, now: now)
                for room in open { options[room].append(option) }
            } catch {
                let codes = OtaxmlCodes(rate)
                leaveOut(error, "\(hotel)/\(codes.roomType)/\(codes.ratePlan)")
            }
        }
        return stay.rates.count
    }

    private mutating func leaveOut(_ fault: RateFault, _ what: String) {
        guard fault != OtaxmlRoomOption.notForSale else { return }
        drops.append(fault.drop(of: what))
    }

    private mutating func add(_ rooms: [[OtaxmlRoomOption]], of hotel: SupplierHotelCode) {
        var keys: Set<String> = []
        for choice in rooms.count == 1 ? rooms[0].map({ [$0] }) : Self.together(rooms) {
            do throws(RateFault) {
                let offer = try offer(choice, hotel)
                guard keys.insert(offer.rateKey).inserted else { throw RateFault(.duplicate) }
                offers.append(offer)
            } catch {
                drops.append(error.drop(of: "\(hotel)/" + Self.key(of: choice)))
            }
        }
    }

    /// One choice for each kind of room and plan that all rooms have, in the order of the first.
    private static func together(_ rooms: [[OtaxmlRoomOption]]) -> [[OtaxmlRoomOption]] {
        let byKey = rooms.map { options in
            Dictionary(options.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        }
        var seen: Set<String> = []
        return rooms[0].map(\.key).filter { seen.insert($0).inserted }.compactMap { key in
            let choice = byKey.compactMap { $0[key] }
            return choice.count == rooms.count ? choice : nil
        }
    }

    /// Taxes first: of what may be missing they are the most.
    private static func completeness(
        of choice: [OtaxmlRoomOption]
    ) -> OfferPrice.Completeness {
        guard choice.allSatisfy(\.price.hasTaxes) else { return .taxesUnknown }
        let isInText = choice.contains { option in
            option.price.atHotel.isEmpty && option.notes.contains { ChargeWords.mention(in: $0) }
        }
        return isInText ? .textOnlyCharges : .full
    }

    private static func key(of choice: [OtaxmlRoomOption]) -> String {
        choice.map(\.key).joined(separator: " + ")
    }

    private func offer(
        _ choice: [OtaxmlRoomOption], _ hotel: SupplierHotelCode
    ) throws(RateFault) -> Offer {
        let reference = try OtaxmlReference(choice).reference()
        let payment = choice[0].payment
        var total = Money.zero(choice[0].price.total.currency)
        for option in choice { total = try total.plus(option.price.total) }
        let isAtHotel = payment.timing == .atProperty
        let price: OfferPrice
        do {
            price = try OfferPrice(
                charge: isAtHotel ? .zero(total.currency) : total,
                components: try Self.lines(of: choice, payable: isAtHotel ? .atProperty : .now),
                nightly: try Self.nightly(of: choice),
                completeness: Self.completeness(of: choice))
        } catch let fault as RateFault { throw fault } catch let fault as OfferPrice.Fault {
            throw RateFault(fault)
        } catch { throw RateFault(.malformed, "price") }
        var offer = Offer(
            hotel: hotel, rateKey: Self.key(of: choice),
            rooms: zip(choice, asked.rooms).map { OfferRoom(name: $0.roomName, occupancy: $1) },
            board: choice[0].board, price: price,
            cancellation: .combining(
                choice.map { ($0.terms, $0.price.total) }, price: total, at: now),
            payment: payment,
            hold: HoldAbility(
                keeper: asked.settings.keeper,
                needs: asked.settings.keeper == .supplier ? asked.settings.needs : []),
            reference: reference)
        offer.boardText = choice[0].boardText
        offer.remaining = choice.compactMap(\.remaining).min()
        offer.notes = choice.flatMap(\.notes).reduce(into: []) { notes, note in
            if !notes.contains(note), notes.count < 8 { notes.append(note) }
        }
        return offer
    }

    private static func lines(
        of choice: [OtaxmlRoomOption], payable: PriceComponent.Payable
    ) throws(RateFault) -> [PriceComponent] {
        var lines: [PriceComponent] = []
        func add(_ line: PriceComponent) throws(RateFault) {
            guard line.amount.minorUnits != 0 else { return }
            let same = lines.firstIndex {
                $0.kind == line.kind && $0.payable == line.payable && $0.mandatory == line.mandatory
                    && $0.amount.currency == line.amount.currency
            }
            guard let same else { return lines.append(line) }
            lines[same] = PriceComponent(
                kind: line.kind, amount: try lines[same].amount.plus(line.amount),
                payable: line.payable, mandatory: line.mandatory)
        }
        for option in choice {
            for part in option.price.inside {
                try add(PriceComponent(kind: part.kind, amount: part.amount, payable: payable))
            }
        }
        for option in choice { for line in option.price.atHotel { try add(line) } }
        return lines
    }

    private static func nightly(of choice: [OtaxmlRoomOption]) throws(RateFault) -> [Money] {
        var sums = choice[0].price.nightly
        for option in choice.dropFirst() {
            guard option.price.nightly.count == sums.count else { return [] }
            for index in sums.indices {
                sums[index] = try sums[index].plus(option.price.nightly[index])
            }
        }
        return sums
    }
}
