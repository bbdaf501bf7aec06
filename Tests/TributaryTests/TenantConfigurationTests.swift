import Gateway
import Testing
import TravelModel
import WireFormat

@testable import tributary

@Suite("Tenants, keys and listeners in the configuration")
struct TenantConfigurationTests {
    private func read(
        _ text: String, _ environment: [String: String] = [:]
    ) throws -> Configuration {
        try ConfigurationReader.read(
            file: "t.json", bytes: Array(text.utf8), environment: environment)
    }

    private func faults(_ text: String, _ environment: [String: String] = [:]) throws -> [String] {
        let faults = try #require(throws: ConfigurationFaults.self) {
            try read(text, environment)
        }
        return faults.faults.map(\.description)
    }

    @Test("A tenant's terms are read, and what is left out has no value")
    func tenants() throws {
        let made = try read(
            """
            {"tenants": {"requireKeys": true, "quiet": {},
              "acme-1": {"currency": "USD", "residency": "US", "language": "en-US",
                         "requestsPerSecond": 20, "burst": 50, "mostOpenHolds": 7,
                         "sandbox": true}}}
            """)
        #expect(made.requiresKeys)
        let acmeID = try #require(TenantID("acme-1"))
        let acme = try #require(made.tenants[acmeID])
        #expect(acme.currency?.text == "USD" && acme.residency?.text == "US")
        #expect(acme.language == "en-US" && acme.isSandbox)
        #expect(acme.mostOpenHolds == 7)
        #expect(acme.rate == RequestRate(perSecond: 20, burst: 50))
        let quietID = try #require(TenantID("quiet"))
        let quiet = try #require(made.tenants[quietID])
        #expect(quiet.rate == nil && quiet.currency == nil && !quiet.isSandbox)
        #expect(made.tenants.count == 2)
    }

    @Test("Every fault of a tenant is named with its place and what would be right")
    func mistakes() throws {
        let told = try faults(
            """
            {"tenants": {
              "requireKey": true,
              "acme": {"curency": "USD"},
              "Beta": {},
              "c": {"burst": 3, "residency": "USA"},
              "d": {"requestsPerSecond": 0},
              "e": 5,
              "requirekeys": true,
              "RequireKeys": {},
              "f": {"language": "??"},
              "A B": {}
            }}
            """)
        #expect(
            told == [
                "t.json:2:3: /tenants/requireKey: unknown member (did you mean “requireKeys”?)",
                "t.json:3:12: /tenants/acme/curency: unknown member (did you mean “currency”?)",
                "t.json:4:3: /tenants/Beta: is no name of a tenant "
                    + "(a-z, 0-9 and -, at most 64; did you mean “beta”?)",
                "t.json:5:18: /tenants/c/burst: goes with requestsPerSecond",
                "t.json:5:34: /tenants/c/residency: is no country code (two letters such as DE)",
                "t.json:6:30: /tenants/d/requestsPerSecond: must be a whole number "
                    + "(from 1 to 100000)",
                "t.json:7:3: /tenants/e: is no setting, and no tenant's terms (settings: "
                    + #"requireKeys; a tenant's terms are an object, such as {"currency": "EUR"})"#,
                "t.json:8:3: /tenants/requirekeys: unknown member (did you mean “requireKeys”?)",
                "t.json:9:3: /tenants/RequireKeys: unknown member (did you mean “requireKeys”?)",
                "t.json:10:21: /tenants/f/language: is no language tag (such as en or pt-BR)",
                "t.json:11:3: /tenants/A B: is no name of a tenant (a-z, 0-9 and -, at most 64)",
            ])
    }

    @Test("Names of tenants are plain", arguments: ["a", "0", "acme-1", "a-b-c"])
    func names(name: String) { #expect(TenantReader.isName(name)) }

    @Test(
        "Other names are none",
        arguments: ["", "-a", "Acme", "a b", "a_b", "é", String(repeating: "a", count: 65)])
    func noNames(name: String) { #expect(!TenantReader.isName(name)) }

    @Test(
        "Operators connect beyond loopback only with a token",
        arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func operators(address: String) throws {
        let text = #"{"admin": {"address": "\#(address)"}}"#
        let told = try faults(text)
        #expect(told.count == 1 && told[0].hasPrefix("t.json:1:23: /admin/address: without"))
        let made = try read(text, ["TRIBUTARY_ADMIN_TOKEN": "s"])
        #expect(made.admin.address == address)
        #expect(throws: FileBytes.Fault.self) { try Clients.token(made) }
    }

    @Test(
        "Clients and operators have a port each, told where it was written down",
        arguments: [
            (
                #"{"http": {"port": 9000}, "admin": {"port": 9000}}"#, [:],
                "t.json:1:44: /admin/port: clients and operators cannot both connect at port 9000"
            ),
            (#"{"http": {"port": 8081}}"#, [:], "t.json:1:19: /http/port: clients and operators"),
            (#"{"admin": {"port": 8080}}"#, [:], "t.json:1:20: /admin/port: clients and operators"),
            (
                #"{"admin": {"port": 9000}}"#, ["TRIBUTARY_HTTP_PORT": "9000"],
                "t.json:1:20: /admin/port: clients and operators"
            ),
            ("{}", ["TRIBUTARY_ADMIN_PORT": "8080"], "environment:1:1: TRIBUTARY_ADMIN_PORT: "),
            (
                #"{"http": {"address": "::1", "port": 1}, "admin": {"address": "::1", "port": 1}}"#,
                [:], "t.json:1:77: /admin/port: clients and operators"
            ),
            (#"{"http": {"port": 0}, "admin": {"port": 0}}"#, [:], nil),
            (#"{"http": {"address": "127.0.0.2", "port": 8081}}"#, [:], nil),
            (#"{"http": {"address": "::1", "port": 8081}}"#, [:], nil),
            (
                #"{"http": {"address": "0.0.0.0", "port": 8081}}"#, [:],
                "t.json:1:41: /http/port: clients and operators"
            ),
        ] as [(String, [String: String], String?)])
    func ports(text: String, environment: [String: String], told: String?) throws {
        guard let told else {
            _ = try read(text, environment)
            return
        }
        let faults = try faults(text, environment)
        #expect(faults.count == 1 && faults[0].hasPrefix(told), "\(faults)")
    }

    @Test("What is no JSON is told in words, never by a name of the source")
    func noJSON() throws {
        for text in [
            "", "{", "{,}", "[1e]", #"{"a":1,"a":2}"#, "{} x", #"{"a":"\q"}"#, "{\"a\":\"\u{1}\"}",
            #"{"a":"\ud800"}"#, String(repeating: "[", count: 200),
        ] {
            let told = try faults(text).joined()
            #expect(told.contains("not valid JSON: "), "\(told)")
            for reason in JSONFault.Reason.allCases {
                #expect(!told.contains(reason.rawValue), "\(told)")
            }
        }
        #expect(
            Set(JSONFault.Reason.allCases.map(\.words)).count == JSONFault.Reason.allCases.count)
    }

    @Test(
        "Loopback is loopback by any of its names",
        arguments: ["127.0.0.1", "127.8.8.8", "::1"])
    func loopback(address: String) throws {
        let text = #"{"http": {"address": "\#(address)"}, "admin": {"address": "\#(address)"}}"#
        #expect(try read(text).openWithoutKeys == nil)
    }

    @Test("Clients beyond loopback are a fault to be told once it is known that there is no key")
    func clients() throws {
        let file = try read(#"{"http": {"address": "0.0.0.0"}}"#).openWithoutKeys
        #expect(
            file?.description.hasPrefix("t.json:1:22: /http/address: without client keys") == true)
        let variable = try read("{}", ["TRIBUTARY_HTTP_ADDRESS": "0.0.0.0"]).openWithoutKeys
        #expect(variable?.description.contains("TRIBUTARY_HTTP_ADDRESS") == true)
        let required = try read(
            #"{"http": {"address": "0.0.0.0"}, "tenants": {"requireKeys": true}}"#)
        #expect(required.openWithoutKeys == nil)
    }
}

@Suite("The command for keys")
struct KeyCommandTests {
    private func parse(_ arguments: String) throws -> KeyCommand {
        let words = arguments.split(separator: " ").map(String.init)
        return try KeyCommand(ParsedArguments(words, known: KeyCommand.options))
    }

    @Test(
        "Command lines that are not understood say what would be right",
        arguments: [
            ("", "create, list or revoke"), ("make", "create, list or revoke"),
            ("create", "--tenant"), ("create --tenant Acme", "a-z"),
            ("create --tenant a --after 1d", "--after does not belong to create"),
            ("create --tenant a --expires soon", "90d"), ("create x --tenant a", "nothing but"),
            ("list --sandbox", "does not belong to list"), ("revoke", "one ID"),
            ("revoke a b", "one ID"), ("revoke a --after 2027-01-01", "such as 90d"),
            ("revoke a --tenant b", "does not belong"), ("create --tenant a --expires +5d", "90d"),
            ("create --tenant a --expires 99999999999d", "90d"),
        ])
    func mistakes(line: String, told: String) throws {
        let fault = try #require(throws: UsageFault.self) { try parse(line) }
        #expect(fault.description.contains(told), "\(fault)")
    }

    @Test("Times are spans, or days where an end is meant")
    func times() throws {
        let now = Instant(millisecondsSinceEpoch: 1_000)
        let spans = [("30s", 30), ("2m", 120), ("3h", 10_800), ("1d", 86_400), ("0s", 0)]
        for (text, seconds) in spans {
            let time = try KeyTime(text, of: "--after", takesDates: false)
            #expect(time.instant(from: now) == now.advanced(by: .seconds(seconds)))
        }
        let day = try KeyTime("2027-01-31", of: "--expires", takesDates: true)
        #expect(day.instant(from: now).description == "2027-01-31T00:00:00.000Z")
    }

    @Test("Every command line of the help is understood")
    func understood() throws {
        for line in [
            "create --tenant acme", "create --tenant acme --expires 90d --sandbox --data d",
            "create --tenant=acme --expires=2027-01-31", "list", "list --data d",
            "revoke 0123456789abcdef", "revoke trib_0123456789abcdef --after 7d --data d",
        ] { _ = try parse(line) }
    }

    @Test("A list tells state and dates and nothing of the secret")
    func list() throws {
        let now = Instant(millisecondsSinceEpoch: 1_800_000_000_000)
        var record = ClientKeyRecord(
            id: "0123456789abcdef", tenant: try #require(TenantID("acme")), hash: [0xDE, 0xAD],
            createdAt: now)
        #expect(
            KeyList.line(record, at: now)
                == "0123456789abcdef  acme  good  created 2027-01-15T08:00:00.000Z")
        record.revokedAt = now.advanced(by: .seconds(1))
        #expect(KeyList.line(record, at: now).contains("  ending  "))
        #expect(KeyList.line(record, at: now.advanced(by: .seconds(1))).contains("  revoked  "))
        record.revokedAt = nil
        record.expiresAt = now
        record.isSandbox = true
        #expect(KeyList.line(record, at: now).contains("  expired  "))
        #expect(KeyList.line(record, at: now).hasSuffix("  sandbox"))
    }
}
