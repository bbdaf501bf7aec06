import Gateway
import TravelModel
import WireFormat

/// Makes a ``Configuration`` from a file's bytes and the environment; the environment wins.
struct ConfigurationReader {
    private static let environmentName = "environment"

    private var document: DocumentReader
    private let environment: [String: String]
    private var variableFaults: [DocumentFault] = []
    private var listenerFaults: [DocumentFault] = []
    private var values: [String: String] = [:]
    private var secrets: [String: SecretSource] = [:]
    private var tenants: [TenantID: Configuration.Tenant] = [:]
    private var openWithoutKeys: DocumentFault?

    /// Reads a configuration; throws every fault of the file and of `TRIBUTARY_*` variables at once.
    static func read(
        file: String, bytes: [UInt8], environment: [String: String]
    ) throws(ConfigurationFaults) -> Configuration {
        var reader = ConfigurationReader(
            document: DocumentReader(file: file, bytes: bytes), environment: environment)
        reader.collectScalars()
        reader.collectVariables()
        reader.collectTenants()
        reader.checkListeners()
        let configuration = reader.configuration()
        let faults =
            (reader.document.faults + reader.listenerFaults).sorted {
                ($0.line, $0.column) < ($1.line, $1.column)
            }
            + reader.variableFaults
        guard faults.isEmpty, let configuration else { throw ConfigurationFaults(faults: faults) }
        return configuration
    }

    private init(document: DocumentReader, environment: [String: String]) {
        self.document = document
        self.environment = environment
    }

    // MARK: - The file's scalars

    private mutating func collectScalars() {
        guard let root = document.root else { return }
        let sections = Set(Setting.all.map(\.section)).subtracting([""]).sorted()
        let top = Setting.all.filter { $0.section.isEmpty }.map(\.name)
        document.refuseMembers(of: root, except: sections + top + ["suppliers"])
        guard root.value.members != nil else { return }
        collect(section: "", in: root)
        for section in sections {
            guard let node = document.member(section, of: root) else { continue }
            if section == TenantReader.section, node.value.members != nil {
                TenantReader.refuseOthers(in: node, &document)
            } else {
                document.refuseMembers(
                    of: node, except: Setting.all.filter { $0.section == section }.map(\.name))
            }
            if node.value.members != nil { collect(section: section, in: node) }
        }
    }

    private mutating func collect(section: String, in node: DocumentNode) {
        for setting in Setting.all where setting.section == section {
            guard let value = document.member(setting.name, of: node) else { continue }
            if case .secret = setting.kind {
                secrets[setting.variable] = secret(value)
                continue
            }
            let text: String? =
                switch setting.kind {
                case .integer(let range): document.integer(value, in: range).map(String.init)
                case .text: document.text(value)
                case .flag: document.flag(value).map { $0 ? "true" : "false" }
                case .secret: nil
                }
            guard let text else { continue }
            values[setting.variable] = text
            Self.checkMeaning(of: setting, text) { problem, suggestion in
                document.report(value, problem, suggestion)
            }
        }
    }

    // MARK: - The environment's scalars

    private mutating func collectVariables() {
        let known = Setting.all.map(\.variable)
        for (name, text) in environment.sorted(by: { $0.key < $1.key })
        where name.hasPrefix("TRIBUTARY_") {
            guard let setting = Setting.all.first(where: { $0.variable == name }) else {
                let nearest = Spelling.nearest(to: name, among: known)
                reportVariable(
                    name, "unknown variable", nearest.map { "did you mean \($0)?" })
                continue
            }
            switch setting.kind {
            case .integer(let range) where Int(text).map(range.contains) != true:
                reportVariable(
                    name, "must be a whole number",
                    "from \(range.lowerBound) to \(range.upperBound)")
            case .flag where text != "true" && text != "false":
                reportVariable(name, "must be true or false", nil)
            case .secret: secrets[name] = .text(text)
            default:
                values[name] = text
                Self.checkMeaning(of: setting, text) { problem, suggestion in
                    reportVariable(name, problem, suggestion)
                }
            }
        }
    }

