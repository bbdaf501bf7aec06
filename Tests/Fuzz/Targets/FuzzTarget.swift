/// One reader of outside bytes, with what must hold for every input.
///
/// The same function is run by libFuzzer (`scripts/fuzz.sh`), under valgrind, and over all corpora in
/// the ordinary tests. Inputs are the bytes as they would come from outside, never a framing of the
/// fuzzer's own, so that corpora are readable and fixtures of other tests are seeds. Where a choice
/// is needed, such as where to cut, it is drawn from the input's own hash.
public struct FuzzTarget: Sendable, CustomStringConvertible {
    /// The name of the target and of its folder in `Corpora`.
    public let name: String
    /// Where more seeds lie beside the corpus, as paths from the repository's root.
    public let seeds: [SeedSource]
    /// Inputs longer than this only repeat what shorter ones find.
    public let longest: Int
    /// Throws a ``Mismatch`` when something does not hold; any other end is a fault as well.
    public let fuzz: @Sendable ([UInt8]) throws -> Void

    init(
        _ name: String, seeds: [SeedSource] = [], longest: Int = 4096,
        fuzz: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.seeds = seeds
        self.longest = longest
        self.fuzz = fuzz
    }

    /// The name.
    public var description: String { name }

    /// Every target, in the order in which they are run.
    public static let all: [FuzzTarget] = [
        .requestHead, .chunkedBody, .json, .jsonArray, .xml, .offersQuery, .requestFields,
        .holdBody, .suggest, .placeSearch, .tokens, .texts, .codec, .eventStream, .responseHead,
        .responseBody,
        .linkrest, .otaxml, .streamrates,
    ]
}

/// A promise that an input broke.
public struct Mismatch: Error, CustomStringConvertible {
    /// The promise, in words.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless `holds`.
func expect(_ holds: Bool, _ promise: @autoclosure () -> String) throws(Mismatch) {
    guard holds else { throw Mismatch(promise()) }
}

/// Throws unless both are the same.
func expectSame<Value: Equatable>(
    _ a: Value, _ b: Value, _ promise: @autoclosure () -> String
) throws(Mismatch) {
    guard a == b else { throw Mismatch("\(promise()):\n  \(a)\n  \(b)") }
}
