public import Gateway
public import TravelModel

/// Our own rooms: what they are in memory, which nights are taken in the ledger.
public struct SQLiteInventory: InventoryPort {
    private let file: LedgerFile
    private let rooms: [SupplierHotelCode: [OwnRoom]]

    /// Takes the rooms as the only ones from now on, and writes their allotments down.
    ///
    /// A smaller allotment than is already taken for a night sells nothing more for it.
    public init(_ file: LedgerFile, rooms: [OwnRoom]) async throws(StorageFault) {
        self.file = file
        self.rooms = Dictionary(grouping: rooms.sorted { $0.kind < $1.kind }, by: \.hotel)
        try await file.writer.run { database in
            try database.execute("DELETE FROM own_room")
            for room in rooms {
                try database.statement(
                    """
                    INSERT INTO own_room(hotel, room, allotment) VALUES(?1, ?2, ?3)
                    ON CONFLICT DO UPDATE SET allotment = ?3
                    """
                ).bind(room.hotel.text).bind(room.kind).bind(Int64(room.allotment)).run()
            }
        }
    }

    /// See ``InventoryPort/offers(of:stay:rooms:)``.
    public func offers(
        of hotels: [SupplierHotelCode], stay: StayDates, rooms wanted: [Occupancy]
    ) async throws(StorageFault) -> [Offer] {
        let candidates = hotels.flatMap { rooms[$0] ?? [] }
            .filter { room in wanted.allSatisfy { $0.guests <= room.maxGuests } }
        guard !candidates.isEmpty else { return [] }
        let taken = try await file.reader.run { database in
            try candidates.map { try Self.mostTaken($0, stay, in: database) }
        }
        return zip(candidates, taken).compactMap { room, taken in
            let free = room.allotment - taken
            return free >= wanted.count
                ? Self.offer(room, stay: stay, rooms: wanted, free: free) : nil
        }
    }

    /// Rooms taken on the fullest night of the stay.
    private static func mostTaken(
        _ room: OwnRoom, _ stay: StayDates, in database: Database
    ) throws -> Int {
        let statement = try database.statement(
            """
            SELECT coalesce(max(taken), 0), coalesce(min(\(ChecksummedTable.night.isIntact)), 1)
            FROM night
            WHERE hotel = ?1 AND room = ?2 AND day >= ?3 AND day < ?4
            """
        )
        .bind(room.hotel.text).bind(room.kind).bind(Int64(stay.checkIn.daysSinceEpoch))
        .bind(Int64(stay.checkOut.daysSinceEpoch))
        defer { statement.reset() }
        guard try statement.step() else { return 0 }
        guard statement.integer(1) == 1 else { throw StorageFault.damagedRow }
        return Int(statement.integer(0))
    }

    /// `nil` where the price leaves the range of money.
    private static func offer(
        _ room: OwnRoom, stay: StayDates, rooms: [Occupancy], free: Int
    ) -> Offer? {
        let roomNights = Int64(stay.nights * rooms.count)
        guard let charge = try? room.nightly.scaled(numerator: roomNights, denominator: 1),
            let night = try? room.nightly.scaled(numerator: Int64(rooms.count), denominator: 1),
            let reference = RateReference(token: room.kind)
        else { return nil }
        var lines = [PriceComponent(kind: .base, amount: charge, payable: .now)]
        if let cityTax = room.cityTax {
            let guestNights = rooms.reduce(0) { $0 + $1.guests } * stay.nights
            guard
                let tax = try? cityTax.scaled(numerator: Int64(guestNights), denominator: 1)
            else { return nil }
            lines.append(PriceComponent(kind: .cityTax, amount: tax, payable: .atProperty))
        }
        let nightly = Array(repeating: night, count: stay.nights)
        guard let price = try? OfferPrice(charge: charge, components: lines, nightly: nightly)
        else { return nil }
        var offer = Offer(
            hotel: room.hotel, rateKey: room.kind,
            rooms: rooms.map { OfferRoom(name: room.name, occupancy: $0, beds: room.beds) },
            board: .roomOnly, price: price,
            cancellation: cancellation(stay, charge: charge),
            payment: OfferPayment(timing: .now, merchantOfRecord: .us),
            hold: HoldAbility(keeper: .inventory), reference: reference)
        offer.remaining = free
        return offer
    }

    /// Free until noon, hotel time, two days before arrival, then the whole charge.
    private static func cancellation(_ stay: StayDates, charge: Money) -> CancellationTerms {
        guard let day = stay.checkIn.adding(days: -2),
            let noon = CivilDateTime(date: day, secondOfDay: 12 * 3600)
        else { return .unknown }
        let deadline = LocalDeadline.hotelLocal(noon)
        return .free(
            until: deadline, steps: [CancellationTerms.Step(from: deadline, penalty: charge)])
    }
}
