/// One search as a client saw it.
struct SearchRecord: Sendable {
    /// How a supplier ended.
    struct Status: Hashable, Sendable {
        var supplier: String
        var status: String
        /// Where the answer came from: `live`, `cache`, `stale` or `none`.
        var source = "none"
        /// From the search's start to the supplier's final status, milliseconds.
        var latency: Int?
    }

    /// The last event of a stream.
    struct Done: Sendable {
        var arrived: RunTime
        /// When the gateway wrote it, by its own clock: `expiresAt` less `expiresInMs`.
        var written: RunTime?
        var statuses: [Status]
    }

    var exchange: Exchange
    /// As asked for, milliseconds.
    var timeout: Int
    var searchID: String?
    /// The first event's name.
    var firstEvent: String?
    /// Suppliers as the `search` event names them.
    var announced: [String] = []
    /// Suppliers of the `supplier` events, in order.
    var told: [String] = []
    var done: Done?
    var eventsAfterDone = 0
    /// What could not be read.
    var faults: [String] = []
    /// Statuses of a whole JSON answer or of `NO_SUPPLIER_ANSWERED`.
    var statuses: [Status] = []

    var isStream: Bool { exchange.kind != .json }

    /// How each supplier ended, as the last word says it.
    var ends: [Status] { done?.statuses ?? statuses }

    var deadline: RunTime { exchange.span.sent.adding(milliseconds: timeout) }
}
