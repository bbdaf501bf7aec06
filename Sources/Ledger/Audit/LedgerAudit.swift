/// What a ledger's file says at one moment, read without a gateway: for audits and chaos runs.
///
/// Reading is safe beside a running gateway; all of it comes from one snapshot.
public struct LedgerAudit: Sendable {
    /// One row of the book of holds, without what is personal.
    public struct Hold: Sendable, Hashable {
        /// The hold's id.
        public var id: String
        /// The idempotency key that started it.
        public var attempt: String
        /// The quote it is for.
        public var quote: String
        /// Who has the room.
        public var supplier: String
        /// Our name of it at the supplier.
        public var reference: String
        /// As in ``Gateway/HoldState``, by its raw value.
        public var state: String
        /// As in ``Gateway/HoldStage``, by its raw value.
        public var stage: String

        /// All of a row.
        public init(
            id: String, attempt: String, quote: String, supplier: String, reference: String,
            state: String, stage: String
        ) {
            self.id = id
            self.attempt = attempt
            self.quote = quote
            self.supplier = supplier
            self.reference = reference
            self.state = state
            self.stage = stage
        }
    }

    /// One night of one kind of our own rooms.
    public struct Night: Sendable, Hashable {
        /// Our code of the hotel.
        public var hotel: String
        /// The kind of room.
        public var room: String
        /// Days since 1970-01-01.
        public var day: Int
        /// Rooms taken.
        public var taken: Int
        /// Rooms there are; 0 for a kind that is sold no more.
        public var allotment: Int
        /// Rooms that the holds which still keep one account for.
        public var accounted: Int

        /// All of a night.
        public init(
            hotel: String, room: String, day: Int, taken: Int, allotment: Int, accounted: Int
        ) {
            self.hotel = hotel
            self.room = room
            self.day = day
            self.taken = taken
            self.allotment = allotment
            self.accounted = accounted
        }
    }

    /// Every hold, by id.
    public var holds: [Hold]
    /// Every night of which a room is or was taken.
    public var nights: [Night]

    /// An audit made by hand, for tests of those who judge it.
    public init(holds: [Hold], nights: [Night]) {
        self.holds = holds
        self.nights = nights
    }

    /// Reads the file at `path`, blocking; throws when it is no ledger of this format.
    public init(path: String) throws {
        let database = try Database(path: path, mode: .readOnly)
        try database.execute("BEGIN")
        try self.init(reading: database)
        try database.execute("COMMIT")
    }

    /// Reads in the transaction that is open.
    init(reading database: Database) throws {
        holds = try Self.holds(in: database)
        nights = try Self.nights(in: database)
    }

    private static func holds(in database: Database) throws -> [Hold] {
        let rows = try database.statement(
            """
            SELECT id, attempt, quote, supplier, reference, state, stage FROM hold ORDER BY id
            """)
        defer { rows.reset() }
        var holds: [Hold] = []
        while try rows.step() {
            holds.append(
                Hold(
                    id: rows.text(0), attempt: rows.text(1), quote: rows.text(2),
                    supplier: rows.text(3), reference: rows.text(4), state: rows.text(5),
                    stage: rows.text(6)))
        }
        return holds
    }

    private static func nights(in database: Database) throws -> [Night] {
        let rows = try database.statement(
            """
            SELECT night.hotel, night.room, night.day, night.taken,
                coalesce(own_room.allotment, 0),
                coalesce((SELECT sum(taken_room.rooms) FROM taken_room
                    JOIN hold ON hold.id = taken_room.hold
                    WHERE taken_room.hotel = night.hotel AND taken_room.room = night.room
                        AND night.day >= taken_room.first_day
                        AND night.day < taken_room.first_day + taken_room.nights
                        AND hold.state IN ('PENDING', 'HELD')), 0)
            FROM night LEFT JOIN own_room
                ON own_room.hotel = night.hotel AND own_room.room = night.room
            ORDER BY night.hotel, night.room, night.day
            """)
        defer { rows.reset() }
        var nights: [Night] = []
        while try rows.step() {
            nights.append(
                Night(
                    hotel: rows.text(0), room: rows.text(1), day: Int(rows.integer(2)),
                    taken: Int(rows.integer(3)), allotment: Int(rows.integer(4)),
                    accounted: Int(rows.integer(5))))
        }
        return nights
    }
}
