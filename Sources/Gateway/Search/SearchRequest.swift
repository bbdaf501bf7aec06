public import SupplierKit
public import TravelModel

/// One search, checked once: every later stage may rely on its bounds.
public struct SearchRequest: Sendable, Hashable {
    /// Where to look.
    public let target: SearchTarget
    /// The nights: 1 to 28, check-in from today to 500 days ahead, wherever on Earth "today" is.
    public let stay: StayDates
    /// One entry a room, 1 to 8, in the order asked for.
    public let rooms: [Occupancy]
    /// Who searches; its currency is the one prices are shown in.
    public let shopper: ShopperContext
    /// Whose key it is.
    public let tenant: TenantID
    /// What has a default; within its bounds.
    public let options: SearchOptions

    /// Checks everything and reports every fault, not only the first.
    ///
    /// `now` is the wall clock when the request was read. A timeout outside its bounds is moved to
    /// the nearest one, all else is refused.
    public init(
        target: SearchTarget, stay: StayDates, rooms: [Occupancy], shopper: ShopperContext,
        tenant: TenantID, options: SearchOptions = SearchOptions(), now: Instant
    ) throws(SearchRequestFaults) {
        var faults: [SearchRequestFault] = []
        faults += Self.faults(of: target)
        faults += Self.faults(of: stay, now: now)
        if rooms.isEmpty || rooms.count > SearchLimits.rooms {
            faults.append(.init(.occupancy, "1 to \(SearchLimits.rooms) rooms, not \(rooms.count)"))
        }
        faults += options.faults
        guard faults.isEmpty else { throw SearchRequestFaults(faults: faults) }
        self.target = target
        self.stay = stay
        self.rooms = rooms
        self.shopper = shopper
        self.tenant = tenant
        self.options = options.clamped
    }

    private static func faults(of target: SearchTarget) -> [SearchRequestFault] {
        switch target {
        case .place, .area(.country), .area(.box): []
        case .area(.circle(_, let radius)):
            radius.isFinite && radius > 0 && radius <= SearchLimits.radiusKilometres
                ? []
                : [.init(.area, "radius above 0 to \(Int(SearchLimits.radiusKilometres)) km")]
        case .area(.hotels(let hotels)):
            (1...SearchLimits.hotels).contains(hotels.count)
                ? []
                : [.init(.area, "1 to \(SearchLimits.hotels) hotels, not \(hotels.count)")]
        }
    }

    private static func faults(of stay: StayDates, now: Instant) -> [SearchRequestFault] {
        var faults: [SearchRequestFault] = []
        if stay.nights > SearchLimits.nights {
            faults.append(
                .init(.checkOut, "1 to \(SearchLimits.nights) nights, not \(stay.nights)"))
        }
        guard let earliest = Today.earliest(at: now), let latest = Today.latest(at: now) else {
            return faults + [.init(.checkIn, "the clock is out of range")]
        }
        if stay.checkIn < earliest { faults.append(.init(.checkIn, "in the past")) }
        if latest.days(until: stay.checkIn) > SearchLimits.daysAhead {
            faults.append(.init(.checkIn, "at most \(SearchLimits.daysAhead) days ahead"))
        }
        return faults
    }
}

/// What the calendar may show somewhere on Earth: nobody is refused for a zone's sake.
enum Today {
    /// The date at UTC-12, where a day ends last; `nil` outside the calendar's years.
    static func earliest(at now: Instant) -> CivilDate? {
        now.civil(offsetSeconds: -12 * 3600)?.date
    }

    /// The date at UTC+14, where a day begins first.
    static func latest(at now: Instant) -> CivilDate? {
        now.civil(offsetSeconds: 14 * 3600)?.date
    }
}

/// Where a search looks.
public enum SearchTarget: Sendable, Hashable {
    /// A place of the index.
    case place(PlaceID)
    /// A circle, or a list of hotels.
    case area(SearchArea)
}

/// The bounds of what can be asked in one search.
public enum SearchLimits {
    /// Rooms in one stay.
    public static let rooms = 8
    /// Nights in one stay.
    public static let nights = 28
    /// Days from today to check-in.
    public static let daysAhead = 500
    /// Hotels asked about, and hotels in one stream, at most.
    public static let hotels = 500
    /// The widest circle.
    public static let radiusKilometres = 200.0
    /// Hotels a page.
    public static let page = 1...100
    /// How long a search may take.
    public static let timeout: ClosedRange<Duration> = .milliseconds(200)...(.milliseconds(15_000))
    /// From when an answer was heard, or a search began, to the last quotes of its offers: a search may
    /// show them until its own end, and quotes begin then.
    static let quotesBegin: Duration = timeout.upperBound + .seconds(45)
}
