import Digest
import Foundation

/// A key of 32 random bytes that is made once and kept, readable by its owner only.
enum KeyFile {
    static let byteCount = 32

    /// The key in the file at `path`; a missing one is made.
    ///
    /// `loss` is what a lost key costs.
    static func bytes(_ path: String, losing loss: String) throws -> [UInt8] {
        if FileManager.default.fileExists(atPath: path) {
            let kept = try FileBytes.read(path)
            guard kept.count == byteCount else {
                throw FileBytes.Fault(
                    description: "\(path): is not \(byteCount) bytes; restore it, or remove it and "
                        + "lose \(loss)")
            }
            return kept
        }
        let fresh = try SecureRandom.bytes(byteCount)
        // Written whole and to the disk under another name first: half a key would be worse than none.
        let draft = path + ".new"
        try? FileManager.default.removeItem(atPath: draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault(draft) }
        defer { close(file) }
        guard write(file, fresh, fresh.count) == fresh.count, fsync(file) == 0,
            rename(draft, path) == 0
        else { throw fault(path) }
        try sync(folderOf: path)
        return fresh
    }

    /// Makes the name itself durable.
    private static func sync(folderOf path: String) throws {
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY)
        guard folder >= 0 else { throw fault(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw fault(path) }
    }

    private static func fault(_ path: String) -> FileBytes.Fault {
        FileBytes.Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
}
