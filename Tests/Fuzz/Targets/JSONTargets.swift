import SupplierKit
import WireFormat

extension FuzzTarget {
    /// A JSON text: tree and pull reader agree, and what was read comes back when written.
    static let json = FuzzTarget(
        "json", seeds: [.files("Tests/WireFormatTests/Fixtures/JSON")]
    ) { input in
        let skipped = fault { () throws(JSONFault) in
            var reader = try JSONReader(input)
            try reader.skip()
            try reader.finish()
        }
        if let skipped {
            try expect((0...input.count).contains(skipped.offset), "a fault lies outside")
        }
        let tree: JSONValue
        do throws(JSONFault) {
            tree = try JSONValue(parsing: input)
        } catch {
            try expect(
                error == skipped || error.reason == .duplicateKey
                    || error.reason == .tooManyValues, "the tree finds \(error), skipping not")
            return
        }
        try expect(skipped == nil, "skipping finds \(String(describing: skipped)), the tree not")
        let written = tree.written
        try expectSame(
            try JSONValue(parsing: written).written, written, "written text reads otherwise")
        let canonical = tree.canonical.written
        try expectSame(
            try JSONValue(parsing: canonical).canonical.written, canonical,
            "the canonical form of the canonical form is another")
        try checkNumbers(in: tree)
    }

    /// An array whose elements are cut off as they arrive: the same as reading it whole.
    static let jsonArray = FuzzTarget(
        "json-array", seeds: [.files("Tests/WireFormatTests/Fixtures/JSON/accept")]
    ) { input in
        let whole = Cutting(of: [input])
        for pieces in input.waysOfArriving() {
            try expectSame(Cutting(of: pieces), whole, "elements depend on how they were cut")
        }
        let tree = try? JSONValue(parsing: input)
        let elements = whole.fault ? nil : whole.elements.map { try? JSONValue(parsing: $0) }
        guard let read = elements, read.allSatisfy({ $0 != nil }) else {
            try expect(tree?.elements == nil, "an array is refused only when it is cut")
            return
        }
        // The tree has two bounds more: one level, and the values of all elements together.
        guard let together = tree?.elements else {
            let fault = fault { () throws(JSONFault) in _ = try JSONValue(parsing: input) }
            try expect(
                fault?.reason == .tooDeep || fault?.reason == .tooManyValues,
                "an array is accepted only when it is cut: \(String(describing: fault))")
            return
        }
        try expectSame(
            read.map { $0?.written }, together.map(\.written), "cutting makes other elements")
    }

    private struct Cutting: Equatable {
        var elements: [[UInt8]] = []
        var fault = false

        init(of pieces: [[UInt8]]) {
            var cutter = ArrayCutter()
            var found: [[UInt8]] = []
            do throws(JSONFault) {
                for piece in pieces {
                    try cutter.feed(piece) { element throws(JSONFault) in found.append(element) }
                }
                try cutter.finish()
            } catch {
                fault = true
            }
            elements = found
        }
    }

    private static func fault(_ body: () throws(JSONFault) -> Void) -> JSONFault? {
        do throws(JSONFault) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private static func checkNumbers(in value: JSONValue) throws {
        switch value.content {
        case .array(let elements): for element in elements { try checkNumbers(in: element) }
        case .object(let members): for member in members { try checkNumbers(in: member.value) }
        case .number(let text):
            if let whole = value.integer(as: Int64.self) {
                try expect(Int64(text) == whole, "\(text) was read as \(whole)")
            }
            if let double = value.double { try expect(double.isFinite, "\(text) is not finite") }
        case .string, .bool, .null: break
        }
    }
}

extension JSONValue {
    /// The text a writer makes of the value.
    var written: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
