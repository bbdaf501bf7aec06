import Glibc

/// Why a backup, a look at one or a restore could not be made; nothing was changed.
public enum BackupFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that was to be made is there already.
    case exists(String)
    /// There is no ledger at the path.
    case missing(String)
    /// The file is something else than a ledger.
    case foreign(String, ForeignFile)
    /// The file is no whole ledger; what is wrong with it, at most some lines.
    case unsound(String, [String])
    /// The system's own reason.
    case system(String, code: Int32)

    /// The file and what is wrong with it.
    public var description: String {
        switch self {
        case .exists(let path): "\(path): is there already; nothing is overwritten"
        case .missing(let path): "\(path): there is no ledger"
        case .foreign(let path, let kind): "\(path): this is no ledger of Tributary: \(kind)"
        case .unsound(let path, let faults):
            "\(path): is not sound\n" + faults.map { "  \($0)" }.joined(separator: "\n")
        case .system(let path, let code): "\(path): \(String(cString: strerror(code)))"
        }
    }

    /// What `errno` says.
    static func last(_ path: String) -> BackupFault { .system(path, code: errno) }
}
