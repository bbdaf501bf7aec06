import Foundation
import Testing

/// One file of `Fixtures`; for rejected ones the folder's name is the reason expected.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let folder: String
    let bytes: [UInt8]

    var testDescription: String { "\(folder)/\(name)" }

    /// Every file below `Fixtures/<path>`, in order of path; the test fails to start if one is unreadable.
    static func all(_ path: String) -> [Fixture] {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures").appending(path: path)
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
        return (paths ?? []).sorted().compactMap { path in
            let url = root.appending(path: path)
            guard !url.hasDirectoryPath, let data = try? Data(contentsOf: url) else { return nil }
            return Fixture(
                name: url.lastPathComponent,
                folder: url.deletingLastPathComponent().lastPathComponent,
                bytes: Array(data))
        }
    }
}

/// A small reproducible source of chance (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// `bytes` with one to four bytes changed, dropped, doubled or cut off behind.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var mutated = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            guard !mutated.isEmpty else { break }
            let place = Int.random(in: 0..<mutated.count, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: mutated[place] = UInt8.random(in: .min ... .max, using: &self)
            case 1: mutated[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: mutated.remove(at: place)
            case 3: mutated.insert(mutated[place], at: place)
            case 4: mutated.insert(bytes[Int.random(in: 0..<bytes.count, using: &self)], at: place)
            default: mutated.removeLast(Int.random(in: 0...min(8, mutated.count), using: &self))
            }
        }
        return mutated
    }
}
