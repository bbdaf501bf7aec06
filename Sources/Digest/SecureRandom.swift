internal import CCrypto

/// Random bytes fit for keys, tokens and references.
public enum SecureRandom {
    /// Draws bytes from the library's seeded generator.
    ///
    /// - Parameter count: how many, 0 to 65,536; more or fewer are refused.
    /// - Throws: `DigestFault.randomnessUnavailable`.
    public static func bytes(_ count: Int) throws(DigestFault) -> [UInt8] {
        guard (0...65_536).contains(count) else { throw .randomnessUnavailable }
        guard count > 0 else { return [] }
        let drawn = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            filled = RAND_bytes(room.baseAddress, Int32(count)) == 1 ? count : 0
        }
        guard drawn.count == count else { throw .randomnessUnavailable }
        return drawn
    }
}
