import WireFormat

/// As much of JSON Schema as the published document uses to describe answers; unlike JSON Schema,
/// members that a schema does not name are faults.
struct Schemas {
    private let schemas: JSONValue?

    init(_ document: JSONValue) { schemas = document["components"]?["schemas"] }

    /// What keeps `value` from being what the schema says, by place.
    func faults(of value: JSONValue, _ name: String) -> [String] {
        guard let schema = schemas?[name] else { return ["no schema \(name)"] }
        return faults(value, schema, "")
    }

    private func faults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        if let reference = schema["$ref"]?.string {
            let name = String(reference.split(separator: "/").last ?? "")
            guard let target = schemas?[name] else { return ["\(place): no schema \(name)"] }
            return faults(value, target, place)
        }
        if let words = schema["enum"]?.elements {
            let texts = words.compactMap(\.string)
            guard let text = value.string, texts.contains(text) else {
                return ["\(place): not one of \(texts.joined(separator: ", "))"]
            }
        }
        switch schema["type"]?.string {
        case "string": return value.string == nil ? ["\(place): not a string"] : []
        case "boolean": return value.bool == nil ? ["\(place): not true or false"] : []
        case "number": return value.number == nil ? ["\(place): not a number"] : []
        case "integer":
            return value.integer(as: Int.self) == nil ? ["\(place): not a whole number"] : []
        case "array": return arrayFaults(value, schema, place)
        case "object": return objectFaults(value, schema, place)
        default: return ["\(place): a schema without a type"]
        }
    }

    private func arrayFaults(_ value: JSONValue, _ schema: JSONValue, _ place: String) -> [String] {
        guard let elements = value.elements, let items = schema["items"] else {
            return ["\(place): not an array"]
        }
        return elements.enumerated().flatMap { faults($1, items, "\(place)/\($0)") }
    }

    private func objectFaults(
        _ value: JSONValue, _ schema: JSONValue, _ place: String
    ) -> [String] {
        guard let members = value.members else { return ["\(place): not an object"] }
        let required = (schema["required"]?.elements ?? []).compactMap(\.string)
        var found: [String] = []
        for (name, member) in schema["properties"]?.members?.map({ ($0.name, $0.value) }) ?? [] {
            if let given = value[name] {
                found += faults(given, member, "\(place)/\(name)")
            } else if required.contains(name) {
                found.append("\(place)/\(name): missing")
            }
        }
        guard let properties = schema["properties"] else { return found }
        for member in members where properties[member.name] == nil {
            found.append("\(place)/\(member.name): not in the schema")
        }
        return found
    }
}
