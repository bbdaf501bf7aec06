internal import Places
internal import Synchronization
internal import TravelModel

/// Encoded answers to what is typed most, kept so that the loop that was asked can write them at once.
///
/// What has been asked for since the last turn-over stays; the other half goes when the newer one is
/// full, so each call costs the same.
final class SuggestionMemo: Sendable {
    /// What an answer depends on.
    struct Key: Hashable {
        let likeness: [UInt8]
        let limit: Int
        let kinds: Set<PlaceKind>
        let language: String?
        let near: GeoPoint?
        var version: String
    }

    /// Longer texts are rarely typed twice.
    static let longest = 48

    private struct Generations {
        var newer: [Key: [UInt8]] = [:]
        var older: [Key: [UInt8]] = [:]
        var newerBytes = 0
    }

    private let mostEntries: Int
    private let mostBytes: Int
    // A lock: held for a look-up or an insertion, never while something is encoded.
    private let kept = Mutex(Generations())

    /// Keeps at most twice as much as each bound says.
    init(mostEntries: Int = 4_096, mostBytes: Int = 8 << 20) {
        self.mostEntries = max(1, mostEntries)
        self.mostBytes = max(0, mostBytes)
    }

    /// `nil` for a query whose answer is not kept.
    static func key(_ query: SuggestQuery, version: String) -> Key? {
        let likeness = query.likeness
        guard likeness.count <= longest else { return nil }
        return Key(
            likeness: likeness, limit: query.limit, kinds: query.kinds, language: query.language,
            near: query.near, version: version)
    }

    subscript(key: Key) -> [UInt8]? {
        kept.withLock { kept in
            if let bytes = kept.newer[key] { return bytes }
            guard let bytes = kept.older.removeValue(forKey: key) else { return nil }
            insert(bytes, key, &kept)
            return bytes
        }
    }

    func keep(_ bytes: [UInt8], for key: Key) {
        kept.withLock { insert(bytes, key, &$0) }
    }

    /// How many answers and bytes are kept.
    var size: (entries: Int, bytes: Int) {
        kept.withLock { kept in
            let bytes = kept.older.values.reduce(kept.newerBytes) { $0 + $1.count }
            return (kept.newer.count + kept.older.count, bytes)
        }
    }

    private func insert(_ bytes: [UInt8], _ key: Key, _ kept: inout Generations) {
        guard bytes.count <= mostBytes else { return }
        if kept.newer.count >= mostEntries || kept.newerBytes + bytes.count > mostBytes {
            kept.older = kept.newer
            kept.newer = [:]
            kept.newerBytes = 0
        }
        let before = kept.newer.updateValue(bytes, forKey: key)
        kept.newerBytes += bytes.count - (before?.count ?? 0)
    }
}
