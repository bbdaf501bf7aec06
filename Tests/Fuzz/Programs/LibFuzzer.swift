// The program that scripts/fuzz.sh links with libFuzzer, whose main function it gets.

import FuzzTargets
import Glibc

/// Which target this process runs: `FUZZ_TARGET` in the environment.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("FUZZ_TARGET names no target: \(name)")
    }
    return target
}()

/// Called by libFuzzer with each input; a broken promise ends the process, which it saves as a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    do {
        try target.fuzz(input)
    } catch {
        fatalError("\(target.name): \(error)")
    }
    return 0
}
