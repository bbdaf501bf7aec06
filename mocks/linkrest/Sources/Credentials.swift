import Digest
import MockKit

/// The account that a mock accepts.
public struct Credentials: Sendable {
    /// Seconds a signature's time may differ from ours, either way.
    static let tolerance: Int64 = 300

    /// The public part.
    public let key: String
    /// Shared with the client, never sent.
    public let secret: String

    /// An account.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
    }

    /// Checks `Authorization: EAN apikey=K,signature=S,timestamp=T`; nil if it is right.
    ///
    /// S is the lower-case hex SHA-512 of key + secret + T, T in unix seconds by the wall clock.
    func refusal(of request: MockRequest, wall: Moment) -> MockAnswer? {
        guard let header = request.field("Authorization"), header.hasPrefix("EAN ") else {
            return refuse("The authorization header is missing or is not of the scheme EAN.")
        }
        var parts: [String: String] = [:]
        for part in header.dropFirst(4).split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let name = pair.first, let value = pair.last else { continue }
            parts[Credentials.trimmed(name).lowercased()] = Credentials.trimmed(value)
        }
        guard let key = parts["apikey"], let signature = parts["signature"],
            let timestamp = parts["timestamp"], let seconds = Int64(timestamp)
        else { return refuse("The authorization header lacks apikey, signature or timestamp.") }
        // One message for a wrong key, signature and time, as Rapid has it: the client must look
        // at its clock by itself.
        let age = wall.milliseconds / 1000 - seconds
        guard key == self.key, abs(age) <= Credentials.tolerance,
            let hash = try? HashAlgorithm.sha512.hash(Array("\(key)\(secret)\(timestamp)".utf8)),
            ConstantTime.equal(
                Array(Hexadecimal.lowercase(hash).utf8), Array(signature.lowercased().utf8))
        else { return refuse("The authentication failed.") }
        return nil
    }

    private func refuse(_ message: String) -> MockAnswer {
        var answer = RapidError(401, "request_unauthenticated", message)
            .answer(outcome: "unauthenticated")
        answer.fields.append(("WWW-Authenticate", "EAN"))
        answer.fields += LinkrestMock.region
        return answer
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
