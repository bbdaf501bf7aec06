import Foundation

@testable import Places

/// What is asked, and what should be found.
struct Question {
    var kind: String
    var text: String
    var wanted: Set<String>
}

/// Questions made of the index and of the shared cases; the same in every run.
struct Workload {
    /// Names of cities typed letter by letter.
    var keystrokes: [Question] = []
    /// The same names with one error each.
    var typos: [Question] = []
    /// The cases that the tests hold too.
    var cases: [Question] = []

    init(index: String, cases file: String) throws {
        let database = try Database(path: index, mode: .immutable)
        let rows = try database.prepare(
            "SELECT name, id FROM place WHERE kind=2 ORDER BY pop DESC, rank LIMIT 5000")
        var chance = Chance(state: 20_261_201)
        var number = 0
        while try rows.step() {
            let name = rows.text(0).lowercased()
            let wanted: Set<String> = [rows.text(1)]
            if number % 4 == 0 {
                for length in 1...name.count {
                    keystrokes.append(
                        Question(
                            kind: "keystroke", text: String(name.prefix(length)), wanted: wanted))
                }
            }
            let typed = chance.misspelt(name)
            if name.count >= 4, FoldedText(typed) != FoldedText(name) {
                typos.append(Question(kind: "one error", text: typed, wanted: wanted))
            }
            number += 1
        }
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            let item = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            cases.append(Question(kind: item.kind, text: item.q, wanted: Set(item.expect)))
        }
    }

    private struct Case: Decodable {
        var q: String
        var kind: String
        var expect: [String]
    }

    /// Writes names and questions, folded, for a peer that runs as another program.
    func export(to folder: String, index: String) throws {
        var text = ""
        for question in cases + typos + keystrokes {
            let folded = FoldedText(question.text).text
            text += "\(question.kind)\t\(question.text)\t\(folded)\t"
            text += question.wanted.sorted().joined(separator: "|") + "\n"
        }
        try text.write(toFile: folder + "/questions.tsv", atomically: true, encoding: .utf8)
        let database = try Database(path: index, mode: .immutable)
        let rows = try database.prepare(
            "SELECT id, score, names, ctx FROM place JOIN pn USING(rank) ORDER BY rank")
        text = ""
        while try rows.step() {
            let names = rows.text(2).split(separator: "\n").map { $0.dropFirst() }
            text += "\(rows.text(0))\t\(rows.double(1))\t\(names.joined(separator: "|"))\t"
            text += rows.text(3) + "\n"
        }
        try text.write(toFile: folder + "/names.tsv", atomically: true, encoding: .utf8)
    }
}

/// Seeded chance (splitmix64).
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// `text` with one letter changed, added, left out or swapped with its neighbour.
    mutating func misspelt(_ text: String) -> String {
        var letters = Array(text)
        guard letters.count > 1 else { return text }
        let place = Int.random(in: letters.indices, using: &self)
        let letter = Array("abcdefghijklmnopqrstuvwxyz")[Int.random(in: 0..<26, using: &self)]
        switch Int.random(in: 0..<4, using: &self) {
        case 0: letters[place] = letter
        case 1: letters.insert(letter, at: place)
        case 2: letters.remove(at: place)
        default: letters.swapAt(place, place + 1 < letters.count ? place + 1 : place - 1)
        }
        return String(letters)
    }
}
