import Glibc
public import Testing

/// A file that outlives a process of mutations: where it stood, and what came of what it did.
///
/// The test makes it and hands its path to the process; there the position is written before every
/// input, so that a trap is known by its input.
public struct MutationLog: Sendable {
    /// The file.
    public let path: String
    /// The position has this many bytes, the table follows.
    private static let width = 256

    /// Makes an empty file in the folder for temporary files.
    public init() throws(Fault) {
        var name = Array("/tmp/tributary-mutations-XXXXXX".utf8CString)
        let file = name.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard file >= 0 else { throw Fault(description: "no temporary file: errno \(errno)") }
        close(file)
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The log of the process that was handed `path`.
    init(path: String) { self.path = path }

    /// Why there is no log.
    public struct Fault: Error, CustomStringConvertible {
        /// A sentence.
        public let description: String
    }

    /// The input the process stood at when it ended.
    public var position: String {
        let text = String(decoding: bytes().prefix(Self.width), as: UTF8.self)
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// What came of the inputs, by sample, as far as the process came.
    public var table: String {
        String(decoding: bytes().dropFirst(Self.width), as: UTF8.self)
    }

    /// For a test that fails.
    public var comment: Comment { "the process stood at \(position)\n\(table)" }

    /// Prints the table where `TRIBUTARY_MUTATIONS` asks for a run of its own, and removes the file.
    public func conclude() {
        if MutationDrill.wanted.count != nil { print(table) }
        unlink(path)
    }

    private func bytes() -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// A log open for writing, in the process of the mutations.
    struct Pen: ~Copyable {
        private let file: Int32
        private var end = MutationLog.width

        init(_ log: MutationLog) { file = open(log.path, O_WRONLY) }

        deinit { close(file) }

        /// Says which input comes next.
        func note(_ text: String) {
            var line = Array(text.utf8.prefix(MutationLog.width))
            line += Array(repeating: 32, count: MutationLog.width - line.count)
            _ = pwrite(file, line, line.count, 0)
        }

        /// Adds a line to the table.
        mutating func add(_ line: String) {
            let line = Array((line + "\n").utf8)
            let count = pwrite(file, line, line.count, off_t(end))
            end += max(count, 0)
        }
    }
}
