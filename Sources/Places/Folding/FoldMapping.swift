/// The fold table unpacked for look-ups: pages of 256 scalars, most of them shared and empty.
struct FoldMapping: Sendable {
    private static let pageCount = 0x1F0
    private static let unchanged: UInt16 = 0

    /// Page of each 256 scalars; page 0 is the empty one.
    private var pages: [UInt16]
    /// 256 entries a page: 0 = unchanged, else 1 + index in `starts`.
    private var entries: [UInt16]
    private var starts: [UInt32] = []
    private var targets: [UInt32] = []

    /// Reads the notation that `FoldTable.entries` documents.
    init(_ text: StaticString) {
        pages = [UInt16](repeating: 0, count: Self.pageCount)
        entries = [UInt16](repeating: Self.unchanged, count: 256)
        text.withUTF8Buffer { bytes in
            for entry in bytes.split(whereSeparator: { $0 == 32 || $0 == 10 }) { add(entry) }
        }
        starts.append(UInt32(targets.count))
    }

    /// Calls `emit` with what `scalar` becomes: itself when the table does not name it.
    func targets(of scalar: UInt32, _ emit: (UInt32) -> Void) {
        let page = Int(scalar >> 8)
        guard page < Self.pageCount else { return emit(scalar) }
        let entry = Int(entries[Int(pages[page]) << 8 | Int(scalar & 0xFF)])
        guard entry > 0 else { return emit(scalar) }
        for target in targets[Int(starts[entry - 1])..<Int(starts[entry])] { emit(target) }
    }

    private mutating func add(_ entry: Slice<UnsafeBufferPointer<UInt8>>) {
        let halves = entry.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
        guard let left = halves.first, let right = halves.last, halves.count == 2 else { return }
        var parts = left.split(separator: UInt8(ascii: "/"))
        let step = parts.count == 2 ? hexadecimal(parts.removeLast()) : 1
        let ends = (parts.first ?? left).split(separator: UInt8(ascii: "-")).map(hexadecimal)
        let mapped = right.split(separator: UInt8(ascii: ".")).map(hexadecimal)
        guard let first = ends.first, let last = ends.last, step > 0 else { return }
        for scalar in stride(from: first, through: last, by: Int(step)) {
            // Only a run moves its target along; dropped scalars have none to move.
            store(scalar, mapped.map { $0 + (scalar - first) })
        }
    }

    private mutating func store(_ scalar: UInt32, _ mapped: [UInt32]) {
        let page = Int(scalar >> 8)
        guard page < Self.pageCount else { return }
        if pages[page] == 0 {
            pages[page] = UInt16(entries.count >> 8)
            entries.append(contentsOf: repeatElement(Self.unchanged, count: 256))
        }
        starts.append(UInt32(targets.count))
        targets += mapped
        entries[Int(pages[page]) << 8 | Int(scalar & 0xFF)] = UInt16(starts.count)
    }

    private func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        digits.reduce(0) { value, digit in
            value << 4 | UInt32(digit < 58 ? digit - 48 : digit - 87)
        }
    }
}
