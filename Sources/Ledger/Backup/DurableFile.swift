import Glibc

/// Steps that must be on the disk before the next one is taken.
enum DurableFile {
    /// Writes the file's bytes through to the disk.
    static func sync(_ path: String) throws(BackupFault) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .last(path) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .last(path) }
    }

    /// Writes the names in the folder of `path` through to the disk.
    static func syncFolder(of path: String) throws(BackupFault) {
        let cut = path.lastIndex(of: "/")
        let folder = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        try sync(folder)
    }

    /// Gives a file another name that nothing has yet.
    static func rename(_ path: String, toNew name: String) throws(BackupFault) {
        // A link never takes a name that is there, as renaming would.
        guard link(path, name) == 0 else {
            if errno == EEXIST { throw .exists(name) }
            // Some file systems have no links; then the look a moment ago must do.
            guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno), !exists(name) else {
                throw .last(name)
            }
            return try move(path, to: name)
        }
        guard unlink(path) == 0 else { throw .last(path) }
    }

    /// Gives a file another name, in the place of what has it.
    static func move(_ path: String, to name: String) throws(BackupFault) {
        guard Glibc.rename(path, name) == 0 else { throw .last(path) }
    }

    /// Whether anything has the name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// An empty file that only its owner may read.
    static func makePrivate(_ path: String) throws(BackupFault) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw errno == EEXIST ? .exists(path) : .last(path) }
        close(file)
    }

    /// Removes a draft and what SQLite may have left beside it.
    static func removeDraft(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
