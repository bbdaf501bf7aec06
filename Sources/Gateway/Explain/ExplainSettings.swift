/// Which searches are recorded, and how much of them is kept.
public struct ExplainSettings: Sendable, Hashable {
    /// One search in so many is recorded whole; 0 for none but those asked for and the odd ones.
    public var sampleEvery = 100
    /// Searches kept at most; 0 switches recording off.
    public var mostSearches = 500
    /// Bytes kept at most, as the recorder counts them.
    public var mostBytes = 32 << 20
    /// Whether clients whose key is not a sandbox's may ask for a record where keys are needed.
    public var letsClientsAsk = false
    /// Decides, with a search's id, whether it is drawn.
    public var seed: UInt64 = 0

    /// The product's defaults.
    public init() {}

    /// Whether a search is drawn: it follows from its id and the seed alone.
    func draws(_ id: SearchID) -> Bool {
        guard sampleEvery > 0 else { return false }
        // FNV-1a over the id, its bits mixed once more (SplitMix64), so that low bits are good ones.
        var hash = id.text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return (hash ^ (hash >> 31)) % UInt64(sampleEvery) == 0
    }
}

/// Why a search was recorded.
public enum RecordCause: String, Sendable, CaseIterable {
    /// Its client asked for it.
    case asked
    /// It was drawn.
    case sampled
    /// It ended oddly: less is known of it than of the others.
    case odd
}
