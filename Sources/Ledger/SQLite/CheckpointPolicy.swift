/// When the writer moves what stands in the log (SQLite's WAL) into the file, so that the log stays
/// small whatever readers do.
///
/// Pure: told how long the log is after each commit, it says what to do. From ``softPages`` on the
/// writer takes what readers allow and does not wait; from ``hardPages`` on it waits for them, at
/// most ``patience``. New readers cannot keep it waiting: those that begin once everything is copied
/// read the file and no longer the log. Only a reader that stays in one old snapshot lets the log
/// grow, for as long as it reads.
struct CheckpointPolicy: Sendable {
    /// What to do after a commit.
    enum Order: Sendable, Hashable {
        case nothing
        /// Copy what can be copied now.
        case copy
        /// Wait for readers, copy everything and cut the log to nothing.
        case truncate
    }

    /// About 4 MB at SQLite's usual page size.
    var softPages = 1000
    /// About 32 MB.
    var hardPages = 8000
    /// How long one attempt may wait for readers, in milliseconds.
    var patience: Int32 = 100

    /// The length at which the next attempt is due: one that could not finish is not repeated at every
    /// commit.
    private var due = 0
    private var last = 0

    /// The product's limits.
    init() {}

    /// What follows from a log of `pages` after a commit.
    mutating func committed(pages: Int) -> Order {
        // Shorter than before: it has begun anew.
        if pages < last { due = 0 }
        last = pages
        guard pages >= softPages, pages >= due else { return .nothing }
        due = pages + softPages
        return pages >= hardPages ? .truncate : .copy
    }
}
