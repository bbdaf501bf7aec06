/// A fault put into a world on purpose, to see that it is found.
///
/// Each is a wrapper around one port of the gateway, so the product knows nothing of it.
public enum PlantedFault: String, Sendable, CaseIterable {
    /// An update is written whatever version and owner it starts from.
    case lostCompare = "lost-compare"
    /// A grant of our own rooms takes none, now and then.
    case freeRoom = "free-room"
    /// A grant is acknowledged and not written, now and then.
    case unwrittenGrant = "unwritten-grant"
    /// A supplier's search that is out of time is read as a whole answer.
    case timeoutAsEmpty = "timeout-as-empty"
    /// A search call that breaks off in the middle is read as a whole answer.
    case brokenAsWhole = "broken-as-whole"
    /// One sleeper in forty is never woken.
    case lostTimer = "lost-timer"
    /// The supplier is asked under another reference than the one that is written down.
    case strayReference = "stray-reference"
    /// A release that failed is taken for one that was confirmed.
    case deafRelease = "deaf-release"
    /// Whatever the supplier charges is taken for what was granted.
    case uncheckedPrice = "unchecked-price"
    /// A start does not know that the machine is the same, so that the wall decides.
    case forgottenBoot = "forgotten-boot"

    /// What it is, for people.
    public var summary: String {
        switch self {
        case .lostCompare: "the ledger drops its compare-and-set"
        case .freeRoom: "a grant of our own rooms takes none"
        case .unwrittenGrant: "a grant is acknowledged and not written"
        case .timeoutAsEmpty: "a search call out of time is read as a whole answer"
        case .brokenAsWhole: "a search answer cut short is read as a whole one"
        case .lostTimer: "the clock forgets a sleeper"
        case .strayReference: "the supplier gets another reference than the ledger has"
        case .deafRelease: "a failed release is taken for a confirmed one"
        case .uncheckedPrice: "the supplier's hold is not bound to the granted price"
        case .forgottenBoot: "a restart judges deadlines by the wall clock"
        }
    }
}
