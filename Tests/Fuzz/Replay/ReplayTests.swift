import FuzzTargets
import Testing

/// Every corpus and every fixture that is a seed, through its target: what a fuzzer once found stays
/// mended, and the seeds themselves hold what is promised.
@Suite struct ReplayTests {
    @Test(arguments: FuzzTarget.all)
    func everyInputHolds(_ target: FuzzTarget) throws {
        let inputs = try target.inputs()
        #expect(!inputs.isEmpty, "\(target.name) has no inputs at all")
        for input in inputs {
            do {
                try target.fuzz(input.bytes)
            } catch {
                Issue.record("\(target.name), \(input.path): \(error)")
            }
        }
    }

    @Test(arguments: FuzzTarget.all)
    func everyTargetHasACorpusOfItsOwn(_ target: FuzzTarget) {
        let folder = SeedFiles.root + "/Tests/Fuzz/Corpora/" + target.name
        #expect(!SeedFiles.all(in: folder).isEmpty)
    }

    /// A folder that no target reads would only look like a test.
    @Test func everyCorpusBelongsToATarget() {
        let folder = SeedFiles.root + "/Tests/Fuzz/Corpora/"
        let names = Set(
            SeedFiles.all(in: SeedFiles.root + "/Tests/Fuzz/Corpora").map { file in
                String(file.path.dropFirst(folder.count).prefix { $0 != "/" })
            })
        #expect(names == Set(FuzzTarget.all.map(\.name)))
    }
}
