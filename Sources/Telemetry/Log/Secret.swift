/// A value that no description, interpolation, mirror or log line can show.
public struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value, best where it enters the process.
    public init(_ value: Value) { self.value = value }

    /// Hands the value out, for the one place that must send or check it.
    public func reveal() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    public var description: String { "***" }
    /// A fixed text.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
