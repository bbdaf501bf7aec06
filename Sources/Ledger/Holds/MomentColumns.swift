import Gateway
import TravelModel

/// A moment on both clocks as three columns, `NAME_ms`, `NAME_boot` and `NAME_up`, so that a query can
/// judge it as ``Gateway/StampedTime`` does.
enum MomentColumns {
    /// Whether the moment has come, for `now` bound by ``bind(_:to:)`` at `first` and the two after it.
    static func hasCome(_ name: String, now first: Int) -> String {
        """
        (CASE WHEN \(name)_boot = ?\(first + 1) THEN \(name)_up <= ?\(first + 2)
            ELSE \(name)_ms <= ?\(first) END)
        """
    }

    /// Binds the next three parameters; NULL for none.
    @discardableResult
    static func bind(_ moment: StampedTime?, to statement: Statement) -> Statement {
        statement.bind(moment?.wall.millisecondsSinceEpoch)
        if let moment { statement.bind(moment.boot) } else { statement.bind(Int64?.none) }
        return statement.bind(moment?.uptime.nanoseconds)
    }

    /// The moment in three columns of a row; `nil` where the first is NULL.
    static func read(_ row: Statement, at column: Int32) -> StampedTime? {
        guard !row.isNull(column) else { return nil }
        return StampedTime(
            wall: Instant(millisecondsSinceEpoch: row.integer(column)),
            boot: row.text(column + 1), uptime: Uptime(nanoseconds: row.integer(column + 2)))
    }
}
