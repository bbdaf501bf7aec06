public import TravelModel

/// How long what is written of a hold that has ended is kept.
///
/// Each counts from the hold's announced end, or from its claim where none was announced; a hold that
/// is not decided, or still to be given back, keeps everything. The key goes first, then personal
/// data, then the row, whatever the durations are.
public struct HoldRetention: Sendable, Hashable {
    /// The key is found by repeats of the request; then it is free again.
    public var key: Duration = .seconds(86_400)
    /// Guests, contact and the client's own words; then they are erased.
    public var personalData: Duration = .seconds(30 * 86_400)
    /// The hold is found by its id; then nothing is left of it.
    public var record: Duration = .seconds(400 * 86_400)

    /// The product's defaults.
    public init() {}
}

/// What one look for holds past their time did.
public struct HoldRetirement: Sendable, Hashable {
    /// Keys set free.
    public var keysFreed = 0
    /// Holds whose personal data was erased.
    public var erased = 0
    /// Holds removed.
    public var removed = 0
    /// Whether more may be due: as many were touched as were asked for.
    public var mayBeMore = false
    /// From when the time of the oldest personal data of a hold that is over counts; `nil` for none.
    public var oldestPersonal: Instant?

    /// Nothing done.
    public init() {}

    /// Holds touched.
    public var count: Int { keysFreed + erased + removed }
}
