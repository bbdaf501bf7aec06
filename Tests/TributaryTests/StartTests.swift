import Gateway
import HTTPServer
import MockKit
import Telemetry
import Testing
import TravelModel
import WireFormat

@testable import tributary

@Suite("What a start tells")
struct StartTests {
    private func page(_ metrics: MetricsRegistry) -> String {
        String(decoding: metrics.page(), as: UTF8.self)
    }

    private func id(_ text: String) throws -> SupplierID { try #require(SupplierID(text)) }

    @Test("Holds at a supplier that is no longer configured are warned of once, and counted")
    func abandoned() throws {
        let kept = [(supplier: try id("acme"), holds: 3), (try id("bravo"), 2), (try id("old"), 4)]
        let (acme, lines) = (try id("acme"), MemoryLogSink())
        let log = EventLog(to: lines) { 0 }
        let (some, none) = (MetricsRegistry(), MetricsRegistry())
        try AbandonedHolds(kept) { $0 == acme }.tell(log, some)
        try AbandonedHolds(kept) { _ in true }.tell(log, none)
        let events = lines.events
        #expect(events.map(\.name) == ["holds_without_supplier"])
        #expect(events.first?.level == .warning)
        #expect(
            events.first?.fields == [
                LogField("holds", 6), LogField("suppliers", .string("bravo old")),
            ])
        #expect(page(some).contains("tributary_holds_without_supplier 6\n"))
        #expect(page(none).contains("tributary_holds_without_supplier 0\n"))
    }

    @Test(
        "A place that cannot be listened at is told with the settings that name another",
        arguments: [
            (
                .addressInUse(.tcp(host: "127.0.0.1", port: 8080)), .clients, nil,
                "clients cannot connect: 127.0.0.1:8080 is taken: another process listens there; "
                    + "choose another with http.port of the configuration, or TRIBUTARY_HTTP_PORT"
            ),
            (
                .addressInUse(.tcp(host: "::1", port: 1)), .operators, "--port",
                "operators cannot connect: [::1]:1 is taken: another process listens there; "
                    + "choose another with --port N or TRIBUTARY_ADMIN_PORT"
            ),
            (
                .system(.tcp(host: "192.0.2.1", port: 1), code: 99), .clients, "--port",
                "clients cannot connect: 192.0.2.1:1: Cannot assign requested address; "
                    + "choose another with TRIBUTARY_HTTP_ADDRESS"
            ),
            (
                .system(.tcp(host: "127.0.0.1", port: 80), code: 13), .operators, nil,
                "operators cannot connect: 127.0.0.1:80: Permission denied; "
                    + "choose another with admin.port of the configuration, or TRIBUTARY_ADMIN_PORT"
            ),
        ] as [(HTTPServerError, ListenFault.Listener, String?, String)])
    func ports(
        fault: HTTPServerError, listener: ListenFault.Listener, option: String?, told: String
    ) {
        #expect(ListenFault(fault, listener, portOption: option).description == told)
    }

    @Test("Every credential that is missing, empty or misspelt is told at once, of every account")
    func credentials() throws {
        let files = try ProductFiles(root: Self.root)
        let accounts = [
            Configuration.SupplierAccount(
                manifest: files.manifest(of: "linkrest"), baseURL: "ftp://x",
                credentials: ["linkrest-kye": "a", "linkrest-secret": "", "other": "b"]),
            Configuration.SupplierAccount(
                manifest: files.manifest(of: "streamrates"), credentials: [:]),
        ]
        let faults = try #require(throws: SupplierAccounts.Faults.self) {
            try SupplierAccounts.roster(accounts)
        }
        let told = faults.texts.map { $0.split(separator: ": ", maxSplits: 1).last ?? "" }
        #expect(
            told == [
                "baseURL \u{201C}ftp://x\u{201D} is no http or https address",
                "the credential \u{201C}linkrest-key\u{201D} is missing or empty",
                "the credential \u{201C}linkrest-secret\u{201D} is missing or empty",
                "no credential is called \u{201C}linkrest-kye\u{201D}; "
                    + "did you mean \u{201C}linkrest-key\u{201D}?",
                "no credential is called \u{201C}other\u{201D}; known: linkrest-key, linkrest-secret",
                "the credential \u{201C}streamrates-key\u{201D} is missing or empty",
            ])
    }

    private static let root = String(
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/"))
}

