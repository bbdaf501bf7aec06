/// Which addresses may be connected to.
///
/// Judged on the address itself when the socket is about to open, so that no name, spelling or
/// change of the name's addresses gets around it. Ranges are those of the IANA special-purpose
/// address registries (RFC 6890).
enum AddressRule {
    enum Kind: Equatable {
        /// The public internet.
        case open
        /// Loopback, private and unique local: for requests that allow them.
        case local
        /// Unspecified, link-local (cloud metadata lives there), multicast, reserved.
        case never
    }

    static func permits(_ kind: Kind, allowPrivate: Bool) -> Bool {
        switch kind {
        case .open: true
        case .local: allowPrivate
        case .never: false
        }
    }

    /// Judges 4 or 16 bytes in network order; any other length is never connected to.
    static func kind(_ address: [UInt8]) -> Kind {
        switch address.count {
        case 4: kind4(address)
        case 16: kind6(address)
        default: .never
        }
    }

    private static func kind4(_ address: [UInt8]) -> Kind {
        switch (address[0], address[1], address[2]) {
        case (10, _, _), (127, _, _), (192, 168, _), (172, 16...31, _), (100, 64...127, _):
            .local
        case (0, _, _), (169, 254, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _),
            (198, 51, 100), (203, 0, 113), (192, 88, 99), (224..., _, _):
            .never
        default: .open
        }
    }

    private static func kind6(_ address: [UInt8]) -> Kind {
        let lastFour = Array(address.suffix(4))
        let zeros = address.prefix { $0 == 0 }.count
        if zeros >= 15 { return address[15] == 1 ? .local : .never }
        // An IPv4 address inside (mapped, translated, 6to4) is judged as what it is, but never
        // opens a way to the public internet that was not asked for by its plain form.
        if zeros == 10, address[10] == 0xFF, address[11] == 0xFF {
            return kind4(lastFour) == .local ? .local : .never
        }
        switch (address[0], address[1]) {
        case (0xFC...0xFD, _): return .local
        case (0x00, 0x64) where address[2] == 0xFF && address[3] == 0x9B:
            let translated = address[4..<12].allSatisfy { $0 == 0 }
            return translated && kind4(lastFour) == .open ? .open : .never
        case (0x20, 0x02): return kind4(Array(address[2..<6])) == .open ? .open : .never
        case (0x20, 0x01) where address[2] < 0x02: return .never
        case (0x20, 0x01) where address[2] == 0x0D && address[3] == 0xB8: return .never
        case (0x20...0x3F, _): return .open
        default: return .never
        }
    }
}
