/// The answer to a short or common query as it is stored in an index: the best hits, in order.
enum PrecomputedHits {
    /// Hits that are stored for one query: as many as a usual answer of ten is chosen from.
    static let most = 10 + PlaceIndex.spareHits
    private static let bytesPerHit = 8

    /// Rank, match in hundredths and line, little endian.
    static func bytes(_ hits: [Hit]) -> [UInt8] {
        var bytes: [UInt8] = []
        for hit in hits.prefix(most) {
            let match = UInt64(UInt16(bitPattern: Int16((hit.match * 100).rounded())))
            let packed =
                UInt64(UInt32(clamping: hit.rank)) | match << 32
                | UInt64(UInt16(clamping: hit.line)) << 48
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: packed >> UInt64(shift)))
            }
        }
        return bytes
    }

    /// Calls `body` with rank, match and line of each hit.
    static func forEach(
        in bytes: UnsafeRawBufferPointer,
        _ body: (_ rank: Int, _ match: Double, _ line: Int) -> Void
    ) {
        for start in stride(from: 0, to: bytes.count - bytesPerHit + 1, by: bytesPerHit) {
            let packed = UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            let match = Int16(bitPattern: UInt16(truncatingIfNeeded: packed >> 32))
            body(Int(packed & 0xFFFF_FFFF), Double(match) / 100, Int(packed >> 48))
        }
    }
}
