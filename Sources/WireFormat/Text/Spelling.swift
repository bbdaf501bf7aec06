/// Finds the known name a person most likely meant, for faults that suggest a way out.
public enum Spelling {
    /// Bytes of a text beyond which it is no misspelling; names come from outside, and comparing
    /// costs the product of both lengths.
    private static let longest = 64

    /// The closest of the `names` of which at most a third is wrong; ties go to the first.
    public static func nearest(to text: String, among names: [String]) -> String? {
        guard text.utf8.count <= longest else { return nil }
        let letters = folded(text)
        var best: (name: String, distance: Int)?
        for name in names where name.utf8.count <= longest {
            let other = folded(name)
            let most = min(max(1, other.count / 3), (best?.distance ?? .max) - 1)
            guard abs(letters.count - other.count) <= most else { continue }
            let distance = distance(letters, other)
            if distance <= most { best = (name, distance) }
        }
        return best?.name
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { 65...90 ~= $0 ? $0 | 0x20 : $0 }
    }

    /// Edits, with a swap of neighbours as one (optimal string alignment).
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in 1...a.count {
            row[0] = i
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count]
    }
}
