import Glibc
import WireFormat

/// Inputs that other tests already hold, so that no corpus repeats them.
public enum SeedSource: Sendable {
    /// Every file below a folder, as it is.
    case files(String)
    /// The bodies of the answers in an adapter's samples.
    case answers(String)
    /// Files of hexadecimal digits.
    case hex(String)
}

/// Files of the repository, read without Foundation so that a static program stays small.
public enum SeedFiles {
    /// The folder of `Package.swift`.
    public static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/")
    }()

    /// Every file below a folder with its path, in order; none if there is no such folder.
    public static func all(in folder: String) -> [(path: String, bytes: [UInt8])] {
        names(in: folder).flatMap { name -> [(path: String, bytes: [UInt8])] in
            let path = folder + "/" + name
            if let bytes = contents(of: path) { return [(path, bytes)] }
            return all(in: path)
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // Where it lies: a copy of the whole field would take along bytes that nobody wrote.
            guard let start = entry.pointer(to: \.d_name) else { continue }
            let name = String(cString: UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// `nil` for a folder and for a file that cannot be read.
    static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return ferror(file) == 0 ? bytes : nil }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }
}

extension FuzzTarget {
    /// The target's own corpus and all its other seeds, each with where it is from.
    public func inputs() throws -> [(path: String, bytes: [UInt8])] {
        var inputs = SeedFiles.all(in: SeedFiles.root + "/Tests/Fuzz/Corpora/" + name)
        for source in seeds {
            switch source {
            case .files(let folder):
                inputs += SeedFiles.all(in: SeedFiles.root + "/" + folder)
            case .hex(let folder):
                for (path, digits) in SeedFiles.all(in: SeedFiles.root + "/" + folder) {
                    let text = String(decoding: digits, as: UTF8.self)
                    let bytes = Hex.decode(text.filter { !$0.isWhitespace })
                    if let bytes { inputs.append((path, bytes)) }
                }
            case .answers(let folder):
                for (path, sample) in SeedFiles.all(in: SeedFiles.root + "/" + folder) {
                    guard path.hasSuffix(".json") else {
                        inputs.append((path, sample))
                        continue
                    }
                    for (index, body) in try Self.bodies(ofSample: sample).enumerated() {
                        inputs.append(("\(path)#\(index)", body))
                    }
                }
            }
        }
        return inputs
    }

    /// The answers' bodies in one sample of an adapter.
    static func bodies(ofSample sample: [UInt8]) throws -> [[UInt8]] {
        let root = try JSONValue(parsing: sample, limits: JSONLimits(depth: 48))
        return (root["exchanges"]?.elements ?? []).compactMap { exchange in
            guard let answer = exchange["answer"] else { return nil }
            if let text = answer["text"]?.string { return Array(text.utf8) }
            guard let body = answer["body"] else { return nil }
            var writer = JSONWriter()
            body.write(to: &writer)
            return writer.bytes
        }
    }
}
