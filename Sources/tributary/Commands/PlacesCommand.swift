import Foundation
import Places
import TravelModel

/// `tributary places build | import | query | stats`.
struct PlacesCommand: Command {
    static let name = "places"
    static let summary = "Build, fill, ask and describe the autocomplete index."
    static let usage = "build | import FILE | query TEXT | stats [options]"
    static let discussion = """
        build   makes the index from the place data, the catalogue's hotels and your own places,
                and puts it in its place when it is whole
        import  checks a CSV file of your own places and hotels, keeps it beside the index in place
                of the one before, and builds; the columns are described in docs/places.md
        query   asks the index and prints the suggestions, best first, with the parts of their score:
                how well known the place is, how well the text matches, and the rest
        stats   says what the index holds
        """
    static let options = [
        CommandOption("--index", "FILE", "The index file; default data/places.db."),
        CommandOption(
            "--data", "FILE", "The compressed place data; found by itself in a checkout."),
        CommandOption(
            "--catalogue", "DIR", "The catalogue whose hotels are indexed; default the product's."),
        CommandOption(
            "--skip-faulty", nil, "Import what can be used; without it any fault ends the import."),
        CommandOption("--lang", "TAG", "Language of the names in a query's answer."),
        CommandOption("--limit", "N", "Suggestions in a query's answer, 1 to 20; default 10."),
        ProductFiles.option,
    ]

    /// What an index is made from.
    private struct Sources {
        let data: String
        let catalogue: String

        init(_ arguments: ParsedArguments) throws(UsageFault) {
            let (data, catalogue) = (arguments.text("--data"), arguments.text("--catalogue"))
            if let data, let catalogue {
                self.data = data
                self.catalogue = catalogue
            } else {
                let files = try ProductFiles(root: arguments.text("--root"))
                self.data = data ?? files.places
                self.catalogue = catalogue ?? files.catalogue
            }
        }
    }

    private enum Action {
        case build(Sources)
        case bring(String, Sources, skipsFaulty: Bool)
        case query(SuggestQuery)
        case stats
    }

    private let action: Action
    private let index: String

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        index = arguments.text("--index") ?? "data/places.db"
        switch arguments.words.first {
        case "build" where arguments.words.count == 1:
            action = .build(try Sources(arguments))
        case "import" where arguments.words.count == 2:
            action = .bring(
                arguments.words[1], try Sources(arguments),
                skipsFaulty: arguments.has("--skip-faulty"))
        case "stats" where arguments.words.count == 1: action = .stats
        case "query" where arguments.words.count > 1: action = .query(try Self.query(arguments))
        default: throw UsageFault("say build, import FILE, query TEXT or stats")
        }
    }

    func run() async throws -> Int32 {
        switch action {
        case .build(let sources):
            let file = try file(sources)
            Console.out(try build(file, try file.additions()))
        case .bring(let csv, let sources, let skipsFaulty):
            return try bring(csv, sources, skipsFaulty)
        case .query(let query): Console.out(try PlacesReport.query(indexFile: index, query))
        case .stats: Console.out(try PlacesReport.statistics(indexFile: index))
        }
        return 0
    }

    private static func query(_ arguments: ParsedArguments) throws(UsageFault) -> SuggestQuery {
        let text = arguments.words.dropFirst().joined(separator: " ")
        let limit = try arguments.number("--limit", in: 1...SuggestQuery.mostSuggestions)
        if let tag = arguments.text("--lang"), !LanguageTag.isWellFormed(tag) {
            throw UsageFault("--lang takes \(LanguageTag.example)")
        }
        do throws(PlaceFault) {
            return try SuggestQuery(text, limit: limit ?? 10, language: arguments.text("--lang"))
        } catch {
            throw UsageFault("\(error)")
        }
    }

    private func file(_ sources: Sources) throws -> PlaceIndexFile {
        PlaceIndexFile(
            data: sources.data, index: index,
            hotels: try CatalogueReader.read(folder: sources.catalogue).indexedHotels)
    }

    private func build(_ file: PlaceIndexFile, _ additions: PlaceAdditions) throws -> String {
        let folder = URL(fileURLWithPath: index).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try PlacesReport.build(
            dataFile: file.data, indexFile: index, additions: additions
        ) { Console.error($0) }
    }

    /// Exit status 65 (EX_DATAERR) and nothing changed when the file has a fault that is not skipped.
    private func bring(_ csv: String, _ sources: Sources, _ skipsFaulty: Bool) throws -> Int32 {
        let own = OwnPlaces(csv: try FileBytes.read(csv), file: csv)
        for fault in own.faults { Console.error("\(fault)") }
        if own.faultCount > own.faults.count {
            Console.error("and \(own.faultCount - own.faults.count) more")
        }
        guard own.count > 0, own.faultCount == 0 || skipsFaulty else {
            Console.error("\(csv): \(own.faultCount) faulty lines; nothing was imported")
            return 65
        }
        let file = try file(sources)
        let additions = PlaceAdditions(
            hotels: file.hotels, own: own, refusesMisfits: !skipsFaulty,
            fingerprint: try file.fingerprint(own: own.usableCSV))
        do {
            let built = try build(file, additions)
            try FileBytes.replace(file.own, with: own.usableCSV)
            Console.out("\(own.count) places of \(csv) are in \(file.own)\n\(built)")
            return 0
        } catch let fault as PlaceFault {
            guard case .faultyData(_, let count) = fault else { throw fault }
            Console.error("\(fault)\n\(csv): \(count) faulty lines; nothing was imported")
            return 65
        }
    }
}
