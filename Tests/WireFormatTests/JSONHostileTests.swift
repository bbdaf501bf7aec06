import Foundation
import Testing
import WireFormat

/// Bodies made to hurt: each ends in a fault, at once.
@Suite struct JSONHostileTests {
    private func faultOfSkipping(_ body: [UInt8]) -> JSONFault? {
        do throws(JSONFault) {
            var reader = try JSONReader(body)
            try reader.skip()
            try reader.finish()
            return nil
        } catch {
            return error
        }
    }

    private func faultOfParsing(_ body: [UInt8]) -> JSONFault? {
        do throws(JSONFault) {
            _ = try JSONValue(parsing: body)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [33, 100, 10_000, 1_000_000], ["[", "{\"a\":"])
    func refusesDepth(_ depth: Int, _ opening: String) {
        let body = Array(String(repeating: opening, count: depth).utf8)
        let expected = JSONFault(.tooDeep, at: 32 * opening.utf8.count)
        #expect(faultOfSkipping(body) == expected)
        #expect(faultOfParsing(body) == expected)
    }

    @Test func depthIsWhatIsOpenNow() throws {
        let body = Array(("[" + String(repeating: "[[]],", count: 100) + "[]]").utf8)
        var reader = try JSONReader(body, limits: JSONLimits(depth: 3))
        try reader.skip()
        try reader.finish()
    }

    @Test func noLimitAllowsMoreThanSixtyFourLevels() throws {
        let limits = JSONLimits(depth: 1_000_000)
        let deepest = [UInt8](repeating: 0x5B, count: 64) + [UInt8](repeating: 0x5D, count: 64)
        var reader = try JSONReader(deepest, limits: limits)
        try reader.skip()
        try reader.finish()
        var deeper = try JSONReader([0x5B] + deepest + [0x5D], limits: limits)
        let fault = #expect(throws: JSONFault.self) { try deeper.skip() }
        #expect(fault?.reason == .tooDeep)
    }

    @Test func refusesAMillionDigits() {
        let body = [UInt8](repeating: 0x39, count: 1_000_000)
        #expect(faultOfSkipping(body) == JSONFault(.numberTooLong, at: 0))
        #expect(faultOfParsing(body) == JSONFault(.numberTooLong, at: 0))
    }

    @Test func refusesABodyOverTheLimitWithoutLooking() {
        let body = [UInt8](repeating: 0xFF, count: 8 << 20 + 1)
        #expect(faultOfSkipping(body) == JSONFault(.bodyTooLong, at: 8 << 20))
    }

    /// Time of this thread alone, so that a busy machine changes nothing; the bodies are made before.
    @Test(arguments: ["deep", "digits", "exponent", "too long", "open string", "backslashes"])
    func aRefusalCostsNextToNothing(_ kind: String) throws {
        let body: [UInt8] =
            switch kind {
            case "deep": [UInt8](repeating: 0x5B, count: 1_000_000)
            case "digits": [UInt8](repeating: 0x39, count: 1_000_000)
            case "exponent": Array("1e".utf8) + [UInt8](repeating: 0x30, count: 1_000_000)
            case "too long": [UInt8](repeating: 0x20, count: 100_000_000)
            case "open string":
                [UInt8](repeating: 0x22, count: 1) + [UInt8](repeating: 0x61, count: 4_000_000)
            default: Array("\"".utf8) + [UInt8](repeating: 0x5C, count: 400_000)
            }
        let before = threadTime()
        #expect(faultOfSkipping(body) != nil)
        #expect(threadTime() - before < 250_000_000)
    }

    private func threadTime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    @Test(arguments: ["x", #"\n"#])
    func refusesALongString(_ piece: String) throws {
        let text = String(repeating: piece, count: 100)
        let fits = Array("\"\(text)\"".utf8)
        let limit = text.utf8.count
        var reader = try JSONReader(fits, limits: JSONLimits(string: limit))
        #expect(try reader.string().utf8.count == 100)
        var strict = try JSONReader(fits, limits: JSONLimits(string: limit - 1))
        let fault = #expect(throws: JSONFault.self) { try strict.skip() }
        #expect(fault == JSONFault(.stringTooLong, at: 1))
    }

    @Test func refusesATreeOfTooManyValues() throws {
        let body = Array("[1,2,3]".utf8)
        #expect(try JSONValue(parsing: body, limits: JSONLimits(values: 4)).elements?.count == 3)
        let fault = #expect(throws: JSONFault.self) {
            try JSONValue(parsing: body, limits: JSONLimits(values: 3))
        }
        #expect(fault == JSONFault(.tooManyValues, at: 5))
    }

    @Test func anObjectOfManyMembersIsNotSquared() throws {
        let members = (0..<90_000).map { "\"m\($0)\":0" }.joined(separator: ",")
        let value = try JSONValue(parsing: Array("{\(members)}".utf8))
        #expect(value.members?.count == 90_000)
    }

    /// Foundation's parser is the second opinion on whether a mutated sample is still JSON.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func mutatedSamplesEndInAValueOrAFault(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let samples = Fixture.all("JSON/accept").filter { $0.bytes.count > 12 }
        for _ in 0..<200 {
            let sample = try #require(samples.randomElement(using: &chance))
            let body = chance.mutate(sample.bytes)
            let fault = faultOfSkipping(body)
            if let parsed = try? JSONValue(parsing: body) {
                #expect(fault == nil)
                #expect(try JSONValue(parsing: written(parsed)).isSame(as: parsed))
            } else {
                #expect(fault != nil || faultOfParsing(body)?.reason == .duplicateKey)
            }
            guard String(validating: body, as: UTF8.self) != nil else { continue }
            let opinion = try? JSONSerialization.jsonObject(
                with: Data(body), options: .fragmentsAllowed)
            if let fault, opinion != nil {
                // Foundation lets a comma before a closing bracket pass, and has wider limits.
                let isComma = fault.reason == .unexpectedByte && body[fault.offset] | 0x20 == 0x7D
                let isLimit = fault.reason == .numberTooLong || fault.reason == .tooDeep
                #expect(isComma || isLimit, "seed \(seed): \(body)")
            } else if fault == nil, opinion == nil {
                // It holds every number in a Double.
                let isHuge = body.contains { $0 | 0x20 == UInt8(ascii: "e") }
                #expect(isHuge, "seed \(seed): \(body)")
            }
        }
    }
}
