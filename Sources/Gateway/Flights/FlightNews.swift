internal import SupplierKit
internal import TravelModel

/// What a call tells those who wait for it.
enum FlightNews: Sendable {
    /// Offers of hotels the waiter asked for.
    case offers([(code: SupplierHotelCode, offers: [AnsweredOffer])])
    /// How far the call has come.
    case phase(CallPhase)
    /// It is over; nothing follows.
    case ended(FlightEnd)
}

/// How a call ended.
struct FlightEnd: Sendable, Hashable {
    enum Verdict: Sendable, Hashable {
        /// Everything was said.
        case complete
        /// Not everything was said, for the supplier's or the way's fault.
        case failed(SupplierFailure)
        /// Our own limit; nothing was sent.
        case overloaded
        /// The supplier is not asked now; nothing was sent.
        case refused(CallRefusal)
    }

    let verdict: Verdict
    /// By reason, in the order of the reasons' declaration; only above zero.
    let dropped: [DropCount]
}

/// Receives what one waiter is told; called in order, by one caller at a time, and returns at once.
typealias FlightSink = @Sendable (FlightNews) -> Void

/// A tally of left-out rates with one fixed order.
struct DropTally: Sendable, Hashable {
    private var counts = Array(repeating: 0, count: DropReason.allCases.count)

    mutating func add(_ reason: DropReason, _ count: Int = 1) {
        guard let index = DropReason.allCases.firstIndex(of: reason) else { return }
        counts[index] += count
    }

    mutating func add(_ dropped: [DropCount]) {
        for drop in dropped { add(drop.reason, drop.count) }
    }

    var list: [DropCount] {
        zip(DropReason.allCases, counts).filter { $0.1 > 0 }.map(DropCount.init)
    }
}
