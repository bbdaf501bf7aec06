/// A command line that cannot be understood; its text says what to write instead.
struct UsageFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
