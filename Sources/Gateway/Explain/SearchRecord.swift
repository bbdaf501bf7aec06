internal import SupplierKit
internal import TravelModel

/// What is kept of one search: numbers and references to values that never change.
struct SearchRecord: Sendable {
    /// How it ended.
    struct End: Sendable {
        /// `nil` where its client left first.
        let outcome: SearchOutcome?
        let statuses: [SupplierStatus]
        let counts: SearchCounts?
    }

    /// One supplier's part of the plan, without the hotels beyond the first.
    struct Line: Sendable {
        let supplier: SupplierID
        let skipped: SkipReason?
        let terms: AskedTerms
        let batch: Int
        let hotels: Int
        let mapping: [(code: SupplierHotelCode, hotel: HotelID)]
        let column: SearchJournal.Column
    }

    /// Codes of one supplier that are remembered.
    static let mostMapped = 20

    let id: SearchID
    let at: Instant
    let started: Uptime
    let request: SearchRequest
    let hotels: Int
    let rates: RatesInUse
    let markupVersion: Int
    let cause: RecordCause
    let lines: [Line]
    let times: SearchJournal.Times
    let end: End
    let merges: [HotelMerge]
    let mergesLeftOut: Int
    let oddities: [String]
    let bytes: Int

    /// `nil` for a search that nobody has a reason to keep.
    init?(
        _ frame: SearchJournal.Frame, _ columns: [SearchJournal.Column],
        _ times: SearchJournal.Times, _ end: End, merges: [HotelMerge], mergesLeftOut: Int
    ) {
        oddities = Self.oddities(frame, columns, times, end)
        guard let cause = frame.cause ?? (oddities.isEmpty ? nil : .odd) else { return nil }
        self.cause = cause
        id = frame.id
        at = frame.at
        started = frame.started
        request = frame.request
        rates = frame.rates
        markupVersion = frame.markupVersion
        hotels = frame.plan.hotels.count
        lines = zip(frame.plan.lines, columns).map { line, column in
            Line(
                supplier: line.supplier, skipped: line.skipped, terms: line.terms,
                batch: line.source.batch, hotels: line.codes.count,
                mapping: line.codes.prefix(Self.mostMapped).map {
                    ($0.code, frame.plan.hotels[$0.hotel].id)
                }, column: column)
        }
        self.times = times
        self.end = end
        self.merges = merges
        self.mergesLeftOut = mergesLeftOut
        bytes = Self.bytes(frame.request, lines, merges)
    }

    /// Whether something went otherwise than it should.
    var isOdd: Bool { !oddities.isEmpty }

    /// A few words for each thing that went otherwise than it should.
    private static func oddities(
        _ frame: SearchJournal.Frame, _ columns: [SearchJournal.Column],
        _ times: SearchJournal.Times, _ end: End
    ) -> [String] {
        var found: [String] = []
        for status in end.statuses {
            switch status.state {
            case .ok, .empty, .skipped: break
            case .partial, .timeout, .error, .throttled, .auth, .circuitOpen, .overloaded:
                let code = status.code.map { " \($0.text)" } ?? ""
                found.append("\(status.supplier) \(status.state.rawValue)\(code)")
            }
            for drop in status.dropped where drop.reason.isOdd {
                found.append("\(status.supplier) dropped \(drop.count) \(drop.reason.rawValue)")
            }
        }
        // Of a call that outlived the search its status does not tell what was left out.
        for (line, column) in zip(frame.plan.lines, columns)
        where !found.contains(where: { $0.hasPrefix("\(line.supplier) ") })
            && column.calls.contains(where: { $0.trace.hasOddDrops })
        {
            found.append("\(line.supplier) dropped rates")
        }
        if end.outcome == .noneAnswered { found.append("nobody answered") }
        let over = times.last - frame.request.options.timeout
        if over > .milliseconds(50) {
            found.append("last event \(over.wholeMilliseconds) ms after the deadline")
        }
        return found
    }

    /// About what it takes in memory; calls that several records share are counted in each.
    private static func bytes(
        _ request: SearchRequest, _ lines: [Line], _ merges: [HotelMerge]
    ) -> Int {
        var listed = 0
        if case .area(.hotels(let hotels)) = request.target { listed = hotels.count }
        let calls = lines.flatMap(\.column.calls).reduce(0) { $0 + $1.trace.reserve() }
        let kept = lines.reduce(0) { $0 + $1.column.kept.count + $1.mapping.count }
        let bids = merges.flatMap(\.decisions).reduce(0) { $0 + 1 + $1.others.count }
        return 4096 + listed * 64 + calls + lines.count * 512 + kept * 128 + merges.count * 128
            + bids * 192
    }
}
