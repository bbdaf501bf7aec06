/// A checked head: its bytes and where in them things are.
struct RequestHead: Sendable {
    /// One field line; the value without the white space around it.
    struct Field: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// The whole head, from the method to the empty line.
    var bytes: [UInt8]
    var method: HTTPMethod
    /// As it came.
    var target: Range<Int>
    /// The path within the target.
    var path: Range<Int>
    /// What follows the first `?` of the target.
    var query: Range<Int>?
    /// The authority of an absolute-form target.
    var authority: Range<Int>?
    var version: HTTPVersion
    var fields: [Field]
    var framing: RequestFraming
}