@Suite("The demo's configuration")
struct DemoConfigurationTests {
    private static let root = String(
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/"))

    private func read(
        port: Int? = nil, data: String? = nil, _ environment: [String: String] = [:]
    ) throws -> Configuration {
        try DemoConfiguration(files: ProductFiles(root: Self.root), port: port, data: data)
            .read(environment: environment)
    }

    @Test("It is a sandbox with rooms of its own, over the product's files")
    func defaults() throws {
        let made = try read()
        #expect(made.http.port == 8080 && made.admin.port == 8081)
        #expect(made.dataDirectory == "data" && made.ownInventory)
        #expect(made.catalogueDirectory == Self.root + "/mocks/catalogue")
        #expect(made.tenants[try Clients.openTenant()]?.isSandbox == true)
        #expect(made.suppliers.isEmpty)
        let full = try DemoConfiguration(
            files: ProductFiles(root: Self.root), port: 0, data: "d"
        ).adding(
            try #require(MockPorts(line: #"{"control":1,"linkrest":2}"#)), to: made)
        #expect(full.suppliers.map(\.baseURL) == ["http://127.0.0.1:2"])
        #expect(full.suppliers.map(\.isMock) == [true])
    }

    @Test("Every variable counts as for serve, and the command line wins over it")
    func variables() throws {
        let environment = [
            "TRIBUTARY_HTTP_PORT": "9000", "TRIBUTARY_DATA_DIRECTORY": "d1",
            "TRIBUTARY_DEFAULTS_CURRENCY": "USD", "TRIBUTARY_OWN_INVENTORY": "false",
            "TRIBUTARY_HOLDS_LIFE_MS": "20000", "TRIBUTARY_HTTP_DRAIN_MS": "1",
            "TRIBUTARY_RATES_FILE": "r.json", "PATH": "/bin",
        ]
        let made = try read(environment)
        #expect(made.http.port == 9000 && made.admin.port == 9001)
        #expect(made.dataDirectory == "d1" && made.ratesFile == "r.json")
        #expect(made.defaults.currency.text == "USD" && !made.ownInventory)
        #expect(made.holdLife == .seconds(20) && made.drain == .milliseconds(1))
        let said = try read(port: 65_535, data: "d2", environment)
        #expect(said.http.port == 65_535 && said.admin.port == 65_534)
        #expect(said.dataDirectory == "d2")
        #expect(try read(port: 0).admin.port == 0)
        #expect(try read(["TRIBUTARY_ADMIN_PORT": "7"]).admin.port == 7)
    }

    @Test("A variable nobody knows, or a wrong one, is told, all at once")
    func mistakes() throws {
        let faults = try #require(throws: ConfigurationFaults.self) {
            try read(["TRIBUTARY_HTTP_PROT": "1", "TRIBUTARY_DEFAULTS_LANGUAGE": "??"])
        }
        #expect(
            faults.faults.map(\.description) == [
                "environment:1:1: TRIBUTARY_DEFAULTS_LANGUAGE: is no language tag "
                    + "(such as en or pt-BR)",
                "environment:1:1: TRIBUTARY_HTTP_PROT: unknown variable "
                    + "(did you mean TRIBUTARY_HTTP_PORT?)",
            ])
    }

    @Test("A child process gets none of the settings")
    func children() {
        let kept = ChildProcess.withoutSettings(["TRIBUTARY_DATA_DIRECTORY": "d", "PATH": "/bin"])
        #expect(kept == ["PATH": "/bin"])
    }
}