    private mutating func reportVariable(_ name: String, _ problem: String, _ suggestion: String?) {
        variableFaults.append(
            DocumentFault(
                file: Self.environmentName, line: 1, column: 1, pointer: name, problem: problem,
                suggestion: suggestion))
    }

    private static func checkMeaning(
        of setting: Setting, _ text: String, report: (String, String?) -> Void
    ) {
        switch setting.variable {
        case "TRIBUTARY_DEFAULTS_CURRENCY" where CurrencyCode(text) == nil:
            report("is no ISO 4217 currency", "three letters such as EUR")
        case "TRIBUTARY_DEFAULTS_RESIDENCY" where CountryCode(text) == nil:
            report("is no country code", "two letters such as DE")
        case "TRIBUTARY_DEFAULTS_LANGUAGE" where !LanguageTag.isWellFormed(text):
            report("is no language tag", "such as en or pt-BR")
        case "TRIBUTARY_ADMIN_ADDRESS" where !ListenerRules.isAddress(text),
            "TRIBUTARY_HTTP_ADDRESS" where !ListenerRules.isAddress(text):
            report("is no IPv4 or IPv6 address", "127.0.0.1, or 0.0.0.0 for every interface")
        default: break
        }
    }

    // MARK: - Tenants and listeners

    private mutating func collectTenants() {
        guard let root = document.root, root.value.members != nil else { return }
        tenants = TenantReader.tenants(of: root, in: &document)
    }

