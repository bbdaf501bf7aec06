import Glibc
import Synchronization

// What a sanitizer must report, and what it must not: scripts/soak.sh compiles this file on its own
// and runs one of its words before it believes a clean run.

/// A number that threads share, with a lock or without.
final class Shared: @unchecked Sendable {
    let guarded = Mutex(0)
    var bare = 0
}

@main
enum Planted {
    static func main() async {
        switch CommandLine.arguments.dropFirst().first {
        case "guarded":
            await contend { shared in shared.guarded.withLock { $0 += 1 } }
        case "bare":
            await contend { shared in
                shared.guarded.withLock { $0 += 1 }
                shared.bare += 1
            }
        case "freed":
            let memory = UnsafeMutablePointer<Int>.allocate(capacity: 8)
            memory.initialize(repeating: 1, count: 8)
            memory.deallocate()
            print(memory[3])
        case "leaked":
            for _ in 0..<100 { leak() }
        default:
            print("say guarded, bare, freed or leaked")
            exit(64)
        }
    }

    /// Eight tasks that do the same a few thousand times.
    static func contend(_ touch: @escaping @Sendable (Shared) -> Void) async {
        let shared = Shared()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<5000 { touch(shared) } }
            }
        }
        print(shared.guarded.withLock { $0 })
    }

    @inline(never) static func leak() {
        UnsafeMutablePointer<Int>.allocate(capacity: 64).initialize(repeating: 1, count: 64)
    }
}
