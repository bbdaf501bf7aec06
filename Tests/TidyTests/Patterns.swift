import Foundation
import Synchronization

/// Regular expressions compiled once, for the tests run over every file.
enum Patterns {
    // The lock guards a plain dictionary and is never held while a match runs.
    private static let compiled = Mutex<[String: NSRegularExpression]>([:])

    /// `^` matches at each line; `nil` only if the pattern itself is wrong.
    static func regex(_ pattern: String) -> NSRegularExpression? {
        compiled.withLock { compiled in
            if let known = compiled[pattern] { return known }
            let regex = try? NSRegularExpression(
                pattern: pattern, options: [.anchorsMatchLines])
            compiled[pattern] = regex
            return regex
        }
    }
}