    /// What can be said of the listeners once both the file and the environment are known.
    private mutating func checkListeners() {
        let admin = "TRIBUTARY_ADMIN_ADDRESS"
        if let text = values[admin], ListenerRules.isOpen(text),
            secrets["TRIBUTARY_ADMIN_TOKEN"] == nil
        {
            report(
                listenerFault(
                    admin, "without admin.token operators may connect over loopback only",
                    #"127.0.0.1, or set "token": {"env": "NAME"}"#))
        }
        refuseSharedPort()
        let http = "TRIBUTARY_HTTP_ADDRESS"
        if let text = values[http], ListenerRules.isOpen(text),
            values["TRIBUTARY_TENANTS_REQUIRE_KEYS"] != "true"
        {
            openWithoutKeys = listenerFault(
                http, "without client keys the gateway listens on loopback only",
                "make one: tributary key create --tenant NAME --data DIR")
        }
    }

    /// Two listeners cannot have one port, unless their addresses are two.
    private mutating func refuseSharedPort() {
        func listener(_ section: String, port: Int) -> Configuration.Listener {
            Configuration.Listener(
                address: values["TRIBUTARY_\(section)_ADDRESS"] ?? "127.0.0.1",
                port: values["TRIBUTARY_\(section)_PORT"].flatMap { Int($0) } ?? port)
        }
        let (http, admin) = (listener("HTTP", port: 8080), listener("ADMIN", port: 8081))
        guard ListenerRules.collide(http, admin) else { return }
        let problem = "clients and operators cannot both connect at port \(admin.port)"
        let suggestion = "give admin.port and http.port different numbers"
        // Told where the port was written down, the operators' first: they are fewer.
        let names = ["TRIBUTARY_ADMIN_PORT", "TRIBUTARY_HTTP_PORT"]
        report(listenerFault(names.first { values[$0] != nil } ?? names[0], problem, suggestion))
    }

    private mutating func report(_ fault: DocumentFault) {
        if fault.file == Self.environmentName {
            variableFaults.append(fault)
        } else {
            listenerFaults.append(fault)
        }
    }

    /// A fault of a setting of a listener, at its place in the file or by its variable.
    private func listenerFault(
        _ variable: String, _ problem: String, _ suggestion: String
    ) -> DocumentFault {
        let fault = DocumentFault(
            file: Self.environmentName, line: 1, column: 1, pointer: variable, problem: problem,
            suggestion: suggestion)
        var reader = document
        guard environment[variable] == nil, let root = document.root,
            let setting = Setting.all.first(where: { $0.variable == variable }),
            let section = reader.member(setting.section, of: root),
            let node = reader.member(setting.name, of: section)
        else { return fault }
        reader.report(node, problem, suggestion)
        return reader.faults.last ?? fault
    }

    // MARK: - The whole

    private mutating func configuration() -> Configuration? {
        let currency = CurrencyCode(values["TRIBUTARY_DEFAULTS_CURRENCY"] ?? "EUR")
        let residency = CountryCode(values["TRIBUTARY_DEFAULTS_RESIDENCY"] ?? "DE")
        let accounts = supplierAccounts()
        guard let currency, let residency else { return nil }
        var made = Configuration(
            defaults: Configuration.Defaults(currency: currency, residency: residency))
        func text(_ name: String, _ apply: (String) -> Void) {
            if let value = values["TRIBUTARY_" + name] { apply(value) }
        }
        func number(_ name: String, _ apply: (Int) -> Void) {
            if let value = values["TRIBUTARY_" + name].flatMap({ Int($0) }) { apply(value) }
        }
        text("DEFAULTS_LANGUAGE") { made.defaults.language = $0 }
        text("HTTP_ADDRESS") { made.http.address = $0 }
        number("HTTP_PORT") { made.http.port = $0 }
        number("HTTP_LOOPS") { made.loops = $0 }
        number("HTTP_DRAIN_MS") { made.drain = .milliseconds($0) }
        text("ADMIN_ADDRESS") { made.admin.address = $0 }
        number("ADMIN_PORT") { made.admin.port = $0 }
        text("DATA_DIRECTORY") { made.dataDirectory = $0 }
        text("CATALOGUE_DIRECTORY") { made.catalogueDirectory = $0 }
        text("RATES_FILE") { made.ratesFile = $0 }
        text("PLACES_FILE") { made.placesFile = $0 }
        text("OWN_INVENTORY") { made.ownInventory = $0 == "true" }
        number("QUOTES_LIFE_MS") { made.quoteLife = .milliseconds($0) }
        number("HOLDS_LIFE_MS") { made.holdLife = .milliseconds($0) }
        number("HOLDS_MOST_OPEN_PER_TENANT") { made.holdLimits.mostOpenPerTenant = $0 }
        number("HOLDS_MOST_OPEN_PER_BUYER") { made.holdLimits.mostOpenPerBuyer = $0 }
        number("HOLDS_RETENTION_DAYS") { made.retention.personalData = .days($0) }
        number("HOLDS_RECORD_DAYS") { made.retention.record = .days($0) }
        number("EXPLAIN_SAMPLE_EVERY") { made.explain.sampleEvery = $0 }
        number("EXPLAIN_MOST_SEARCHES") { made.explain.mostSearches = $0 }
        number("EXPLAIN_MOST_MEGABYTES") { made.explain.mostBytes = $0 << 20 }
        text("EXPLAIN_CLIENTS_MAY_ASK") { made.explain.letsClientsAsk = $0 == "true" }
        made.personalKey = secrets["TRIBUTARY_HOLDS_PERSONAL_KEY"]
        made.personalKeyBefore = secrets["TRIBUTARY_HOLDS_PERSONAL_KEY_BEFORE"]
        text("HEALTH_LEARNS_TIMEOUTS") { made.health.learnsTimeouts = $0 == "true" }
        number("HEALTH_TIMEOUT_FLOOR_MS") { made.health.timeoutFloor = .milliseconds($0) }
        number("HEALTH_FAILURES_IN_A_ROW") { made.health.failuresInARow = $0 }
        number("HEALTH_FAILING_PERCENT") { made.health.failingPercent = $0 }
        number("HEALTH_FIRST_OPEN_MS") { made.health.firstOpen = .milliseconds($0) }
        number("HEALTH_MOST_OPEN_MS") { made.health.mostOpen = .milliseconds($0) }
        number("HEALTH_RETRY_PERCENT") { made.health.retryPercent = $0 }
        read(&made.cache)
        text("TENANTS_REQUIRE_KEYS") { made.requiresKeys = $0 == "true" }
        made.adminToken = secrets["TRIBUTARY_ADMIN_TOKEN"]
        made.tenants = tenants
        made.openWithoutKeys = openWithoutKeys
        made.suppliers = accounts
        return made
    }

    private func read(_ cache: inout CacheSettings) {
        func number(_ name: String) -> Int? {
            values["TRIBUTARY_CACHE_" + name].flatMap { Int($0) }
        }
        func seconds(_ name: String, _ setting: inout Duration) {
            if let value = number(name) { setting = .seconds(value) }
        }
        if let value = number("MOST_MEGABYTES") { cache.mostBytes = value << 20 }
        seconds("LIFE_NEXT_DAY_SECONDS", &cache.lives.nextDay)
        seconds("LIFE_WEEK_SECONDS", &cache.lives.week)
        seconds("LIFE_MONTH_SECONDS", &cache.lives.month)
        seconds("LIFE_QUARTER_SECONDS", &cache.lives.quarter)
        seconds("LIFE_LATER_SECONDS", &cache.lives.later)
        if let value = number("SOFT_PERCENT") { cache.softPercent = value }
        seconds("ABSENCE_LEAST_SECONDS", &cache.leastAbsence)
        seconds("ABSENCE_MOST_SECONDS", &cache.mostAbsence)
        if let value = number("LEARNED_LEAST_PERCENT") { cache.leastLifePercent = value }
        if let value = number("LEARNED_MOST_PERCENT") { cache.mostLifePercent = value }
    }

    private mutating func supplierAccounts() -> [Configuration.SupplierAccount] {
        guard let root = document.root, root.value.members != nil,
            let list = document.member("suppliers", of: root)
        else { return [] }
        return document.elements(of: list, most: 64).compactMap { node in
            document.refuseMembers(
                of: node, except: ["manifest", "baseURL", "credentials", "mock"])
            guard node.value.members != nil else { return nil }
            let address = document.member("baseURL", of: node).flatMap { document.text($0) }
            let credentials = credentials(of: node)
            let isMock = document.member("mock", of: node).flatMap { document.flag($0) } ?? false
            guard let manifest = document.member("manifest", of: node, required: true),
                let path = document.text(manifest)
            else { return nil }
            return Configuration.SupplierAccount(
                manifest: path, baseURL: address, credentials: credentials, isMock: isMock)
        }
    }

    /// `{"env": "NAME"}` or `{"file": "PATH"}`.
    private mutating func secret(_ node: DocumentNode) -> SecretSource? {
        guard let members = node.value.members, members.count == 1 else {
            document.report(
                node, "a secret does not stand in the file",
                #"write {"env": "NAME"} or {"file": "PATH"}"#)
            return nil
        }
        document.refuseMembers(of: node, except: ["env", "file"])
        if let name = document.member("env", of: node) { return variable(name).map { .text($0) } }
        return document.member("file", of: node).flatMap { document.text($0) }.map { .file($0) }
    }

    /// The text of the variable a node names.
    private mutating func variable(_ node: DocumentNode) -> String? {
        guard let variable = document.text(node) else { return nil }
        guard let secret = environment[variable] else {
            document.report(node, "the variable \(variable) is not set", nil)
            return nil
        }
        return secret
    }

    /// A credential is a string, or `{"env": "NAME"}` to keep it out of the file.
    private mutating func credentials(of node: DocumentNode) -> [String: String] {
        guard let object = document.member("credentials", of: node) else { return [:] }
        var credentials: [String: String] = [:]
        for member in object.value.members ?? [] {
            guard let value = document.member(member.name, of: object) else { continue }
            guard value.value.members != nil else {
                credentials[member.name] = document.text(value)
                continue
            }
            document.refuseMembers(of: value, except: ["env"])
            guard let name = document.member("env", of: value, required: true) else { continue }
            credentials[member.name] = variable(name)
        }
        return credentials
    }
}

extension Duration {
    /// Whole days of 24 hours.
    fileprivate static func days(_ days: Int) -> Duration { .seconds(days * 86_400) }
}
