/// Which elements are open, with the bounds that hold for them.
struct XMLNesting {
    private struct Open {
        let name: Int
        let namespaces: Int
    }

    /// Whether the root element has begun.
    private(set) var hasRoot = false
    private let limits: XMLLimits
    private var open: [Open] = []
    private var namespaces = 0
    /// Bytes of text since the last tag.
    private var run = 0

    init(limits: XMLLimits) { self.limits = limits }

    /// Whether the root element has ended.
    var isComplete: Bool { hasRoot && open.isEmpty }

    /// Enters an element that declares `declared` namespaces.
    mutating func enter(name: Int, namespaces declared: Int) -> XMLFault.Reason? {
        run = 0
        hasRoot = true
        guard open.count < limits.depth else { return .tooDeep }
        namespaces += declared
        guard namespaces <= limits.namespaces else { return .tooManyNamespaces }
        open.append(Open(name: name, namespaces: declared))
        return nil
    }

    /// Leaves the innermost element and gives its name's number.
    mutating func leave() -> Int? {
        run = 0
        guard let left = open.popLast() else { return nil }
        namespaces -= left.namespaces
        return left.name
    }

    /// Counts text.
    mutating func pass(text bytes: Int) -> XMLFault.Reason? {
        run += bytes
        return run <= limits.text ? nil : .textTooLong
    }
}
