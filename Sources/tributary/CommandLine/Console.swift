import Foundation

/// The terminal: results on standard output, everything for people to notice on standard error.
enum Console {
    static func out(_ text: String) { write(text, to: .standardOutput) }

    static func error(_ text: String) { write(text + "\n", to: .standardError) }

    /// A closed pipe is no reason to end a server, so a failed write is dropped.
    private static func write(_ text: String, to handle: FileHandle) {
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
