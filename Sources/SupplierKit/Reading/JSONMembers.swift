public import WireFormat

extension JSONReader {
    /// Reads the next object, handing over each key.
    ///
    /// `take` reads the key's value, or leaves it and says false to have it passed over. `null`
    /// counts as an object without members.
    public mutating func members(
        _ take: (JSONText, inout JSONReader) throws(JSONFault) -> Bool
    ) throws(JSONFault) {
        if try takeNull() { return }
        try beginObject()
        while let key = try nextKey() {
            if try !take(key, &self) { try skip() }
        }
    }

    /// Reads the next array, each element by `take`.
    ///
    /// `null` counts as an empty array.
    public mutating func elements(
        _ take: (inout JSONReader) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        if try takeNull() { return }
        try beginArray()
        while try nextElement() { try take(&self) }
    }

    /// The next value as `read` makes it; if `read` fails the value is passed over and the fault
    /// returned, so that one odd rate does not cost the others.
    ///
    /// Throws only where the text is no JSON.
    public mutating func attempt<Value>(
        _ read: (inout JSONReader) throws(JSONFault) -> Value
    ) throws(JSONFault) -> Result<Value, JSONFault> {
        let before = self
        do throws(JSONFault) {
            return .success(try read(&self))
        } catch {
            self = before
            try skip()
            return .failure(error)
        }
    }
}

extension RateFault {
    /// A rate whose JSON is not as its protocol has it.
    public init(_ fault: JSONFault) { self.init(.malformed, fault.description) }
}
