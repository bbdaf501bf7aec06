// Reads hostile bodies and a valid one many times, prints what each cost, and fails where a promise
// of docs/wire-formats.md is broken.
//
// Arguments: rounds.
import Glibc

let given = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
var report = Report(meter: Meter(rounds: max(3, given ?? 15)))
print("| case | bytes | verdict | ms of CPU, median and slowest | memory |\n|---|---|---|---|---|")
for hostile in JSONCases.all { report.judge(hostile, milliseconds: 50) }
for hostile in XMLCases.doctypes { report.judge(hostile, milliseconds: 5) }
report.compare(XMLCases.valid)
for promise in report.broken { print("broken: \(promise)") }
exit(report.broken.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
