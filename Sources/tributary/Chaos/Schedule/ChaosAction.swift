/// What a client is to do next; made before anything is known of the answers.
///
/// Numbers that choose among things seen (quotes, holds) are taken modulo how many there are.
enum ChaosAction: Hashable, Sendable {
    case search(SearchPlan)
    /// A text to complete.
    case suggest(String)
    case quote(Int)
    case hold(HoldPlan)
    /// Send an earlier attempt again, as it was.
    case repeatAttempt(Int)
    /// Ask for an earlier attempt's quote under another key.
    case takeOver(Int)
    case look(Int)
    case find(Int)
    case release(Int)
}

/// One search.
struct SearchPlan: Hashable, Sendable {
    enum Form: String, Hashable, Sendable {
        case ndjson = "application/x-ndjson"
        case serverSent = "text/event-stream"
        case json = "application/json"
    }

    var form: Form
    /// Names and values in order, `timeoutMs` among them, not encoded.
    var query: [Parameter]
    /// Milliseconds.
    var timeout: Int
    /// When the client leaves in the middle, in milliseconds.
    var leavesAfter: Int?

    struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
    }
}

/// One hold of a quote seen.
struct HoldPlan: Hashable, Sendable {
    /// How the request is sent.
    enum Manner: Hashable, Sendable {
        case once
        /// The same request twice at the same moment.
        case twice
        /// Two keys for one quote at the same moment.
        case rivals
        /// The client leaves after so many milliseconds and asks again later by its key.
        case abandoned(Int)
    }

    /// Which of the quotes seen.
    var quote: Int
    var manner: Manner
    /// Accepted rise in percent; 0 says nothing about it.
    var percent: Int
    /// How long to wait for a decision, milliseconds; `nil` leaves it to the gateway.
    var wait: Int?
    /// Whether the new quote of a PRICE_CHANGED or TERMS_CHANGED is held at once.
    var takesRenewed: Bool
}

/// Everyone wants a room of one hotel at one time.
struct Race: Hashable, Sendable {
    /// Milliseconds from the start.
    var at: Int
    var supplier: String
    var search: SearchPlan
}
