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

    private static func fault(_ path: String) -> Fault {
        Fault(description: "\(path): \(String(cString: strerror(errno)))")
    }
}
