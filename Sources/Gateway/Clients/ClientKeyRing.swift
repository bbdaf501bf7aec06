internal import Digest
public import TravelModel

/// Every key there is, ready to be looked up in.
public struct ClientKeyRing: Sendable {
    private let records: [String: ClientKeyRecord]

    /// Of two keys with one id, which cannot be, the later one counts.
    public init(_ records: [ClientKeyRecord]) {
        self.records = Dictionary(records.map { ($0.id, $0) }) { $1 }
    }

    /// No key at all, withdrawn ones included.
    public var isEmpty: Bool { records.isEmpty }

    /// The key that a request showed, if it is one of these and good at `now`.
    ///
    /// Secrets are compared by their hashes and in constant time; the id in front is no secret.
    public func record(of shown: String, at now: Instant) -> ClientKeyRecord? {
        guard let key = ClientKey(shown), let hash = key.hash, let record = records[key.id],
            ConstantTime.equal(hash, record.hash), record.isGood(at: now)
        else { return nil }
        return record
    }
}

/// One secret of the operator's that a request must show.
public struct AccessToken: Sendable {
    private let hash: [UInt8]

    /// At least as long as 128 random bits in hex; `nil` for anything shorter, or where the machine
    /// forbids the hash.
    public init?(_ text: String) {
        guard text.utf8.count >= 32,
            let hash = try? HashAlgorithm.sha256.hash(Array(text.utf8))
        else { return nil }
        self.hash = hash
    }

    /// Whether `shown` is the token; compared in constant time.
    public func matches(_ shown: String) -> Bool {
        guard let other = try? HashAlgorithm.sha256.hash(Array(shown.utf8)) else { return false }
        return ConstantTime.equal(hash, other)
    }
}
