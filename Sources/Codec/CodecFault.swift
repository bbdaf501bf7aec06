/// Why stored bytes could not be read back.
public enum CodecFault: Error, Equatable, Sendable {
    /// The bytes end before the value does.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// Written by a later, or a retired, format.
    case unknownVersion(UInt8)
    /// A number is longer than its type, or not written in its shortest form.
    case badNumber
    /// A text is not UTF-8.
    case badText
    /// The bytes have the right form but no value of the model looks like that; names the member.
    case badValue(String)
    /// No offer has this index.
    case noSuchOffer(Int)
}
