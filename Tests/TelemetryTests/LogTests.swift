import Foundation
import Telemetry
import Testing

@Suite struct LogTests {
    func line(_ fields: [LogField], name: StaticString = "tried") -> String {
        let event = LogEvent(time: 1_793_491_200_123, level: .info, name: name, fields: fields)
        return String(decoding: LogLine.render(event), as: UTF8.self)
    }

    func object(_ line: String) throws -> [String: Any] {
        let data = Data(line.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func oneEventIsOneLineOfJSON() {
        let fields = [
            LogField("supplier", "signednet"), LogField("status", 503), LogField("retried", false),
            LogField("took", .duration(.microseconds(1_234_500))),
            LogField("key", .secret(Secret("hunter2"))),
        ]
        #expect(
            line(fields) == #"{"time":"2026-11-01T00:00:00.123Z","level":"info","event":"tried","#
                + #""supplier":"signednet","status":503,"retried":false,"took_ms":1234.5,"#
                + #""key":"***"}"# + "\n")
    }

    static let hostile = [
        "\n{\"level\":\"error\"}\n", "\r\n", "\"}", "\\", "\\\"", "\u{0}", "\u{1B}[2J", "\u{7F}",
        "\u{85}", "\u{2028}\u{2029}", "\u{202E}gnp.exe", "\",\"admin\":true,\"x\":\"", "e\u{301}",
        "👩‍👩‍👧‍👦", String(decoding: [0xFF, 0xC0, 0x80] as [UInt8], as: UTF8.self),
    ]

    @Test(arguments: hostile)
    func outsideTextStaysInItsField(text: String) throws {
        let line = line([LogField("text", .string(text)), LogField("after", 1)])
        #expect(line.utf8.filter { $0 == 0x0A }.count == 1)
        #expect(
            line.unicodeScalars.dropLast().allSatisfy { $0.properties.generalCategory != .control })
        let object = try object(line)
        #expect(object["text"] as? String == text)
        #expect(Set(object.keys) == ["time", "level", "event", "text", "after"])
    }

    @Test(arguments: [10, 1_024, 5_000, 1_000_000])
    func longTextsAreCut(length: Int) throws {
        for unit in ["a", "ü", "\n", "😀"] {
            let text = String(repeating: unit, count: length)
            let fields = (0..<4).map { _ in LogField("text", .string(text)) }
            let line = line(fields)
            #expect(line.utf8.count <= LogLine.maximumLength)
            let kept = try #require(try object(line)["text"] as? String)
            #expect(kept == text || (kept.hasSuffix("…") && text.hasPrefix(kept.dropLast())))
        }
    }

    @Test func tooManyFieldsAreLeftOut() throws {
        let fields = (0..<500).map { _ in LogField("text", "some text") }
        let object = try object(line(fields))
        #expect(object["fields_left_out"] as? Bool == true)
        #expect(object.count == 4)
    }

    @Test func noNameIsUsedTwice() throws {
        let fields = [
            LogField("event", 1), LogField("time", 2), LogField("a", 3), LogField("a", 4),
        ]
        let object = try object(line(fields))
        #expect(object["event"] as? String == "tried")
        #expect(object["event_"] as? Int == 1)
        #expect(object["a"] as? Int == 3)
        #expect(object["a_"] as? Int == 4)
    }

    @Test func secretsShowNowhere() {
        struct Login { let user = "me", password = Secret("hunter2") }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Login(), to: &dumped)
        for shown in ["\(secret)", String(reflecting: secret), "\(Login())", dumped] {
            #expect(!shown.contains("hunter2"))
            #expect(!shown.isEmpty)
        }
        #expect(secret.reveal() == "hunter2")
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (.max, "9999-12-31T23:59:59.999Z"),
            (.min, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func timesAreUTC(time: Int64, text: String) {
        let line = LogLine.render(LogEvent(time: time, level: .error, name: "x"))
        #expect(String(decoding: line, as: UTF8.self).hasPrefix("{\"time\":\"\(text)\""))
    }

    @Test func levelsBelowTheMinimumCostNothing() {
        let sink = MemoryLogSink(cap: 2)
        let log = EventLog(to: sink, minimum: .warning) { 7 }
        var computed = 0
        func fields() -> [LogField] {
            computed += 1
            return [LogField("n", .integer(computed))]
        }
        log.record(.info, "quiet", fields())
        #expect(computed == 0)
        for level: LogLevel in [.warning, .error, .error] { log.record(level, "loud", fields()) }
        #expect(
            sink.events
                == (2...3).map {
                    LogEvent(
                        time: 7, level: .error, name: "loud", fields: [LogField("n", .integer($0))])
                })
    }
}

@Suite struct StandardErrorSinkTests {
    @Test func aFullPipeLosesLinesAndSaysSo() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let sink = StandardErrorSink(descriptor: ends[1])
        let event = LogEvent(
            time: 0, level: .info, name: "fill",
            fields: [LogField("text", .string(String(repeating: "x", count: 900)))])
        for _ in 0..<200 { sink.record(event) }
        let first = readLines(ends[0])
        sink.record(event)
        let second = readLines(ends[0])
        let lost = 200 - first.count
        #expect(lost > 0)
        #expect(first.allSatisfy { $0.hasSuffix("xxx\"}") })
        #expect(second.count == 2)
        #expect(second.first?.contains("\"event\":\"log_lines_lost\",\"lines\":\(lost)}") == true)
    }

    /// What is in the pipe now, which holds at most 64 KB.
    private func readLines(_ descriptor: Int32) -> [Substring] {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    }
}
