internal import TravelModel

/// Lets in as many searches as the machine carries, so that those let in end in time.
///
/// Work that waits behind work on the event loops makes every search late at once. While it does, the
/// limit falls below what runs, by three tenths every tenth of a second; while it does not and the
/// limit is used, the limit rises by a thirty-second (additive growth would take minutes back to a
/// thousand). Beyond it a search is refused at once, when it costs next to nothing.
struct SearchAdmission {
    /// Longest time work may stand before a loop before searches are refused.
    static let mostDelay = Duration.milliseconds(20)
    /// Let in however slow it goes, or nothing would tell that it goes faster again.
    static let least = 4
    static let interval = Duration.milliseconds(100)

    private var share: FairShare
    private(set) var limit: Int
    private var judgedAt: Uptime?

    init(most: Int) {
        share = FairShare(most: most)
        limit = share.most
    }

    var underWay: Int { share.underWay }

    /// Counts one in, as ``FairShare``; `delay` is how long work stands before the loops.
    mutating func enter(
        _ tenant: TenantID, shares: Bool, delay: Duration, now: Uptime
    ) -> FairShare.Refusal? {
        judge(delay, now)
        return share.enter(tenant, shares: shares, within: limit)
    }

    mutating func leave(_ tenant: TenantID) { share.leave(tenant) }

    private mutating func judge(_ delay: Duration, _ now: Uptime) {
        if let judgedAt, judgedAt.duration(to: now) < Self.interval { return }
        judgedAt = now
        let floor = min(Self.least, share.most)
        if delay > Self.mostDelay {
            limit = max(floor, min(limit, share.underWay) * 7 / 10)
        } else if share.underWay >= limit - limit / 8 {
            limit = min(share.most, limit + max(1, limit / 32))
        }
    }
}
