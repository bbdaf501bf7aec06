import Testing

/// The inspector itself: each rule sees what it should and nothing else.
@Suite struct InspectorTests {
    static func rules(_ text: String, path: String = "Sources/Gateway/A.swift") -> [Rule] {
        Inspector(file: Repository.File(path: path, text: text)).product().map(\.rule)
    }

    @Test(
        arguments: [
            ("import Codec", nil), ("public import TravelModel", nil),
            ("import HTTPServer", .imports),
            ("import Foundation", .imports), ("@testable import CSQLite", .imports),
            ("import struct Places.Place", .imports), ("// import Foundation", nil),
            ("let a = try! b()", .trap), ("let a = b as! C", .trap), ("fatalError()", .trap),
            ("precondition(a)", .trap), ("preconditionFailure()", .trap), ("assert(a)", .trap),
            ("let a = \"try! b\"", nil), ("/* as! */", nil), ("/* /* */ try! */", nil),
            ("let a = \"\\(try! b())\"", .trap), ("let a = \"\"\"\n  try! b\n  \"\"\"", nil),
            ("let a = #\"\"try! b\"\"#", nil), ("let a = \"\\\"\" + (try! b())", .trap),
            ("let a = b!", .forceUnwrap), ("b()!.c", .forceUnwrap), ("b[0]! + 1", .forceUnwrap),
            ("var a: Int!", .forceUnwrap), ("\"a\"!", .forceUnwrap),
            ("a != b", nil), ("if !a { }", nil), ("a && !b", nil), ("let a = \"wow!\"", nil),
            ("#if DEBUG", .conditional), ("struct RateManager {}", .emptyName),
            ("enum StringUtils {}", .emptyName), ("struct Manager1 {}", nil),
            ("let c = ContinuousClock()", .ambient), ("try await Task.sleep(for: d)", .ambient),
            ("Int.random(in: 0...1)", .ambient), ("Int.random(in: 0...1, using: &r)", nil),
            ("Task { await a() }", .unproved), ("Task.detached { }", .unproved),
            ("Task(priority: .low) { }", .unproved), ("// Why.\nTask { await a() }", nil),
            ("// Why.\n\n\n\nlet m = Mutex(0)", nil),
            ("// Why.\n\n\n\n\nlet m = Mutex(0)", .unproved),
            ("private let m: Mutex<Int>", .unproved), ("m = Mutex(0)", nil),
            ("extension A: @unchecked Sendable {}", .unproved),
            ("nonisolated(unsafe) var a = 1", .unproved), ("withTaskGroup(of: A.self) { }", nil),
        ] as [(String, Rule?)])
    func eachRuleSeesItsOffence(text: String, rule: Rule?) {
        #expect(Self.rules(text) == (rule.map { [$0] } ?? []))
    }

    @Test(arguments: [
        ("Sources/Ledger/A.swift", "CSQLite", true), ("Sources/Web/A.swift", "CSQLite", false),
        ("Sources/tributary/main.swift", "Foundation", true),
        ("Sources/tributary/main.swift", "CCurl", false),
        ("Sources/TravelModel/A.swift", "WireFormat", false),
        ("suppliers/linkrest/Sources/A.swift", "SupplierKit", true),
        ("suppliers/linkrest/Sources/A.swift", "Gateway", false),
        ("suppliers/linkrest/Sources/A.swift", "Glibc", false),
        ("mocks/linkrest/Sources/A.swift", "TravelModel", false),
        ("mocks/Kit/Sources/A.swift", "HTTPServer", true),
        ("Sources/Unheard/A.swift", "TravelModel", false),
    ])
    func importsFollowTheTable(path: String, module: String, accepted: Bool) {
        #expect(Self.rules("import \(module)", path: path) == (accepted ? [] : [.imports]))
    }

    @Test func ambientTimeIsTheRimsBusiness() {
        #expect(Self.rules("let c = ContinuousClock()", path: "Sources/Reactor/A.swift").isEmpty)
    }

    @Test(arguments: [
        ("func a() {\n}", "a", 2), ("    public static func a<T>(\n  b: T\n) -> T {\n}\n", "a", 4),
        ("init?(a: Int) {\n  if a { }\n}\n}", "init", 3), ("deinit {\n}", "deinit", 2),
        ("var a: Int {\n  1\n}", "a", 3), ("subscript(a: Int) -> Int {\n  1\n}", "subscript", 3),
        ("func a(b: () -> Void = { }) {\n  c {\n  }\n}", "a", 4),
        ("@discardableResult\nprivate(set) func a()\n    throws -> B\nwhere C: D {\n}", "a", 4),
        ("func a() { \"}\" }", "a", 1),
    ])
    func functionsAreMeasured(text: String, name: String, length: Int) {
        let functions = FunctionLengths.all(in: SourceText(text))
        #expect(functions.map(\.name) == [name])
        #expect(functions.map(\.length) == [length])
    }

    @Test(arguments: [
        "protocol A {\n    func a()\n    func b() throws -> C\n}", "self.init(a: 1)", "let a = b",
        "var a: Int = 1", "protocol A {\n    init(a: Int)\n    var b: Int { get }\n}",
    ])
    func whatHasNoBodyIsNotMeasured(text: String) {
        let functions = FunctionLengths.all(in: SourceText(text)).filter { $0.length > 1 }
        #expect(functions.isEmpty)
    }

    @Test func lengthsAreRatchets() {
        let lines = String(repeating: "    a()\n", count: 79)
        #expect(Self.rules("func a() {\n\(lines)}\n") == [.functionLength])
        #expect(Self.rules("func a() {\n\(lines.dropLast(8))}\n").isEmpty)
        #expect(Self.rules(String(repeating: "\n", count: 451)) == [.fileLength])
        #expect(Self.rules(String(repeating: "\n", count: 450)).isEmpty)
    }

    @Test(arguments: [
        ("try await Task.sleep(for: .seconds(1))", true), ("usleep(10)", true), ("sleep(1)", true),
        ("Thread.sleep(forTimeInterval: 1)", true), ("loop.sleep(until: later)", false),
        ("func sleepEnds() {}", false), ("// Task.sleep", false),
    ])
    func testsDoNotSleep(text: String, offends: Bool) {
        let file = Repository.File(path: "Tests/ATests/A.swift", text: text)
        #expect(Inspector(file: file).test().map(\.rule) == (offends ? [.sleep] : []))
    }
}
