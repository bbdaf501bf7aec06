import Gateway
import TravelModel

/// Our own rooms, night by night: taken for a hold all or nothing, given back once.
enum RoomNights {
    /// Takes the offer's room for every night of the stay, one for each room asked for.
    ///
    /// `false` when a night has none left; the caller undoes what was written before it. A second take
    /// for one hold changes nothing: the first one stands.
    static func take(for record: HoldRecord, in database: Database) throws -> Bool {
        let offer = record.granted ?? record.quote.offer
        let kind = offer.reference.token
        let rooms = Int64(record.quote.rooms.count)
        guard try isIntact(offer.hotel, kind, in: database) else { throw StorageFault.damagedRow }
        try database.statement(
            """
            INSERT INTO taken_room(hold, hotel, room, first_day, nights, rooms)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """
        )
        .bind(record.id.text).bind(offer.hotel.text).bind(kind)
        .bind(Int64(record.quote.stay.checkIn.daysSinceEpoch))
        .bind(Int64(record.quote.stay.nights)).bind(rooms)
        .run()
        guard database.changes == 1 else { return true }
        for night in record.quote.stay.nightDates {
            try database.statement(
                """
                INSERT INTO night(hotel, room, day, taken)
                SELECT hotel, room, ?3, ?4 FROM own_room
                    WHERE hotel = ?1 AND room = ?2 AND allotment >= ?4
                ON CONFLICT DO UPDATE SET taken = taken + ?4
                    WHERE taken + ?4 <= (SELECT allotment FROM own_room
                        WHERE own_room.hotel = ?1 AND own_room.room = ?2)
                """
            )
            .bind(offer.hotel.text).bind(kind).bind(Int64(night.daysSinceEpoch)).bind(rooms)
            .run()
            guard database.changes == 1 else { return false }
        }
        return true
    }

    /// Whether the allotment is as it was written; a night that is not, its own trigger refuses to
    /// change.
    private static func isIntact(
        _ hotel: SupplierHotelCode, _ kind: String, in database: Database
    ) throws -> Bool {
        let damaged = try database.statement(
            """
            SELECT 1 FROM own_room
            WHERE hotel = ?1 AND room = ?2 AND NOT (\(ChecksummedTable.ownRoom.isIntact))
            """
        ).bind(hotel.text).bind(kind)
        defer { damaged.reset() }
        return try !damaged.step()
    }

    /// Gives back what the hold took; a second time there is nothing to give.
    static func giveBack(hold: HoldID, in database: Database) throws {
        let taken = try database.statement(
            """
            SELECT hotel, room, first_day, nights, rooms, \(ChecksummedTable.takenRoom.isIntact)
            FROM taken_room WHERE hold = ?1
            """
        ).bind(hold.text)
        guard try taken.step() else {
            taken.reset()
            return
        }
        let (hotel, room) = (taken.text(0), taken.text(1))
        let (first, nights, rooms) = (taken.integer(2), taken.integer(3), taken.integer(4))
        let isIntact = taken.integer(5) == 1
        taken.reset()
        guard isIntact else { throw StorageFault.damagedRow }
        try database.statement(
            """
            UPDATE night SET taken = taken - ?5
            WHERE hotel = ?1 AND room = ?2 AND day >= ?3 AND day < ?3 + ?4
            """
        ).bind(hotel).bind(room).bind(first).bind(nights).bind(rooms).run()
        try database.statement("DELETE FROM taken_room WHERE hold = ?1").bind(hold.text).run()
    }
}
