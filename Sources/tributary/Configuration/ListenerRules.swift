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
}
