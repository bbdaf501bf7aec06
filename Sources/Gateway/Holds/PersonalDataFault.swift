/// Why a hold's personal data cannot be read, though the hold itself can.
public enum PersonalDataFault: Error, Hashable, Sendable {
    /// Sealed with a key this gateway does not have.
    case keyUnknown
    /// Changed since it was sealed, sealed for another hold, or not decodable.
    case damaged
}
