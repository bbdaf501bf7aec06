import Glibc

/// Whole files, read once at the start.
enum DataFile {
    /// The largest file a fleet reads.
    static let most = 16 << 20

    /// The bytes; nil when the file is absent, unreadable or above `most`.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= most else { return nil }
        }
        return ferror(file) == 0 ? bytes : nil
    }
}
