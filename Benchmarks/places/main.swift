// Asks the place index what people type, beside a sorted array of the same names, and writes what a
// peer needs to be asked the same.
//
// Arguments: data file, index file (built when it is missing), cases file, folder to write to.
import Dispatch
import Foundation
internal import TravelModel

@testable import Places

let arguments = CommandLine.arguments
let (data, file, cases, folder) = (arguments[1], arguments[2], arguments[3], arguments[4])

/// Microseconds of CPU of this thread alone, so that a busy machine changes little.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

if (try? PlaceIndex(path: file)) == nil {
    let start = now()
    let built = try PlaceIndexBuilder(dataFile: data, indexFile: file).build()
    print(PlacesReport.text(built) + String(format: "build CPU   %.1f s", (now() - start) / 1e6))
}
let opening = now()
let index = try PlaceIndex(path: file)
print(String(format: "open        %.1f ms of CPU", (now() - opening) / 1e3))
let workload = try Workload(index: file, cases: cases)
try workload.export(to: folder, index: file)
let all = workload.cases + workload.typos + workload.keystrokes
let queries = try all.map { try SuggestQuery($0.text, limit: 10) }

// Twice: the first round brings the file into memory.
for query in queries { _ = try index.ranked(query) }
var ours = Report("tributary")
var whole = Report("tributary, with texts")
for (question, query) in zip(all, queries) {
    var start = now()
    _ = try index.ranked(query)
    let ranking = now() - start
    start = now()
    let found = try index.suggest(query).items.map(\.placeID.text)
    whole.note(question, found, now() - start)
    ours.note(question, found, ranking)
}
let sorted = try SortedNames(index: file)
var floor = Report("sorted array")
for question in all {
    let start = now()
    let ranks = sorted.ranks(question.text)
    let time = now() - start
    floor.note(question, sorted.ids(ranks), time)
}
let strokes = try workload.keystrokes.map { try SuggestQuery($0.text, limit: 10) }
let clock = ContinuousClock()
let taken = clock.measure {
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
        guard let own = try? PlaceIndex(path: file) else { return }
        for position in stride(from: thread, to: strokes.count, by: 2) {
            _ = try? own.ranked(strokes[position])
        }
    }
}
let rate = Double(strokes.count) / (taken / .seconds(1))
try (ours.text + whole.text + floor.text).write(
    toFile: folder + "/ours.tsv", atomically: true, encoding: .utf8)
func say(_ name: String, _ value: Double, _ target: Double, _ isMet: Bool, _ unit: String) {
    print(
        String(
            format: "%-30@ %10.1f %@, target %.0f%@", name as NSString, value,
            unit as NSString, target, (isMet ? "" : " MISSED") as NSString))
}
for (name, share, kinds, target) in [
    ("keystrokes, median", 0.5, ["keystroke"], 15.0),
    ("keystrokes, 99 %", 0.99, ["keystroke"], 1_000),
    ("one error, 99 %", 0.99, ["one error", "typo"], 4_000),
] {
    let value = ours.percentile(share, of: kinds)
    say(name, value, target, value <= target, "us of CPU")
}
say("keystrokes, two threads", rate, 25_000, rate >= 25_000, "a second")
