/// Reads a JSON document that a person wrote, member by member, and collects every fault.
///
/// A missing or wrong member adds a fault and yields `nil` (or the default), so that one run names
/// all mistakes at once. Members nobody asked for are faults too, with the nearest known name.
public struct DocumentReader {
    private static let mostFaults = 100

    /// The faults so far, in the order found; at most 100 are kept.
    public private(set) var faults: [DocumentFault] = []
    private let file: String
    private let bytes: [UInt8]

    /// Reads `bytes`; text that is not JSON leaves one fault and no root.
    public init(file: String, bytes: [UInt8], limits: JSONLimits = .standard) {
        self.file = file
        self.bytes = bytes
        do throws(JSONFault) {
            root = DocumentNode(pointer: "", value: try JSONValue(parsing: bytes, limits: limits))
        } catch {
            root = nil
            report(at: error.offset, pointer: "", "not valid JSON: \(error.reason.words)", nil)
        }
    }

    /// The whole document; `nil` when it is not JSON.
    public private(set) var root: DocumentNode?

    /// Adds a fault at a node.
    public mutating func report(_ node: DocumentNode, _ problem: String, _ suggestion: String?) {
        report(at: node.value.offset, pointer: node.pointer, problem, suggestion)
    }

    /// Adds a fault at the name of an object's member; nothing where there is none of that name.
    public mutating func report(
        _ name: String, of node: DocumentNode, _ problem: String, _ suggestion: String?
    ) {
        guard let member = node.value.members?.first(where: { $0.name == name }) else { return }
        report(
            at: member.offset, pointer: node.child(name, member.value).pointer, problem,
            suggestion)
    }

    /// An object's member; a fault when it is required and absent, or the node is no object.
    public mutating func member(
        _ name: String, of node: DocumentNode, required: Bool = false
    ) -> DocumentNode? {
        guard let members = node.value.members else {
            report(node, "must be an object", nil)
            return nil
        }
        guard let member = members.first(where: { $0.name == name }) else {
            if required { report(node, "member \u{201C}\(name)\u{201D} is missing", nil) }
            return nil
        }
        return node.child(name, member.value)
    }

    /// Refuses members of an object that are not among `known`.
    public mutating func refuseMembers(of node: DocumentNode, except known: [String]) {
        guard let members = node.value.members else {
            report(node, "must be an object", nil)
            return
        }
        for member in members where !known.contains(member.name) {
            // A body of thousands of unknown members must not cost a search for each.
            guard faults.count < Self.mostFaults else { return }
            let nearest = Spelling.nearest(to: member.name, among: known)
            report(
                at: member.offset, pointer: node.child(member.name, member.value).pointer,
                "unknown member",
                nearest.map { "did you mean \u{201C}\($0)\u{201D}?" }
                    ?? "known: " + known.joined(separator: ", "))
        }
    }

    /// The elements of an array; a fault when it is none or longer than `most`.
    public mutating func elements(of node: DocumentNode, most: Int) -> [DocumentNode] {
        guard let elements = node.value.elements else {
            report(node, "must be an array", nil)
            return []
        }
        if elements.count > most {
            report(node, "has \(elements.count) elements", "at most \(most)")
        }
        return elements.prefix(most).enumerated().map { node.child("\($0)", $1) }
    }

    /// A string of at most `most` bytes.
    public mutating func text(_ node: DocumentNode, most: Int = 1024) -> String? {
        guard let text = node.value.string else {
            report(node, "must be a string", nil)
            return nil
        }
        guard text.utf8.count <= most else {
            report(node, "is longer than \(most) bytes", nil)
            return nil
        }
        return text
    }

    /// A whole number within `range`.
    public mutating func integer(_ node: DocumentNode, in range: ClosedRange<Int>) -> Int? {
        guard case .number(let digits) = node.value.content, let number = Int(digits),
            range.contains(number)
        else {
            report(
                node, "must be a whole number", "from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// A finite number within `range`.
    public mutating func number(_ node: DocumentNode, in range: ClosedRange<Double>) -> Double? {
        guard case .number(let digits) = node.value.content, let number = Double(digits),
            range.contains(number)
        else {
            report(node, "must be a number", "from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return number
    }

    /// `true` or `false`.
    public mutating func flag(_ node: DocumentNode) -> Bool? {
        guard case .bool(let flag) = node.value.content else {
            report(node, "must be true or false", nil)
            return nil
        }
        return flag
    }

    /// One of a closed set of words.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: DocumentNode, _ type: Choice.Type
    ) -> Choice? {
        let words = Choice.allCases.map(\.rawValue)
        guard let text = node.value.string, let choice = Choice(rawValue: text) else {
            let nearest = node.value.string.flatMap { Spelling.nearest(to: $0, among: words) }
            report(
                node, "must be one of " + words.joined(separator: ", "),
                nearest.map { "did you mean \u{201C}\($0)\u{201D}?" })
            return nil
        }
        return choice
    }

    private mutating func report(
        at offset: Int, pointer: String, _ problem: String, _ suggestion: String?
    ) {
        guard faults.count < Self.mostFaults else { return }
        let place = TextPosition(offset: offset, in: bytes)
        faults.append(
            DocumentFault(
                file: file, line: place.line, column: place.column, pointer: pointer,
                problem: problem, suggestion: suggestion))
    }
}

/// A value of a document and where it stands in it.
public struct DocumentNode: Sendable {
    /// RFC 6901, from the document's root.
    public let pointer: String
    /// What was written there.
    public let value: JSONValue

    /// The members of an object, or the elements of an array, in order; none for other values.
    public var children: [DocumentNode] {
        if let members = value.members { return members.map { child($0.name, $0.value) } }
        return (value.elements ?? []).enumerated().map { child("\($0)", $1) }
    }

    fileprivate func child(_ name: String, _ value: JSONValue) -> DocumentNode {
        let token =
            name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
            ? name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
            : name
        return DocumentNode(pointer: pointer + "/" + token, value: value)
    }
}
