import Glibc

/// Which file a path leads to, whatever it is called.
struct FileIdentity: Equatable {
    private let device: UInt
    private let number: UInt

    /// `nil` when nothing is there.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
