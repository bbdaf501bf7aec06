import Foundation
import Testing
import WireFormat

/// What is JSON and what is not: one file a case.
@Suite struct JSONGrammarTests {
    @Test(arguments: Fixture.all("JSON/accept"))
    func accepts(_ fixture: Fixture) throws {
        var reader = try JSONReader(fixture.bytes)
        try reader.skip()
        try reader.finish()
        let value = try JSONValue(parsing: fixture.bytes)
        #expect(try JSONValue(parsing: written(value)).isSame(as: value))
    }

    @Test(arguments: Fixture.all("JSON/reject"))
    func rejects(_ fixture: Fixture) throws {
        let reason = try #require(JSONFault.Reason(rawValue: fixture.folder))
        let skipped = #expect(throws: JSONFault.self) {
            var reader = try JSONReader(fixture.bytes)
            try reader.skip()
            try reader.finish()
        }
        let parsed = #expect(throws: JSONFault.self) { try JSONValue(parsing: fixture.bytes) }
        #expect(skipped?.reason == reason)
        #expect(parsed == skipped)
        #expect(0...fixture.bytes.count ~= skipped?.offset ?? -1)
    }

    /// What RFC 8259 leaves to the reader; the folder says what this one decides.
    @Test(arguments: Fixture.all("JSON/undefined"))
    func decides(_ fixture: Fixture) throws {
        let expected = JSONFault.Reason(rawValue: fixture.folder)
        #expect(expected != nil || fixture.folder == "accept")
        #expect(fault { try JSONValue(parsing: fixture.bytes) }?.reason == expected)
        let skipping = fault {
            var reader = try JSONReader(fixture.bytes)
            try reader.skip()
            try reader.finish()
        }
        // The pull reader hands every key over: its decoders refuse a second one they know.
        #expect(skipping?.reason == (expected == .duplicateKey ? nil : expected))
    }

    /// `json-classes.tsv` names the classes of the public JSONTestSuite: `y_` must be read, `n_` must
    /// be refused, `i_` may be either.
    @Test func everyClassOfThePublicSuiteHasAFixture() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures")
        let table = try String(
            contentsOf: folder.appending(path: "json-classes.tsv"), encoding: .utf8)
        let rows = table.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        let classes = Dictionary(grouping: rows) { $0[0].prefix(2) }
        #expect(classes.mapValues(\.count) == ["y_": 95, "n_": 193, "i_": 35])
        #expect(Set(rows.map(\.[0])).count == rows.count)
        // RFC 8259 calls members of one name unpredictable; the suite reads them, this reader does not.
        let refused: Set = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"]
        for row in rows {
            let path = folder.appending(path: "JSON/\(row[1])").path
            #expect(FileManager.default.fileExists(atPath: path), "\(row[0])")
            let kind = row[1].prefix { $0 != "/" }
            let expected =
                switch row[0].prefix(2) {
                case "y_" where !refused.contains(row[0]): "accept"
                case "n_": "reject"
                default: "undefined"
                }
            #expect(kind == expected, "\(row[0])")
        }
    }

    private func fault<Result>(_ body: () throws -> Result) -> JSONFault? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? JSONFault
        }
    }

    @Test(arguments: Fixture.all("JSON/accept"))
    func everyBeginningEndsTooSoonOrIsADocument(_ fixture: Fixture) {
        // A cut inside a character is bad UTF-8 before it is anything else.
        let reasons: Set<JSONFault.Reason> = [.endsTooSoon, .invalidUTF8]
        for length in 0..<fixture.bytes.count {
            do throws(JSONFault) {
                _ = try JSONValue(parsing: Array(fixture.bytes.prefix(length)))
            } catch {
                #expect(reasons.contains(error.reason), "\(length) bytes: \(error)")
            }
        }
    }

    @Test func thereIsAFixtureForEveryReasonOfTheGrammar() {
        let decoding: Set<JSONFault.Reason> = [
            .wrongKind, .integerOutOfRange, .numberOutOfRange, .bodyTooLong, .stringTooLong,
            .tooManyValues, .duplicateKey, .missingMember, .unusableValue,
        ]
        let folders = Set(Fixture.all("JSON/reject").map(\.folder))
        let expected = JSONFault.Reason.allCases.filter { !decoding.contains($0) }
        #expect(folders == Set(expected.map(\.rawValue)))
    }
}

func written(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    value.write(to: &writer)
    return writer.bytes
}

extension JSONValue {
    /// Equal in all but where it was written.
    func isSame(as other: JSONValue) -> Bool {
        switch (content, other.content) {
        case (.object(let mine), .object(let theirs)):
            mine.count == theirs.count
                && zip(mine, theirs).allSatisfy {
                    $0.name == $1.name && $0.value.isSame(as: $1.value)
                }
        case (.array(let mine), .array(let theirs)):
            mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isSame(as: $1) }
        case (.string(let mine), .string(let theirs)):
            Array(mine.utf8) == Array(theirs.utf8)
        case (.number(let mine), .number(let theirs)): mine == theirs
        case (.bool(let mine), .bool(let theirs)): mine == theirs
        case (.null, .null): true
        default: false
        }
    }
}
