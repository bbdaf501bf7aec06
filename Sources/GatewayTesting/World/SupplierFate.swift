internal import Gateway
internal import SupplierKit

/// What becomes of one call to a supplier; drawn when it is sent.
struct SupplierFate: Sendable {
    /// How the supplier's answer looks once it has done what it was asked.
    enum Answer: Sendable {
        case whole
        /// In pieces, with a pause before each.
        case dripped(Duration)
        /// Some of it, then a reset.
        case cut
        /// Text that means nothing, or with lines that mean nothing.
        case garbled
        /// Another status, whatever was done.
        case status(Int)
        /// A reset instead of it.
        case reset
        case none
    }

    /// Whether there is a connection at all.
    var connects = true
    /// Whether nobody says that there will be none.
    var isSilent = false
    /// From sending until the supplier acts on it; `nil` when it never hears of it.
    var arrival: Duration?
    /// What it sends when the request has arrived.
    var answer = Answer.whole
    /// From acting until its answer is here.
    var way = Duration.zero
    /// Whether it refuses at the door and does nothing.
    var isTurnedAway = false
    /// The connection breaks so long after sending, whatever the supplier does later.
    var breaks: Duration?

    /// One word for the log.
    var word: String {
        if !connects { return isSilent ? "unreachable" : "refused" }
        if breaks != nil { return arrival == nil ? "reset" : "reset-acts-late" }
        guard arrival != nil else { return "lost" }
        if isTurnedAway { return "turned-away" }
        return switch answer {
        case .whole: "answers"
        case .dripped: "drips"
        case .cut: "cuts"
        case .garbled: "garbles"
        case .status(let status): "acts-\(status)"
        case .reset: "acts-resets"
        case .none: "acts-silent"
        }
    }

    /// Draws a call's fate; `storm` of a hundred go wrong.
    init(
        _ dice: inout SplitMix, storm: Int, step: SupplierStep, manifest: SupplierManifest
    ) {
        func millis(_ range: ClosedRange<Int>) -> Duration {
            .milliseconds(dice.number(in: range))
        }
        arrival = millis(1...200)
        way = millis(1...(dice.chance(70) ? 300 : 1_500))
        if step == .search, dice.chance(25) { answer = .dripped(millis(5...300)) }
        guard dice.chance(storm) else { return }
        switch dice.number(in: 1...100) {
        case ...10:
            connects = false
            isSilent = dice.chance(30)
        case ...20: arrival = nil
        case ...28:
            arrival = nil
            breaks = millis(1...1_500)
        case ...40:
            isTurnedAway = true
            answer = .status(dice.pick([429, 401, 503]))
        case ...50: answer = .garbled
        case ...58: answer = .status(500)
        case ...68: answer = .reset
        case ...78: answer = .none
        case ...84: answer = step == .search ? .cut : .reset
        default:
            // Acted on when nobody waits any more, now and then when nobody expects it any more.
            let indexing = manifest.lookup.indexingDelay - .seconds(4)
            let usual = Int((manifest.timeouts[step] + indexing) / .milliseconds(1))
            arrival = dice.chance(85) ? millis(500...max(501, usual)) : millis(20_000...300_000)
            if dice.chance(50) { breaks = millis(1...1_500) }
        }
    }

    /// The call of a quiet day.
    static let calm = SupplierFate(arrival: .milliseconds(20), way: .milliseconds(40))

    private init(arrival: Duration, way: Duration) {
        self.arrival = arrival
        self.way = way
    }
}
