import Foundation

/// Holds one file against the rules.
struct Inspector {
    let file: Repository.File

    /// Everything that ships.
    func product() -> [Offence] {
        imports() + lines() + unproved() + lengths()
    }

    /// Test code may trap: that is a failing test.
    func test() -> [Offence] {
        matches(.sleep, [#"\bTask\s*\.\s*sleep\b"#, #"(?<![.\w])(?<!func )(?:u|nano)?sleep\s*\("#])
            + matches(.sleep, [#"\bThread\s*\.\s*sleep\b"#])
    }

    private func imports() -> [Offence] {
        let pattern =
            #"^[ ]*(?:@\w+(?:\([^)]*\))?\s+)*(?:[a-z]+\s+)?import\s+"#
            + #"(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)\s+)?(\w+)"#
        return file.source.matches(of: pattern).compactMap { line, module in
            switch ImportTable.permits(module, in: file.path) {
            case true?: return nil
            case false?: return offence(.imports, line, "import \(module)")
            case nil: return offence(.imports, line, "this folder is not in the table")
            }
        }
    }

    private func lines() -> [Offence] {
        var found = matches(
            .trap,
            [
                #"\btry!"#, #"\bas!"#, #"\bfatalError\s*\("#, #"\bprecondition\s*\("#,
                #"\bpreconditionFailure\s*\("#, #"\bassert(?:ionFailure)?\s*\("#,
                #"\bunsafeBitCast\s*\("#, #"\bunowned\s*\(\s*unsafe"#,
            ])
        found += matches(.forceUnwrap, [#"(?<!\btry)(?<!\bas)(?<=[\w)\]}>?"])!(?!=)"#])
        found += matches(.conditional, [#"^[ ]*#if\b"#])
        found += matches(
            .emptyName,
            [
                #"\b(?:struct|class|enum|actor|protocol|typealias)\s+\w*"#
                    + #"(?:Manager|Helpers?|Utils?|Utilit(?:y|ies)|Common)\b"#
            ])
        if isPure {
            found += matches(
                .ambient,
                [
                    #"\bTask\s*\.\s*sleep\b"#, #"\b(?:Continuous|Suspending)Clock\b"#,
                    #"\bSystemRandomNumberGenerator\b"#,
                    #"\.random(?:Element)?\s*\((?![^)]*using:)"#,
                    #"\.shuffled\s*\(\s*\)"#, #"\bclock_gettime\b"#, #"\bgetenv\b"#,
                    #"\bDate\s*\(\s*\)"#, #"\bUUID\s*\(\s*\)"#,
                ])
        }
        return found
    }

    /// Modules that decide: everything but the rim, the executable and the mocks.
    private var isPure: Bool {
        let folders = ["TravelModel", "WireFormat", "Codec", "SupplierKit", "Gateway"]
        return file.path.hasPrefix("suppliers/")
            || folders.contains { file.path.hasPrefix("Sources/\($0)/") }
    }

    private func unproved() -> [Offence] {
        matches(
            .unproved,
            [
                #"\bTask\s*(?:\.\s*(?:detached|immediate))?\s*(?:<[^>]*>\s*)?(?:\([^)]*\)\s*)?\{"#,
                #"@unchecked\s+Sendable\b"#, #"\bnonisolated\s*\(\s*unsafe\s*\)"#,
                #"\b(?:let|var)\s+\w+\s*(?::\s*|=\s*)Mutex\b"#,
            ]
        ).filter { !file.source.isCommented($0.line) }
    }

    private func lengths() -> [Offence] {
        let long = FunctionLengths.all(in: file.source).filter { $0.length > 80 }
        let functions = long.map {
            offence(.functionLength, $0.line, "\($0.name) takes \($0.length) lines")
        }
        let count = file.text.utf8.count(where: { $0 == 10 })
        return functions + (count > 450 ? [offence(.fileLength, count, "\(count) lines")] : [])
    }

    private func matches(_ rule: Rule, _ patterns: [String]) -> [Offence] {
        let whole = patterns.map { "(?:\($0))" }.joined(separator: "|")
        let lines = Set(file.source.matches(of: whole).map(\.line))
        return lines.sorted().map { line in
            let text = file.source.lines[line - 1]
            return offence(rule, line, text.trimmingCharacters(in: .whitespaces))
        }
    }

    private func offence(_ rule: Rule, _ line: Int, _ text: String) -> Offence {
        Offence(rule: rule, path: file.path, line: line, text: text)
    }
}
