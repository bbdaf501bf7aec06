/// Offsets from UTC of the catalogue's zones, so that the mocks print local times without a system's zone files.
public struct ZoneTable: Sendable {
    private var changes: [String: [(from: Int64, minutes: Int)]] = [:]

    /// An empty table, in which every zone is UTC.
    public init() {}

    /// Notes an offset in minutes east of UTC that holds from a UTC second on; call in order of time.
    mutating func add(_ zone: String, from second: Int64, minutes: Int) {
        changes[zone, default: []].append((second, minutes))
    }

    /// Minutes east of UTC at an instant; 0 for an unknown zone, the first or last known outside the table.
    public func offset(of zone: String, at moment: Moment) -> Int {
        guard let known = changes[zone], let first = known.first else { return 0 }
        let second = moment.milliseconds / 1000
        return known.last { $0.from <= second }?.minutes ?? first.minutes
    }

    /// The instant at which clocks in the zone show this day and minute.
    public func moment(_ day: Day, minuteOfDay: Int, in zone: String) -> Moment {
        let rough = Moment(day, minuteOfDay: minuteOfDay, offset: 0)
        let guess = Moment(day, minuteOfDay: minuteOfDay, offset: offset(of: zone, at: rough))
        return Moment(day, minuteOfDay: minuteOfDay, offset: offset(of: zone, at: guess))
    }
}
