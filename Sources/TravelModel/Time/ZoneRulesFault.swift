/// Why the bytes of a time zone file could not be used.
public enum ZoneRulesFault: Error, Equatable, Sendable {
    /// More than ``ZoneRules/mostBytes``.
    case tooLong
    /// The bytes end before what they announce.
    case truncated
    /// The magic `TZif` is missing.
    case notTZif
    /// Version 1, which has no 64-bit times, or a version byte that no RFC defines.
    case unsupportedVersion(UInt8)
    /// The file counts leap seconds, as those under `right/` do; our instants do not.
    case leapSeconds
    /// Counts, times or indices that contradict RFC 9636 section 3.2; names the part.
    case malformed(String)
    /// The rule for the time after the last listed change is not a TZ string.
    case malformedFooter
}
