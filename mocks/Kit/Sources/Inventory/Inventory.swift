/// The rooms of one supplier: what is left, what is held and booked, and how it came about.
///
/// Invariants, each proved by a test over random sequences:
/// 1. For every hotel, room and date, rooms taken never exceed the allotment and never fall below 0.
/// 2. A reservation takes all its nights or none, and gives them back at most once.
/// 3. A hold whose time has passed counts for nothing, whether or not anyone looked.
///
/// States: `held -> booked | released | expired`, `booked -> released`; a final state stays.
public struct Inventory: Sendable {
    /// The most reservations a run may make; after that everything is sold out.
    static let mostReservations = 200_000

    private let seed: UInt64
    private let supplier: String
    private var taken: [NightKey: Int] = [:]
    private var reservations: [String: Reservation] = [:]
    private var open: [(until: Moment, id: String)] = []
    /// Every change, oldest first.
    public private(set) var movements: [Movement] = []

    /// Full stock.
    public init(seed: UInt64, supplier: String) {
        self.seed = seed
        self.supplier = supplier
    }

    /// Rooms of a kind at the start, on one date; 0 where the hotel is closed.
    public func allotment(_ hotel: CatalogueHotel, _ room: RoomType, _ date: Day) -> Int {
        guard !hotel.isClosed else { return 0 }
        var chance = Chance(seed, "allotment", supplier, "\(hotel.id)/\(room.code)", date.text)
        return chance.happens(0.05) ? 0 : chance.within(1...9)
    }

    /// Rooms left on every night of a stay.
    public mutating func available(
        _ hotel: CatalogueHotel, _ room: RoomType, _ stay: Stay, now: Moment
    ) -> Int {
        expire(now: now)
        guard reservations.count < Inventory.mostReservations else { return 0 }
        return stay.dates.reduce(Int.max) { least, date in
            let used = taken[NightKey(hotel: hotel.id, room: room.code, date: date)] ?? 0
            return min(least, allotment(hotel, room, date) - used)
        }
    }

    /// Takes rooms for every night of a stay, or nothing; false when too few are left or the id is in use.
    ///
    /// `until` makes it a hold that ends by itself; nil books at once.
    public mutating func take(
        _ id: String, reference: String, _ hotel: CatalogueHotel, _ room: RoomType, count: Int,
        _ stay: Stay, until: Moment?, now: Moment
    ) -> Bool {
        guard count > 0, reservations[id] == nil,
            available(hotel, room, stay, now: now) >= count
        else { return false }
        for date in stay.dates {
            taken[NightKey(hotel: hotel.id, room: room.code, date: date), default: 0] += count
        }
        reservations[id] = Reservation(
            id: id, reference: reference, hotel: hotel.id, room: room.code, count: count,
            stay: stay, until: until, state: until == nil ? .booked : .held)
        if let until {
            let place = open.firstIndex { (until, id) < ($0.until, $0.id) } ?? open.count
            open.insert((until, id), at: place)
        }
        record(until == nil ? .booked : .held, id, now)
        return true
    }

    /// Turns a hold into a booking; false unless it is held now.
    public mutating func confirm(_ id: String, now: Moment) -> Bool {
        expire(now: now)
        guard var found = reservations[id], found.state == .held else { return false }
        found.state = .booked
        found.until = nil
        reservations[id] = found
        open.removeAll { $0.id == id }
        record(.booked, id, now)
        return true
    }

    /// Gives the rooms back; true only the first time, and never after an expiry.
    public mutating func release(_ id: String, now: Moment) -> Bool {
        expire(now: now)
        guard let found = reservations[id], found.state == .held || found.state == .booked else {
            return false
        }
        end(found, as: .released, now)
        return true
    }

    /// A reservation as it is now.
    public mutating func reservation(_ id: String, now: Moment) -> Reservation? {
        expire(now: now)
        return reservations[id]
    }

    /// All reservations, by id.
    public var all: [Reservation] {
        reservations.values.sorted { $0.id < $1.id }
    }

    /// Nights of which rooms are taken, in order of hotel, room and date.
    public var takenNights: [(key: NightKey, count: Int)] {
        taken.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Gives back the rooms of holds whose time has passed, which every other call does by itself.
    public mutating func settle(now: Moment) {
        expire(now: now)
    }

    private mutating func expire(now: Moment) {
        while let first = open.first, first.until <= now {
            guard let found = reservations[first.id] else {
                open.removeFirst()
                continue
            }
            end(found, as: .expired, first.until)
        }
    }

    private mutating func end(_ found: Reservation, as state: Reservation.State, _ when: Moment) {
        var ended = found
        ended.state = state
        ended.until = nil
        reservations[found.id] = ended
        open.removeAll { $0.id == found.id }
        for date in found.stay.dates {
            let key = NightKey(hotel: found.hotel, room: found.room, date: date)
            taken[key, default: 0] -= found.count
            if taken[key] == 0 { taken[key] = nil }
        }
        record(state, found.id, when)
    }

    private mutating func record(_ state: Reservation.State, _ id: String, _ when: Moment) {
        movements.append(Movement(at: when, reservation: id, state: state))
    }
}

/// One room kind of a hotel on one date.
public struct NightKey: Hashable, Comparable, Sendable {
    /// Our id of the hotel: two codes of one supplier share the rooms behind them.
    public let hotel: String
    /// Code of the kind of room.
    public let room: String
    /// The night's date.
    public let date: Day

    /// By hotel, room and date.
    public static func < (left: NightKey, right: NightKey) -> Bool {
        (left.hotel, left.room, left.date) < (right.hotel, right.room, right.date)
    }
}

/// Rooms that someone has.
public struct Reservation: Sendable {
    /// How far it has come.
    public enum State: String, Sendable {
        /// Kept until its time is over.
        case held
        /// Sold.
        case booked
        /// Given back.
        case released
        /// The hold's time passed.
        case expired
    }

    /// The supplier's id.
    public let id: String
    /// The client's reference.
    public let reference: String
    /// Our id of the hotel.
    public let hotel: String
    /// Code of the kind of room.
    public let room: String
    /// Rooms.
    public let count: Int
    /// The nights.
    public let stay: Stay
    /// When a hold ends by itself.
    public internal(set) var until: Moment?
    /// How far it has come.
    public internal(set) var state: State
}

/// One change of a reservation's state, for tests that count commits.
public struct Movement: Sendable {
    /// Virtual time; for an expiry the time at which it fell due.
    public let at: Moment
    /// The reservation's id.
    public let reservation: String
    /// The state it came to.
    public let state: Reservation.State
}
