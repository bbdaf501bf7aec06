import WireFormat

/// The options and plain words of one command line, checked against what the command knows.
struct ParsedArguments: Sendable {
    private let options: [String: String]
    /// The words that are not options, in order.
    let words: [String]

    /// Reads `--name value`, `--name=value` and flags; `--` ends the options.
    init(_ arguments: [String], known: [CommandOption]) throws(UsageFault) {
        var options: [String: String] = [:]
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words.append(contentsOf: rest)
                break
            }
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
            let name = parts.first ?? argument
            guard let option = known.first(where: { $0.name == name }) else {
                throw UsageFault(Self.unknown(name, known: known))
            }
            guard options[name] == nil else { throw UsageFault("\(name) is given twice") }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageFault("\(name) takes no value") }
                options[name] = ""
            } else if parts.count == 2 {
                options[name] = parts[1]
            } else {
                guard let value = rest.popFirst() else {
                    throw UsageFault("\(name) needs a value: \(name) \(option.value ?? "")")
                }
                options[name] = value
            }
        }
        self.options = options
        self.words = words
    }

    /// Whether a flag was given.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// An option's text.
    func text(_ name: String) -> String? { options[name] }

    /// An option's whole number within `range`.
    func number(_ name: String, in range: ClosedRange<Int>) throws(UsageFault) -> Int? {
        guard let text = options[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageFault(
                "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \u{201C}\(text)\u{201D}")
        }
        return number
    }

    /// Refuses words a command has no use for.
    func expectNoWords() throws(UsageFault) {
        if let word = words.first {
            throw UsageFault("unexpected argument \u{201C}\(word)\u{201D}")
        }
    }

    private static func unknown(_ name: String, known: [CommandOption]) -> String {
        let nearest = Spelling.nearest(to: name, among: known.map(\.name))
        return "unknown option \(name)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    }
}
