import WireFormat

/// All mistakes of one configuration, so that one start names them all.
struct ConfigurationFaults: Error, CustomStringConvertible {
    let faults: [DocumentFault]

    var description: String {
        "the configuration has \(faults.count == 1 ? "a fault" : "\(faults.count) faults")\n"
            + faults.map { "  \($0)" }.joined(separator: "\n")
    }
}
