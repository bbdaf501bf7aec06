/// The colours of a report by what they mean; the style sheet has each for light and dark.
enum PlotColour: String, Sendable, CaseIterable {
    case good, fair, part, slow, bad, limited, denied, shut, full, idle, live, other

    /// Its class.
    var style: String { "c-" + rawValue }

    /// Of a supplier's status in a search.
    static func status(_ status: String) -> PlotColour {
        switch status {
        case "ok": .good
        case "empty": .fair
        case "partial": .part
        case "timeout": .slow
        case "error": .bad
        case "throttled": .limited
        case "auth": .denied
        case "circuit_open": .shut
        case "overloaded": .full
        case "skipped": .idle
        default: .other
        }
    }

    /// Of where an answer came from.
    static func source(_ source: String) -> PlotColour {
        switch source {
        case "live": .live
        case "cache": .good
        case "stale": .part
        case "none": .idle
        default: .other
        }
    }

    /// Of a breaker's state.
    static func breaker(_ state: String) -> PlotColour {
        switch state {
        case "closed": .good
        case "open": .bad
        case "halfOpen", "half_open": .part
        case "due": .slow
        case "disabled": .idle
        default: .other
        }
    }

    /// Of what a request to hold came to.
    static func outcome(_ outcome: ChaosHoldOutcome) -> PlotColour {
        switch outcome {
        case .granted: .good
        case .pending: .live
        case .priceChanged, .termsChanged: .part
        case .soldOut: .limited
        case .conflict: .fair
        case .unavailable: .slow
        case .refused: .full
        case .left: .idle
        case .interrupted: .shut
        case .lost: .bad
        }
    }
}
