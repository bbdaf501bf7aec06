/// One thing that is wrong with what a client sent.
struct InputFault: Sendable, Hashable {
    /// Where.
    enum Place: Sendable, Hashable {
        /// A query parameter or a header field, by name.
        case parameter(String)
        /// A part of the body, as a JSON Pointer (RFC 6901).
        case pointer(String)
    }

    let place: Place
    /// What is wrong and what would be right, as a short sentence without a full stop.
    let detail: String

    static func parameter(_ name: String, _ detail: String) -> InputFault {
        InputFault(place: .parameter(name), detail: detail)
    }
}
