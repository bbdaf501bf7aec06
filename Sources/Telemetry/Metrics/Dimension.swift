/// A label of a metric family together with every value it may take.
///
/// Values come from code or configuration, never from traffic; anything else is counted under
/// `Dimension.other`, so that outside text can neither grow nor name a series.
public struct Dimension: Sendable {
    /// The value shown for whatever is not in the vocabulary.
    public static let other = "other"

    /// The label's name, as in the Prometheus data model: `[a-zA-Z_][a-zA-Z0-9_]*`.
    public let name: String
    let vocabulary: Set<String>

    /// Declares a label over values known at start, such as the configured suppliers.
    public init(_ name: StaticString, values: some Sequence<String>) {
        self.name = name.description
        vocabulary = Set(values)
    }

    /// Declares a label over the cases of an enumeration.
    public init<Value>(_ name: StaticString, of type: Value.Type)
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        self.init(name, values: type.allCases.map(\.rawValue))
    }

    func admitted(_ value: String) -> String {
        vocabulary.contains(value) ? value : Self.other
    }
}
