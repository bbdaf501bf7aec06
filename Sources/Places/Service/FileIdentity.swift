internal import Glibc

/// Which file a path means now: another one after a rename over it.
struct FileIdentity: Equatable {
    private let device: UInt
    private let number: UInt
    private let modified: Int
    private let modifiedNanoseconds: Int
    private let bytes: Int

    /// `nil` where there is none to be seen.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
        modified = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        bytes = Int(status.st_size)
    }
}
