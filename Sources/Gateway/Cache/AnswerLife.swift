internal import TravelModel

/// How long what was heard of one hotel may be shown, and from when on it is asked for again.
struct AnswerLife: Sendable, Hashable {
    /// From here on it is shown as stale, and asked for again beside it.
    let soft: Duration
    /// From here on it is not shown.
    let hard: Duration

    /// Not shown at all.
    static let none = AnswerLife(soft: .zero, hard: .zero)
}

/// Why a hotel that was asked for has nothing.
enum Absence: Sendable, Hashable {
    /// The supplier gave a whole answer and did not mention the hotel.
    case unlisted
    /// The same answer also had rates that cannot be sold (on request, other stays or hotels): what
    /// is silent about a hotel today may mean one of those.
    case unsellable
}

/// The rules that give answers their lives; another set of them is another policy to compare with.
struct LifePolicy: Sendable {
    /// Where a life starts from.
    enum Base: Sendable, Hashable {
        /// The table of ``CacheSettings/lives``.
        case leadTime
        /// The same for every answer, whatever it says.
        case fixed(Duration)
    }

    /// The product's.
    static let usual = LifePolicy()

    var base = Base.leadTime
    /// Whether lives follow how often answers turned out to have changed.
    var learns = true
    /// Whether answers are asked for again before they end.
    var refreshes = true
    var settings = CacheSettings()

    /// A kept answer is no longer shown this long before the supplier forgets its token.
    static let tokenMargin: Duration = .seconds(120)

    /// The soft part of the life of "nothing", in percent: that is short, and asked for again early it
    /// would cost more calls than all that is shown.
    static let softAbsence = 90

    /// The life of what was just heard; `nil` means: do not keep it.
    ///
    /// `factor` is the learned one in thousandths. `chance` is any byte: it spreads lives by up to a
    /// tenth to either side, so that what was asked in one burst does not fall due in one. Hotels of
    /// one call should be given one byte, to fall due together: asking again is one call then.
    func life(
        of offers: [AnsweredOffer], absence: Absence, lead: LeadTime, factor: Int, chance: UInt8,
        now: Instant
    ) -> AnswerLife? {
        let whole = Self.spread(base(offers.isEmpty ? absence : nil, lead, factor), chance)
        let tokens = offers.compactMap(\.offer.reference.expires)
        let left = tokens.min().map { now.duration(to: $0) - Self.tokenMargin } ?? whole
        let hard = min(whole, left)
        guard hard > .zero else { return nil }
        guard refreshes else { return AnswerLife(soft: hard, hard: hard) }
        // Where a token cuts the life short, there is still time to ask before it ends.
        let share =
            offers.isEmpty ? max(settings.softPercent, Self.softAbsence) : settings.softPercent
        return AnswerLife(
            soft: min(whole * share / 100, hard * max(75, share) / 100), hard: hard)
    }

    /// The longest life an answer could be given.
    func longest(_ lead: LeadTime, factor: Int) -> Duration {
        Self.spread(max(base(nil, lead, factor), base(.unlisted, lead, factor)), .max)
    }

    private func base(_ absence: Absence?, _ lead: LeadTime, _ factor: Int) -> Duration {
        if case .fixed(let life) = base { return life }
        let factor = learns ? factor : 1000
        switch absence {
        case nil: return settings.lives[lead] * factor / 1000
        case .unlisted:
            let bounds = settings.absences
            return min(max(lead.absence * factor / 1000, bounds.lowerBound), bounds.upperBound)
        case .unsellable: return settings.absences.lowerBound
        }
    }

    private static func spread(_ life: Duration, _ chance: UInt8) -> Duration {
        life * (900 + Int(chance) * 200 / 255) / 1000
    }
}
