/// Places of one name at one spot: an answer shows the best of them and offers the others beside it.
struct PlaceTwins {
    private var twins: [Int: [Int]] = [:]

    /// Takes a block (`TwinFinder`): pairs of ranks, four bytes each, little endian; `nil` when it is
    /// damaged.
    init?(_ block: UnsafeRawBufferPointer) {
        guard block.count % 8 == 0 else { return nil }
        for start in stride(from: 0, to: block.count, by: 8) {
            let pair = [start, start + 4].map {
                Int(UInt32(littleEndian: block.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
            }
            twins[pair[0], default: []].append(pair[1])
        }
    }

    /// The ranks of a place's twins, the most popular first.
    func of(_ rank: Int) -> [Int] { twins[rank] ?? [] }

    /// The hits without those whose twin stands above them.
    func collapsed(_ hits: [Hit]) -> [Hit] {
        var covered: Set<Int> = []
        return hits.filter { hit in
            guard !covered.contains(hit.rank) else { return false }
            covered.formUnion(of(hit.rank))
            return true
        }
    }
}
