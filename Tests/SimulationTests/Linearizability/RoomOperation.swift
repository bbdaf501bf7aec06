import Gateway

/// A moment of a recorded run: virtual time, and the order of events within one instant of it.
struct RecordedMoment: Comparable, Hashable {
    let uptime: Uptime
    /// Grows with every event of the run.
    let number: Int

    static func < (left: RecordedMoment, right: RecordedMoment) -> Bool {
        (left.uptime, left.number) < (right.uptime, right.number)
    }
}

/// What one client asked of one kind of room, or the clock did to it, and what it was told.
struct RoomOperation: Hashable {
    enum Told: Hashable {
        /// `place` took a room.
        case granted(hold: Int)
        /// `place` found none.
        case soldOut
        /// `release` ended the hold, now or before.
        case released(hold: Int)
        /// `look`, or `release`, saw this state.
        case seen(hold: Int, HoldState)
        /// The hold's deadline came and its room went back.
        case expired(hold: Int)
    }

    let told: Told
    /// When it began; for an expiry the deadline.
    let invoked: RecordedMoment
    /// When its answer was there; for an expiry when the sweep must have written it.
    let returned: RecordedMoment
}
