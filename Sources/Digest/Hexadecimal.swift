/// Bytes written as text, two digits each (RFC 4648, section 8).
public enum Hexadecimal {
    /// The lower-case form that supplier signatures use.
    public static func lowercase(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { room in
            for (index, byte) in bytes.enumerated() {
                room[index * 2] = digit(byte >> 4)
                room[index * 2 + 1] = digit(byte & 0x0F)
            }
            return bytes.count * 2
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
