public import Digest

/// The keys that sign quote ids: one signs, earlier ones are still accepted.
public struct QuoteKeyring: Sendable {
    /// A key and the number ids name it by.
    public struct Entry: Sendable {
        /// Unique in a keyring.
        public let number: UInt8
        /// At least 32 random bytes went into it.
        public let key: AuthenticationKey

        /// Puts the two together.
        public init(number: UInt8, key: AuthenticationKey) {
            self.number = number
            self.key = key
        }
    }

    let current: Entry
    private let earlier: [Entry]

    /// Signs with `current`; ids of `earlier` keys live on until they expire.
    public init(current: Entry, earlier: [Entry] = []) {
        self.current = current
        self.earlier = earlier
    }

    func key(_ number: UInt8) -> AuthenticationKey? {
        if number == current.number { return current.key }
        return earlier.first { $0.number == number }?.key
    }
}
