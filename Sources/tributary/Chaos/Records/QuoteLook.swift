/// A `GET` of a quote that a client knows.
struct QuoteLook: Sendable {
    var span: Span
    var quote: String
    /// Until when the offer announced it.
    var expires: RunTime
    /// 0 when the answer was lost.
    var status: Int
    var code: String?
}
