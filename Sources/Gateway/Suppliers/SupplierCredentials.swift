public import Telemetry

/// The secrets of one supplier account by the names its ``SupplierKit/AuthScheme`` uses.
///
/// No description, mirror or log shows a value.
public struct SupplierCredentials: Sendable, CustomStringConvertible {
    private let values: [String: Secret<String>]

    /// Later entries of one name replace earlier ones.
    public init(_ values: [(name: String, value: Secret<String>)] = []) {
        self.values = Dictionary(values.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// How many there are, and nothing else.
    public var description: String { "SupplierCredentials(\(values.count) masked)" }

    func value(_ name: String) -> Secret<String>? { values[name] }

    /// Every secret, for masking.
    var all: [Secret<String>] { Array(values.values) }
}
