import Foundation

/// The `components/schemas` of an OpenAPI document in YAML, as far as its authors' tool writes YAML:
/// block mappings and lists by indentation, scalars whose further lines are indented deeper.
struct SchemaFile {
    indirect enum Node {
        case map([(key: String, node: Node)])
        case list([Node])
        case scalar(String)

        subscript(key: String) -> Node? {
            guard case .map(let members) = self else { return nil }
            return members.first { $0.key == key }?.node
        }

        var text: String? {
            guard case .scalar(let text) = self else { return nil }
            return text
        }
    }

    private var lines: [(indent: Int, text: Substring)] = []
    private var next = 0
    private(set) var schemas: Node = .map([])

    init(path: String) throws {
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        guard let components = whole.range(of: "\ncomponents:\n"),
            let start = whole.range(
                of: "\n  schemas:\n", range: components.lowerBound..<whole.endIndex)
        else { return }
        for line in whole[start.upperBound...].split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            if indent < 4 { break }
            lines.append((indent, line.dropFirst(indent)))
        }
        schemas = block(indent: 4)
    }

    private mutating func block(indent: Int) -> Node {
        guard next < lines.count, lines[next].indent == indent else { return .scalar("") }
        return lines[next].text.hasPrefix("- ") ? list(indent: indent) : map(indent: indent)
    }

    private mutating func map(indent: Int) -> Node {
        var members: [(key: String, node: Node)] = []
        while next < lines.count, lines[next].indent == indent, !lines[next].text.hasPrefix("- ") {
            let line = lines[next].text
            next += 1
            guard let colon = line.range(of: ":") else { continue }
            let key = String(line[..<colon.lowerBound]).trimmingCharacters(in: Self.quotes)
            let rest = line[colon.upperBound...].drop { $0 == " " }
            if rest.isEmpty, next < lines.count {
                let deeper = lines[next].indent
                let isChild =
                    deeper > indent || (deeper == indent && lines[next].text.hasPrefix("- "))
                members.append((key, isChild ? block(indent: deeper) : .scalar("")))
            } else {
                skip(deeperThan: indent)
                members.append((key, .scalar(String(rest).trimmingCharacters(in: Self.quotes))))
            }
        }
        return .map(members)
    }

    private mutating func list(indent: Int) -> Node {
        var elements: [Node] = []
        while next < lines.count, lines[next].indent == indent, lines[next].text.hasPrefix("- ") {
            let rest = lines[next].text.dropFirst(2)
            let isMap = rest.contains(": ") || rest.hasSuffix(":")
            if isMap, !rest.hasPrefix("'"), !rest.hasPrefix("\"") {
                lines[next] = (indent + 2, rest)
                elements.append(map(indent: indent + 2))
            } else {
                next += 1
                skip(deeperThan: indent)
                elements.append(.scalar(String(rest).trimmingCharacters(in: Self.quotes)))
            }
        }
        return .list(elements)
    }

    private mutating func skip(deeperThan indent: Int) {
        while next < lines.count, lines[next].indent > indent { next += 1 }
    }

    private static let quotes = CharacterSet(charactersIn: "'\"")
}

/// An instance of a schema as JSON: each member present, one element in each list and map.
struct SchemaInstance {
    let file: SchemaFile
    /// Gives the text of a scalar by its path, such as `rooms/rates/id`, or the key of a map whose
    /// path ends in `/*`; the schema's first choice, or something of its type, where it gives none.
    let choose: (_ path: String) -> String?

    func json(of schema: String) -> String { json(named: schema, path: "", depth: 0) }

    private func json(named name: String, path: String, depth: Int) -> String {
        guard let node = file.schemas[name], depth < 24 else { return "null" }
        return json(node, path: path, depth: depth + 1)
    }

    private func json(_ node: SchemaFile.Node, path: String, depth: Int) -> String {
        if let target = node["$ref"]?.text?.split(separator: "/").last {
            return json(named: String(target), path: path, depth: depth)
        }
        if case .list(let parts) = node["allOf"] {
            let members = parts.map { json($0, path: path, depth: depth) }
                .map { $0.dropFirst().dropLast() }.filter { !$0.isEmpty }
            return "{" + members.joined(separator: ",") + "}"
        }
        switch node["type"]?.text {
        case "array":
            guard let items = node["items"] else { return "[]" }
            return "[" + json(items, path: path, depth: depth) + "]"
        case "boolean": return choose(path) ?? "false"
        case "number", "integer": return choose(path) ?? "1"
        case "string": return string(node, path: path)
        default: return object(node, path: path, depth: depth)
        }
    }

    private func object(_ node: SchemaFile.Node, path: String, depth: Int) -> String {
        var members: [String] = []
        if case .map(let properties) = node["properties"] {
            for (key, schema) in properties {
                let inner = path.isEmpty ? key : "\(path)/\(key)"
                guard choose(inner) != "" else { continue }
                members.append("\"\(key)\":" + json(schema, path: inner, depth: depth))
            }
        }
        if let extra = node["additionalProperties"], extra.text == nil, members.isEmpty {
            let key = choose(path + "/*") ?? "key"
            members.append("\"\(key)\":" + json(extra, path: path, depth: depth))
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    private func string(_ node: SchemaFile.Node, path: String) -> String {
        if let text = choose(path) { return "\"\(text)\"" }
        if case .list(let choices) = node["enum"], let first = choices.first?.text {
            return "\"\(first)\""
        }
        return "\"text\""
    }
}
