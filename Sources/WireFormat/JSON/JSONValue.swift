/// A whole JSON text as a tree that knows where each part was written.
///
/// For configuration, manifests and request bodies; supplier answers are read by `JSONReader`.
public struct JSONValue: Sendable {
    /// What the value holds.
    public enum Content: Sendable {
        /// The members in the order written, no name twice.
        case object([JSONMember])
        /// The elements in order.
        case array([JSONValue])
        /// The text, escapes resolved.
        case string(String)
        /// The number's text as written.
        case number(String)
        /// `true` or `false`.
        case bool(Bool)
        /// `null`
        case null
    }

    /// What the value holds.
    public let content: Content
    /// The byte its first character is at.
    public let offset: Int

    /// Reads all of `body`; throws also `duplicateKey`, `tooManyValues` and `trailingBytes`.
    public init(parsing body: [UInt8], limits: JSONLimits = .standard) throws(JSONFault) {
        var reader = try JSONReader(body, limits: limits)
        var budget = limits.values
        self = try JSONValue(from: &reader, budget: &budget)
        try reader.finish()
    }

    /// Takes the next value of `reader` as a tree.
    public init(from reader: inout JSONReader) throws(JSONFault) {
        var budget = reader.limits.values
        self = try JSONValue(from: &reader, budget: &budget)
    }

    /// Recursion goes no deeper than the reader's depth limit.
    private init(from reader: inout JSONReader, budget: inout Int) throws(JSONFault) {
        let kind = try reader.peek()
        offset = reader.offset
        guard budget > 0 else { throw JSONFault(.tooManyValues, at: offset) }
        budget -= 1
        switch kind {
        case .object: content = .object(try Self.members(from: &reader, budget: &budget))
        case .array:
            try reader.beginArray()
            var elements: [JSONValue] = []
            while try reader.nextElement() {
                elements.append(try JSONValue(from: &reader, budget: &budget))
            }
            content = .array(elements)
        case .string: content = .string(try reader.string())
        case .number: content = .number(try reader.number().string)
        case .bool: content = .bool(try reader.bool())
        case .null:
            _ = try reader.takeNull()
            content = .null
        }
    }

    private static func members(
        from reader: inout JSONReader, budget: inout Int
    ) throws(JSONFault) -> [JSONMember] {
        try reader.beginObject()
        var members: [JSONMember] = []
        // Most objects are small enough to be searched; a long one must not cost its square.
        var names: Set<[UInt8]> = []
        while let key = try reader.nextKey() {
            let name = key.string
            guard names.insert(Array(name.utf8)).inserted else {
                throw JSONFault(.duplicateKey, at: key.offset - 1)
            }
            let value = try JSONValue(from: &reader, budget: &budget)
            members.append(JSONMember(name: name, offset: key.offset - 1, value: value))
        }
        return members
    }
}

/// One member of an object in a tree.
public struct JSONMember: Sendable {
    /// The name, escapes resolved.
    public let name: String
    /// The byte the name's opening quote is at.
    public let offset: Int
    /// The member's value.
    public let value: JSONValue
}

extension JSONValue {
    /// The kind of the content.
    public var kind: JSONKind {
        switch content {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: .number
        case .bool: .bool
        case .null: .null
        }
    }

    /// The members in order, nil unless an object.
    public var members: [JSONMember]? {
        guard case .object(let members) = content else { return nil }
        return members
    }

    /// The elements in order, nil unless an array.
    public var elements: [JSONValue]? {
        guard case .array(let elements) = content else { return nil }
        return elements
    }

    /// The text, nil unless a string.
    public var string: String? {
        guard case .string(let string) = content else { return nil }
        return string
    }

    /// The number as written, nil unless a number.
    public var number: String? {
        guard case .number(let number) = content else { return nil }
        return number
    }

    /// The truth value, nil unless one.
    public var bool: Bool? {
        guard case .bool(let bool) = content else { return nil }
        return bool
    }

    /// Whether it is `null`.
    public var isNull: Bool { kind == .null }

    /// A number without fraction and exponent that fits `T`, nil otherwise.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
        guard case .number(let number) = content else { return nil }
        let digits = Array(number.utf8)
        return decimalInteger(digits, from: 0, to: digits.count)
    }

    /// A finite number, nil otherwise; for coordinates and factors, never for money.
    public var double: Double? {
        guard case .number(let number) = content, let value = Double(number), value.isFinite
        else { return nil }
        return value
    }

    /// The value of the member `name`, nil if absent or not an object.
    public subscript(name: String) -> JSONValue? {
        members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Writes the value with its members in the order read.
    public func write(to writer: inout JSONWriter) {
        switch content {
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.name)
                member.value.write(to: &writer)
            }
            writer.endObject()
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .string(let string): writer.string(string)
        case .number(let number): writer.number(number)
        case .bool(let bool): writer.bool(bool)
        case .null: writer.null()
        }
    }

    /// The same value with every object's members in the byte order of their names.
    ///
    /// Written out, two texts that differ only in white space, escapes and order of members are the
    /// same bytes. Numbers stay as written.
    public var canonical: JSONValue {
        switch content {
        case .object(let members):
            let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            let canonical = sorted.map {
                JSONMember(name: $0.name, offset: $0.offset, value: $0.value.canonical)
            }
            return JSONValue(.object(canonical), at: offset)
        case .array(let elements):
            return JSONValue(.array(elements.map(\.canonical)), at: offset)
        case .string, .number, .bool, .null: return self
        }
    }

    private init(_ content: Content, at offset: Int) {
        self.content = content
        self.offset = offset
    }
}
