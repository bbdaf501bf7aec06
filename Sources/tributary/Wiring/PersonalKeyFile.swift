import Digest
import Foundation
import Ledger

/// Where the key of guests' data comes from: the configuration, or a file of the data directory.
enum PersonalKeyFile {
    /// The configured key, else the one in `folder`, which is made when there is none.
    ///
    /// A key in the folder stays good for opening when another is configured, so that a gateway can be
    /// moved from the one to the other.
    static func keys(
        _ configuration: Configuration, folder: String
    ) throws -> PersonalKeys {
        let path = folder + "/personal.key"
        let before = try configuration.personalKeyBefore.map {
            try key(of: $0, called: beforeSetting)
        }
        var earlier = before.map { [$0] } ?? []
        guard let source = configuration.personalKey else {
            return PersonalKeys(
                current: try PersonalKey(try KeyFile.bytes(path, losing: "guests' data")),
                earlier: earlier)
        }
        if FileManager.default.fileExists(atPath: path) {
            earlier.append(try PersonalKey(try KeyFile.bytes(path, losing: "guests' data")))
        }
        return PersonalKeys(
            current: try key(of: source, called: setting), earlier: earlier)
    }

    private static let setting = "holds.personalKey"
    private static let beforeSetting = "holds.personalKeyBefore"

    /// Throws for a configured key that cannot be read or is none; makes and looks at no folder.
    static func checkCurrent(_ configuration: Configuration) throws {
        if let source = configuration.personalKey { _ = try key(of: source, called: setting) }
    }

    /// The same of the key before it.
    static func checkBefore(_ configuration: Configuration) throws {
        if let source = configuration.personalKeyBefore {
            _ = try key(of: source, called: beforeSetting)
        }
    }

    /// The keys that are there already, from the settings' variables or the folder; none is made.
    static func existing(
        _ environment: [String: String], folder: String
    ) throws -> PersonalKeys? {
        var keys: [PersonalKey] = []
        for name in ["TRIBUTARY_HOLDS_PERSONAL_KEY", "TRIBUTARY_HOLDS_PERSONAL_KEY_BEFORE"] {
            if let text = environment[name] { keys.append(try key(of: .text(text), called: name)) }
        }
        let path = folder + "/personal.key"
        if FileManager.default.fileExists(atPath: path) {
            keys.append(try PersonalKey(try KeyFile.bytes(path, losing: "guests' data")))
        }
        return keys.first.map { PersonalKeys(current: $0, earlier: Array(keys.dropFirst())) }
    }

    private static func key(
        of source: SecretSource, called name: String
    ) throws -> PersonalKey {
        let digits = Array(try source.secretText(of: name).utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { start in
            UInt8(
                String(decoding: digits[start..<min(start + 2, digits.count)], as: UTF8.self),
                radix: 16)
        }
        guard digits.count == 2 * PersonalKey.byteCount, bytes.count == PersonalKey.byteCount,
            !digits.contains(UInt8(ascii: "+"))
        else {
            throw FileBytes.Fault(
                description: "\(name): must be 64 hex digits, as openssl rand -hex 32 prints")
        }
        return try PersonalKey(bytes)
    }
}
