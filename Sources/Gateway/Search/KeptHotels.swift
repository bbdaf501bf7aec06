internal import TravelModel

/// What the cache knows of one supplier's hotels of a search, sorted by what is to be done.
struct KeptHotels: Sendable {
    /// To be shown as fresh.
    private(set) var fresh: [(code: SupplierHotelCode, offers: [AnsweredOffer])] = []
    /// To be shown as stale.
    private(set) var stale: [(code: SupplierHotelCode, offers: [AnsweredOffer])] = []
    /// Not known, ascending.
    private(set) var missing: [SupplierHotelCode] = []
    /// Stale, and this search is the one that has to ask again; ascending.
    private(set) var due: [SupplierHotelCode] = []
    /// Old enough to be asked for where that costs no call, ascending.
    private(set) var riders: [SupplierHotelCode] = []
    /// The age of the oldest that is shown.
    private(set) var oldest = Duration.zero

    /// Nothing is known.
    init(missing codes: [SupplierHotelCode]) { missing = codes }

    /// Looks each of the codes up; they come ascending.
    init(
        _ codes: [SupplierHotelCode], under scope: AvailabilityScope, in cache: AvailabilityCache,
        maxAge: Duration?, now: Uptime
    ) {
        for code in codes {
            let key = AvailabilityKey(scope: scope, code: code)
            switch cache.look(key, now: now, maxAge: maxAge) {
            case .nothing: missing.append(code)
            case .fresh(let entry):
                fresh.append((code, entry.offers))
                book(entry, code, isDue: false, now)
            case .stale(let entry, let isDue):
                stale.append((code, entry.offers))
                book(entry, code, isDue: isDue, now)
            }
        }
    }

    /// Which stored answers the shown offers are of, each once.
    var answers: [AnswerID] {
        let all = (fresh + stale).lazy.flatMap(\.offers).map(\.answer.id)
        return Set(all).sorted()
    }

    private mutating func book(
        _ entry: KeptEntry, _ code: SupplierHotelCode, isDue: Bool, _ now: Uptime
    ) {
        oldest = max(oldest, entry.age(at: now))
        if isDue { due.append(code) } else if entry.mayRide(at: now) { riders.append(code) }
    }
}
