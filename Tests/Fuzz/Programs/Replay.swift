// The program that scripts/fuzz.sh uses to list targets, to write their seeds as files, and to run
// them once over all their inputs, also under valgrind.

import FuzzTargets
import Glibc

@main
struct Replay {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            for target in FuzzTarget.all { print(target.name, target.longest) }
        case ("seeds", 3): try writeSeeds(of: try named(arguments[1]), into: arguments[2])
        case ("run", 2): try run(try named(arguments[1]))
        default:
            print("usage: list | seeds TARGET FOLDER | run TARGET")
            exit(2)
        }
    }

    private static func named(_ name: String) throws -> FuzzTarget {
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            print("no target is named \(name)")
            exit(2)
        }
        return target
    }

    private static func writeSeeds(of target: FuzzTarget, into folder: String) throws {
        for (number, input) in try target.inputs().enumerated() {
            guard let file = fopen("\(folder)/seed-\(number)", "wb") else {
                print("\(folder) cannot be written to")
                exit(1)
            }
            fwrite(input.bytes, 1, input.bytes.count, file)
            fclose(file)
        }
    }

    private static func run(_ target: FuzzTarget) throws {
        let inputs = try target.inputs()
        var faults = 0
        for input in inputs {
            do {
                try target.fuzz(input.bytes)
            } catch {
                faults += 1
                print("\(target.name), \(input.path): \(error)")
            }
        }
        print("\(target.name): \(inputs.count) inputs, \(faults) faults")
        if faults > 0 { exit(1) }
    }
}
