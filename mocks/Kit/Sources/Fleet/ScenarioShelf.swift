/// Finds scenarios by name in a folder, or by path.
struct ScenarioShelf: Sendable {
    let folder: String
    /// Each supplier's steps.
    let known: [String: [String]]

    func scenario(named name: String) throws(MockFleetError) -> Scenario {
        let path = name.hasSuffix(".json") ? name : "\(folder)/\(name).json"
        let isPlain = name.utf8.allSatisfy { $0 != 0x2F && $0 != 0 } || name.hasSuffix(".json")
        guard isPlain, let bytes = DataFile.read(path) else { throw .noScenario(name) }
        return try read(bytes, file: path)
    }

    func read(_ bytes: [UInt8], file: String) throws(MockFleetError) -> Scenario {
        do throws(ScenarioFaults) {
            return try ScenarioReader.read(bytes, file: file, known: known)
        } catch {
            throw .scenario(error)
        }
    }
}
