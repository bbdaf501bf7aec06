/// What stands between a client and the machine's network, so that tests can speak for it.
///
/// Never public: nothing here loosens a rule, for each is judged after it.
struct Surroundings: Sendable {
    /// What names mean to the next exchange, as lines `host:port:address[,address]` of
    /// CURLOPT_RESOLVE; nil leaves all names to the resolver.
    var names: (@Sendable () -> [String])?
    /// The address that connections leave from; nil leaves it to the kernel.
    var source: String?

    /// The machine as it is.
    static let machine = Surroundings()
}
