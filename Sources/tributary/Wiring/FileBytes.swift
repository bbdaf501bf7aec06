import Foundation

/// Reads whole files, and says in words why one cannot be read.
enum FileBytes {
    /// The file, and the system's own reason.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The bytes of a file of at most 256 MB; folders and larger files are refused.
    static func read(_ path: String) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw Fault(description: "\(path): is a folder, not a file")
        }
        guard status.st_size <= 256 << 20 else {
            throw Fault(description: "\(path): is larger than 256 MB")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= 256 << 20 {
            let count = piece.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw fault(path) }
            if count == 0 { break }
            bytes += piece[0..<count]
        }
        return bytes
    }

    /// Puts a file in the place of the one before in one step, durably, readable by its owner only.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
        let partial = "\(path).\(getpid()).partial"
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(partial) }
        var rest = bytes[...]
        var isWritten = true
        while !rest.isEmpty, isWritten {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            isWritten = count > 0
            rest = rest.dropFirst(max(0, count))
        }
        isWritten = isWritten && fsync(descriptor) == 0
        let written = isWritten ? nil : fault(partial)
        close(descriptor)
        guard isWritten, rename(partial, path) == 0 else {
            let reason = written ?? fault(path)
            unlink(partial)
            throw reason
        }
    }

    private static func fault(_ path: String) -> Fault {
        Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
}
