import Foundation

/// What an address to listen at may be, and whom it lets in.
enum ListenerRules {
    static func isAddress(_ text: String) -> Bool {
        var room = in6_addr()
        return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
    }

    /// Whether others than this machine's own processes can connect there.
    static func isOpen(_ text: String) -> Bool {
        isAddress(text) && text != "::1" && !(text.hasPrefix("127.") && !text.contains(":"))
    }

    /// Whether two listeners would want the same port of the same address; 0 is any free port.
    static func collide(_ one: Configuration.Listener, _ other: Configuration.Listener) -> Bool {
        guard one.port == other.port, one.port != 0 else { return false }
        if one.address == other.address { return true }
        let isSix = one.address.contains(":")
        guard isSix == other.address.contains(":") else { return false }
        return [one.address, other.address].contains(isSix ? "::" : "0.0.0.0")
    }
}
