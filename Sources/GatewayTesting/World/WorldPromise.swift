/// A promise of the product that every world is judged by.
public enum WorldPromise: String, Sendable, CaseIterable {
    case ownStock = "own-stock"
    case supplierStock = "supplier-stock"
    case writtenFirst = "written-first"
    case onePerKey = "one-per-key"
    case onePerQuote = "one-per-quote"
    case acknowledgedFound = "acknowledged-found"
    case replaySameHold = "replay-same-hold"
    case replaySameBytes = "replay-same-bytes"
    case keyBody = "key-body"
    case forwardOnly = "forward-only"
    case noEarlyEnd = "no-early-end"
    case withinSupplierTime = "within-supplier-time"
    case priceAsQuoted = "price-as-quoted"
    case chargedAsGranted = "charged-as-granted"
    case noOrphans = "no-orphans"
    case settled
    case answered
    case searchEnds = "search-ends"
    case doneOnTime = "done-on-time"
    case supplierOnce = "supplier-once"
    case onlyWhatWasSaid = "only-what-was-said"
    case totalOrder = "total-order"
    case nothingLeft = "nothing-left"

    /// The promise in a sentence.
    public var sentence: String {
        switch self {
        case .ownStock:
            "No night of our own rooms is oversold or given back twice; all are free in the end"
        case .supplierStock: "No supplier has more rooms taken than there are"
        case .writtenFirst: "A supplier hears only references that are in the ledger"
        case .onePerKey: "One idempotency key never keeps two rooms at suppliers"
        case .onePerQuote: "One quote never has two open holds, nor keeps two rooms"
        case .acknowledgedFound: "Each acknowledged hold is found, after whatever crash"
        case .replaySameHold: "Repeats of one key name one hold, unless it was refused before"
        case .replaySameBytes: "Stored refusals are told again byte for byte, and stay"
        case .keyBody: "A key is refused for another body, and never for its own"
        case .forwardOnly: "States of a hold only move forward, and its version only grows"
        case .noEarlyEnd: "No hold ends before its announced time unless a client releases it"
        case .withinSupplierTime: "No hold is announced for longer than the supplier keeps it"
        case .priceAsQuoted: "A granted price is as quoted, or its change is told and was accepted"
        case .chargedAsGranted: "The supplier charges what was granted"
        case .noOrphans: "In the end no supplier keeps a room"
        case .settled: "In the end every hold is over and nothing is left to do for it"
        case .answered: "Whoever waits for a hold is answered in the time it gave"
        case .searchEnds: "A search begins with search and ends with one done"
        case .doneOnTime: "done comes by the search's deadline"
        case .supplierOnce: "Each supplier is told once, and listed in the end as it was told"
        case .onlyWhatWasSaid: "ok and empty are told only of hotels a whole answer was heard about"
        case .totalOrder: "Offers of a hotel, and hotels, stand in one total order"
        case .nothingLeft: "No call, run, exchange or timer is left after deadline and grace"
        }
    }
}

/// How one promise fared in one world, or in many.
public struct WorldCheck: Sendable {
    /// Examples kept; the rest is only counted.
    private static let mostExamples = 4

    /// How often it was put to the test.
    public private(set) var checked = 0
    /// How often it was broken.
    public private(set) var broken = 0
    /// The first breaches.
    public private(set) var examples: [String] = []

    /// Never tested.
    public init() {}

    mutating func check(_ passes: Bool, _ breach: () -> String) {
        checked += 1
        guard !passes else { return }
        broken += 1
        if examples.count < Self.mostExamples { examples.append(breach()) }
    }

    /// Adds what another world saw of the same promise.
    public mutating func add(_ other: WorldCheck) {
        checked += other.checked
        broken += other.broken
        examples += other.examples.prefix(max(0, Self.mostExamples - examples.count))
    }
}
