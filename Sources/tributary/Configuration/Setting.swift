/// One scalar an operator can set in the file or by an environment variable.
struct Setting: Sendable {
    /// What a value may be.
    enum Kind: Sendable {
        case integer(ClosedRange<Int>)
        case text
        case flag
        /// `{"env": NAME}` or `{"file": PATH}`, so that the secret does not stand in the file.
        case secret
    }

    /// Section and name as in the file; a section of "" is the document itself.
    let section: String
    let name: String
    let kind: Kind
    /// One line for `docs` and `--help`.
    let help: String

    /// `TRIBUTARY_HTTP_PORT` for `port` in `http`, `TRIBUTARY_DATA_DIRECTORY` for `dataDirectory`.
    var variable: String {
        let path = section.isEmpty ? name : section + "_" + name
        let spaced = path.map { $0.isUppercase ? "_\($0)" : "\($0)" }.joined()
        return "TRIBUTARY_" + spaced.uppercased()
    }

    /// Every scalar setting; the one list that the reader, the help and the documentation share.
    static let all: [Setting] = [
        Setting(
            section: "http", name: "address", kind: .text,
            help: "where clients connect; beyond loopback only with keys"),
        Setting(section: "http", name: "port", kind: .integer(0...65535), help: "default 8080"),
        Setting(
            section: "http", name: "loops", kind: .integer(0...64),
            help: "event loops; 0, the default, means one a core"),
        Setting(
            section: "http", name: "drainMs", kind: .integer(0...600_000),
            help: "how long answers may take to end after SIGTERM, default 10000"),
        Setting(
            section: "admin", name: "address", kind: .text,
            help: "where operators connect; beyond loopback only with admin.token"),
        Setting(section: "admin", name: "port", kind: .integer(0...65535), help: "default 8081"),
        Setting(
            section: "admin", name: "token", kind: .secret,
            help: "what operators show as bearer token, at least 32 characters; default none"),
        Setting(
            section: "tenants", name: "requireKeys", kind: .flag,
            help: "refuse requests without a key also while there is no key; default false"),
        Setting(
            section: "", name: "dataDirectory", kind: .text,
            help: "ledger, stored answers, signing key, place index; default data"),
        Setting(
            section: "", name: "catalogueDirectory", kind: .text,
            help: "hotels, crosswalk, own rooms; default mocks/catalogue"),
        Setting(
            section: "", name: "ratesFile", kind: .text,
            help: "exchange rates; default mocks/catalogue/ecb-rates.json"),
        Setting(
            section: "", name: "placesFile", kind: .text,
            help: "place data the index is built from"),
        Setting(
            section: "", name: "ownInventory", kind: .flag,
            help: "sell the catalogue's own rooms beside the suppliers'; default false"),
        Setting(
            section: "defaults", name: "currency", kind: .text,
            help: "ISO 4217, when a client names none; default EUR"),
        Setting(
            section: "defaults", name: "residency", kind: .text,
            help: "ISO 3166 alpha-2, when a client names none; default DE"),
        Setting(
            section: "defaults", name: "language", kind: .text,
            help: "BCP 47, when a client names none; default en"),
        Setting(
            section: "quotes", name: "lifeMs", kind: .integer(10_000...3_600_000),
            help: "the longest life of a quote, default 900000"),
        Setting(
            section: "holds", name: "lifeMs", kind: .integer(10_000...3_600_000),
            help: "the life of a hold, default 600000"),
        Setting(
            section: "holds", name: "mostOpenPerTenant", kind: .integer(1...1_000_000),
            help: "open holds of a client at once, default 1000"),
        Setting(
            section: "holds", name: "mostOpenPerBuyer", kind: .integer(1...1_000_000),
            help: "open holds of one buyer at once, default 20"),
        Setting(
            section: "holds", name: "personalKey", kind: .secret,
            help: "64 hex digits guests' data is sealed with; default: a key file of its own"),
        Setting(
            section: "holds", name: "personalKeyBefore", kind: .secret,
            help: "the key before this one, while rows or backups still need it"),
        Setting(
            section: "holds", name: "retentionDays", kind: .integer(1...3650),
            help: "until guests' data of a hold that is over is erased, default 30"),
        Setting(
            section: "holds", name: "recordDays", kind: .integer(1...3650),
            help: "until a hold that is over is removed, default 400"),
        Setting(
            section: "health", name: "learnsTimeouts", kind: .flag,
            help: "cut searches and price checks by what they took lately; default true"),
        Setting(
            section: "health", name: "timeoutFloorMs", kind: .integer(100...10_000),
            help: "the shortest learned timeout of a search, default 1000"),
        Setting(
            section: "health", name: "failuresInARow", kind: .integer(2...100),
            help: "failures that open a breaker, default 5"),
        Setting(
            section: "health", name: "failingPercent", kind: .integer(10...100),
            help: "share of 20 or more results in 10 s that opens it, default 50"),
        Setting(
            section: "health", name: "firstOpenMs", kind: .integer(100...60_000),
            help: "how long it is open first, default 1000"),
        Setting(
            section: "health", name: "mostOpenMs", kind: .integer(1_000...600_000),
            help: "how long at most, default 60000"),
        Setting(
            section: "health", name: "retryPercent", kind: .integer(0...50),
            help: "second tries of searches, of 100 first ones; default 10"),
        Setting(
            section: "cache", name: "mostMegabytes", kind: .integer(1...65_536),
            help: "memory for kept answers, default 256"),
        Setting(
            section: "cache", name: "lifeNextDaySeconds", kind: .integer(10...7_200),
            help: "an answer about a stay within a day lives so long, default 180"),
        Setting(
            section: "cache", name: "lifeWeekSeconds", kind: .integer(10...7_200),
            help: "2 to 7 days ahead, default 600"),
        Setting(
            section: "cache", name: "lifeMonthSeconds", kind: .integer(10...7_200),
            help: "8 to 30 days ahead, default 1200"),
        Setting(
            section: "cache", name: "lifeQuarterSeconds", kind: .integer(10...7_200),
            help: "31 to 90 days ahead, default 2700"),
        Setting(
            section: "cache", name: "lifeLaterSeconds", kind: .integer(10...7_200),
            help: "more than 90 days ahead, default 7200"),
        Setting(
            section: "cache", name: "softPercent", kind: .integer(10...90),
            help: "the part of a life after which it is asked for again, default 60"),
        Setting(
            section: "cache", name: "absenceLeastSeconds", kind: .integer(10...600),
            help: "how long \"nothing available\" is believed at least, default 120"),
        Setting(
            section: "cache", name: "absenceMostSeconds", kind: .integer(10...3_600),
            help: "and at most, default 600"),
        Setting(
            section: "cache", name: "learnedLeastPercent", kind: .integer(10...100),
            help: "what learning makes of a life at least, default 25"),
        Setting(
            section: "cache", name: "learnedMostPercent", kind: .integer(100...200),
            help: "and at most, default 200"),
        Setting(
            section: "explain", name: "sampleEvery", kind: .integer(0...1_000_000),
            help: "one search in so many is recorded, default 100; 0 for none by chance"),
        Setting(
            section: "explain", name: "mostSearches", kind: .integer(0...100_000),
            help: "recorded searches kept, default 500; 0 records nothing"),
        Setting(
            section: "explain", name: "mostMegabytes", kind: .integer(1...4_096),
            help: "memory for recorded searches, default 32"),
        Setting(
            section: "explain", name: "clientsMayAsk", kind: .flag,
            help: "let every key ask for a record, not only sandboxes; default false"),
    ]
}
