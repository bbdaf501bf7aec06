import SupplierKit
import WireFormat

/// Requests and outcomes as the JSON of a sample, and JSON laid out for people.
enum SampleText {
    static func request(_ request: SupplierRequest) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("method", request.method.rawValue)
        json.member("path", request.path)
        json.member("idempotent", request.idempotent)
        json.key("headers")
        json.beginObject()
        for field in request.headers {
            json.key(field.name)
            json.string(field.value)
        }
        json.endObject()
        writeBody(request.body, to: &json)
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func expectation(_ outcome: StepOutcome) -> String {
        var json = JSONWriter()
        json.beginObject()
        if !outcome.offers.isEmpty {
            json.key("offers")
            json.beginArray()
            for offer in outcome.offers { OfferText.write(offer, to: &json) }
            json.endArray()
        }
        if !outcome.drops.isEmpty {
            json.key("drops")
            json.beginArray()
            for drop in outcome.drops { OfferText.write(drop, to: &json) }
            json.endArray()
        }
        json.key("end")
        json.json(Array(outcome.end.utf8))
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// A JSON body as JSON, another as lines with `{{name}}` where a credential goes; XML is broken
    /// between its tags, and joining the lines gives it back.
    private static func writeBody(_ parts: [SupplierRequest.BodyPart], to json: inout JSONWriter) {
        guard !parts.isEmpty else { return }
        json.key("body")
        if case .bytes(let bytes) = parts[0], parts.count == 1,
            let value = try? JSONValue(parsing: bytes)
        {
            return value.write(to: &json)
        }
        let text = parts.map { part in
            switch part {
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .xmlCredential(let name): "{{\(name)}}"
            }
        }
        json.beginArray()
        var line = ""
        for character in text.joined() {
            if character == "<", line.last == ">" {
                json.string(line)
                line = ""
            }
            line.append(character)
        }
        json.string(line)
        json.endArray()
    }

    /// The first place where two values differ, as `pointer: expected, found`; `nil` if nowhere.
    static func difference(_ wanted: JSONValue?, _ found: JSONValue?, at pointer: String)
        -> String?
    {
        guard let wanted, let found else {
            if wanted == nil, found == nil { return nil }
            return "\(pointer): expected \(line(wanted)), found \(line(found))"
        }
        if let a = wanted.members, let b = found.members {
            for name in a.map(\.name) + b.map(\.name) {
                if let difference = difference(
                    wanted[name], found[name], at: pointer + "/" + name)
                {
                    return difference
                }
            }
            return nil
        }
        if let a = wanted.elements, let b = found.elements {
            for index in 0..<max(a.count, b.count) {
                let left = a.indices.contains(index) ? a[index] : nil
                let right = b.indices.contains(index) ? b[index] : nil
                if let difference = difference(left, right, at: pointer + "/\(index)") {
                    return difference
                }
            }
            return nil
        }
        guard line(wanted) != line(found) else { return nil }
        return "\(pointer): expected \(line(wanted)), found \(line(found))"
    }

    /// One line.
    static func line(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        var json = JSONWriter()
        value.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Short values on one line, long ones indented by two spaces.
    static func pretty(_ value: JSONValue, indent: Int = 0) -> String {
        let line = line(value)
        guard line.count + indent > 96 else { return line }
        let inner = String(repeating: " ", count: indent + 2)
        let outer = String(repeating: " ", count: indent)
        if let members = value.members {
            let lines = members.map {
                inner + Self.line(string: $0.name) + ": " + pretty($0.value, indent: indent + 2)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + outer + "}"
        }
        if let elements = value.elements {
            let lines = elements.map { inner + pretty($0, indent: indent + 2) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + outer + "]"
        }
        return line
    }

    private static func line(string: String) -> String {
        var json = JSONWriter()
        json.string(string)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
