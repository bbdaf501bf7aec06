import Foundation
import Places
import TravelModel

/// `tributary places build | query | stats`.
struct PlacesCommand: Command {
    static let name = "places"
    static let summary = "Build, ask and describe the autocomplete index."
    static let usage = "build | query TEXT | stats [options]"
    static let discussion = """
        build   makes the index from the place data and puts it in its place when it is whole
        query   asks the index and prints the suggestions, best first
        stats   says what the index holds
        """
    static let options = [
        CommandOption("--index", "FILE", "The index file; default data/places.db."),
        CommandOption(
            "--data", "FILE", "The compressed place data; found by itself in a checkout."),
        CommandOption("--lang", "TAG", "Language of the names in a query's answer."),
        CommandOption("--limit", "N", "Suggestions in a query's answer, 1 to 20; default 10."),
        ProductFiles.option,
    ]

    private enum Action {
        case build(dataFile: String)
        case query(SuggestQuery)
        case stats
    }

    private let action: Action
    private let index: String

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        index = arguments.text("--index") ?? "data/places.db"
        switch arguments.words.first {
        case "build" where arguments.words.count == 1:
            if let file = arguments.text("--data") {
                action = .build(dataFile: file)
            } else {
                action = .build(
                    dataFile: try ProductFiles(root: arguments.text("--root")).places)
            }
        case "stats" where arguments.words.count == 1: action = .stats
        case "query" where arguments.words.count > 1:
            let text = arguments.words.dropFirst().joined(separator: " ")
            let limit = try arguments.number("--limit", in: 1...SuggestQuery.mostSuggestions)
            if let tag = arguments.text("--lang"), !LanguageTag.isWellFormed(tag) {
                throw UsageFault("--lang takes \(LanguageTag.example)")
            }
            do throws(PlaceFault) {
                action = .query(
                    try SuggestQuery(
                        text, limit: limit ?? 10, language: arguments.text("--lang")))
            } catch {
                throw UsageFault("\(error)")
            }
        default: throw UsageFault("say build, query TEXT or stats")
        }
    }

    func run() async throws -> Int32 {
        switch action {
        case .build(let dataFile):
            let folder = URL(fileURLWithPath: index).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            Console.out(
                try PlacesReport.build(dataFile: dataFile, indexFile: index) { line in
                    Console.error(line)
                })
        case .query(let query): Console.out(try PlacesReport.query(indexFile: index, query))
        case .stats: Console.out(try PlacesReport.statistics(indexFile: index))
        }
        return 0
    }
}
