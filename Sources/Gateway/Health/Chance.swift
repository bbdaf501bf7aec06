/// Chance for decisions nobody needs to be kept from guessing: a future that follows from its seed
/// (Steele, Lea and Flood's SplitMix64).
struct Chance: Sendable {
    private var state: UInt64

    /// The first eight bytes; missing ones are zero.
    init(seed bytes: [UInt8]) {
        state = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// 0 to 255.
    mutating func byte() -> UInt8 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: (mixed ^ (mixed >> 31)) >> 24)
    }
}
