import Foundation
import Testing
import WireFormat

/// Foundation's coder as the second opinion on what whole documents mean, both ways.
@Suite struct JSONOpinionTests {
    @Test(arguments: 0..<25 as Range<UInt64>)
    func foundationReadsWhatIsWritten(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var writer = JSONWriter()
            write(depth: 0, to: &writer, &chance)
            let body = writer.bytes
            let mine = try JSONValue(parsing: body)
            let theirs = try JSONSerialization.jsonObject(
                with: Data(body), options: .fragmentsAllowed)
            #expect(agrees(mine, theirs), "seed \(seed): \(String(decoding: body, as: UTF8.self))")
        }
    }

    @Test(arguments: 0..<25 as Range<UInt64>)
    func whatFoundationWritesIsRead(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let forms: [JSONSerialization.WritingOptions] = [
            .fragmentsAllowed, [.fragmentsAllowed, .prettyPrinted],
            [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes],
        ]
        for form in forms {
            let object = object(depth: 0, &chance)
            let body = Array(try JSONSerialization.data(withJSONObject: object, options: form))
            let mine = try JSONValue(parsing: body)
            #expect(agrees(mine, object), "seed \(seed): \(String(decoding: body, as: UTF8.self))")
        }
    }

    /// Random digits in every form of RFC 8259 section 6: both read the same double.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func numbersMeanTheSame(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = numberText(&chance)
            let mine = try JSONValue(parsing: Array(text.utf8))
            let theirs = try JSONSerialization.jsonObject(
                with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(mine.number == text)
            let number = try #require(theirs as? NSNumber, "\(text)")
            #expect(isNear(mine.double, number.doubleValue), "\(text)")
            #expect(mine.double == Double(text), "\(text)")
        }
    }

    /// Foundation reads most numbers as decimals and loses some last bits on their way to a double.
    private func isNear(_ mine: Double?, _ theirs: Double) -> Bool {
        guard let mine else { return false }
        return abs(mine - theirs) <= abs(mine) * 1e-13
    }

    // MARK: - Chance

    private func text(_ chance: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7E, 0x22...0x22, 0x5C...0x5C, 0x7F...0x7FF, 0x800...0xD7FF,
            0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
        ]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &chance) {
            let range = ranges.randomElement(using: &chance) ?? 0x20...0x7E
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &chance)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private func numberText(_ chance: inout SeededGenerator) -> String {
        func digits(_ most: Int) -> String {
            (0..<Int.random(in: 1...most, using: &chance))
                .map { _ in String(Int.random(in: 0...9, using: &chance)) }.joined()
        }
        var text = Bool.random(using: &chance) ? "-" : ""
        text += Bool.random(using: &chance) ? "0" : "\(Int.random(in: 1...9, using: &chance))"
        if !text.hasSuffix("0"), Bool.random(using: &chance) { text += digits(17) }
        if Bool.random(using: &chance) { text += "." + digits(17) }
        if Bool.random(using: &chance) {
            text += ["e", "E", "e+", "e-", "E+"].randomElement(using: &chance) ?? "e"
            text += "\(Int.random(in: 0...250, using: &chance))"
        }
        return text
    }

    private func write(depth: Int, to writer: inout JSONWriter, _ chance: inout SeededGenerator) {
        switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &chance) {
        case 0: writer.null()
        case 1: writer.bool(Bool.random(using: &chance))
        case 2: writer.integer(Int64.random(in: .min ... .max, using: &chance))
        case 3: writer.double(Double.random(in: -1e9...1e9, using: &chance))
        case 4: writer.number(numberText(&chance))
        case 5: writer.string(text(&chance))
        case 6:
            writer.beginArray()
            for _ in 0..<Int.random(in: 0...5, using: &chance) {
                write(depth: depth + 1, to: &writer, &chance)
            }
            writer.endArray()
        default:
            writer.beginObject()
            for number in 0..<Int.random(in: 0...5, using: &chance) {
                writer.key("\(number)" + text(&chance))
                write(depth: depth + 1, to: &writer, &chance)
            }
            writer.endObject()
        }
    }

    private func object(depth: Int, _ chance: inout SeededGenerator) -> Any {
        switch Int.random(in: 0..<(depth < 5 ? 7 : 5), using: &chance) {
        case 0: return NSNull()
        case 1: return Bool.random(using: &chance)
        case 2: return Int64.random(in: .min ... .max, using: &chance)
        case 3: return Double.random(in: -1e9...1e9, using: &chance)
        case 4: return text(&chance)
        case 5:
            return (0..<Int.random(in: 0...5, using: &chance)).map { _ in
                object(depth: depth + 1, &chance)
            }
        default:
            var members: [String: Any] = [:]
            for number in 0..<Int.random(in: 0...5, using: &chance) {
                members["\(number)" + text(&chance)] = object(depth: depth + 1, &chance)
            }
            return members
        }
    }

    private func agrees(_ mine: JSONValue, _ theirs: Any) -> Bool {
        switch mine.content {
        case .null: return theirs is NSNull
        case .bool(let flag): return theirs as? Bool == flag
        case .number:
            guard let number = theirs as? NSNumber else { return false }
            if let whole = mine.integer(as: Int64.self) { return number.int64Value == whole }
            return isNear(mine.double, number.doubleValue)
        case .string(let text):
            return (theirs as? String).map { Array($0.utf8) } == Array(text.utf8)
        case .array(let elements):
            guard let other = theirs as? [Any], other.count == elements.count else { return false }
            return zip(elements, other).allSatisfy(agrees)
        case .object(let members):
            guard let other = theirs as? [String: Any], other.count == members.count else {
                return false
            }
            return members.allSatisfy { member in
                other[member.name].map { agrees(member.value, $0) } ?? false
            }
        }
    }
}
