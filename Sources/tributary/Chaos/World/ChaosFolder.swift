import Foundation
import WireFormat

/// The folder a run writes into, and what stands in it.
struct ChaosFolder: Sendable {
    let path: String

    var configuration: String { path + "/gateway.json" }
    var data: String { path + "/data" }
    var ledger: String { data + "/ledger.db" }
    var mocksLog: String { path + "/mocks.log" }
    var report: String { path + "/chaos.json" }
    var page: String { path + "/chaos.html" }

    /// What the gateway said in one of its lives, the first is 1.
    func gatewayLog(_ life: Int) -> String {
        path + (life == 1 ? "/gateway.log" : "/gateway-\(life).log")
    }

    /// Makes the folder, or clears an earlier run's ledger out of it; the place index is kept.
    ///
    /// A folder with a ledger that no run of ours made is refused: it may be someone's.
    func prepare() throws {
        let files = FileManager.default
        let isOurs = files.fileExists(atPath: configuration)
        guard isOurs || !files.fileExists(atPath: data) else {
            throw UsageFault("\(data) exists and is not from a chaos run; name another folder")
        }
        try files.createDirectory(atPath: data, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: data)
        where name.hasPrefix("ledger.db") || name.hasPrefix("answers.db")
            || name == "quote.key" || name == "hold.key"
        {
            try files.removeItem(atPath: data + "/" + name)
        }
        for name in try files.contentsOfDirectory(atPath: path)
        where name.hasPrefix("gateway-") && name.hasSuffix(".log") {
            try files.removeItem(atPath: path + "/" + name)
        }
        for file in [report, page] { try? files.removeItem(atPath: file) }
    }

    /// Writes the gateway's configuration: the mocks as suppliers, any free ports, short lives.
    func write(_ configuration: Configuration, holdLife: Int, quoteLife: Int) throws {
        var json = JSONWriter(capacity: 2048)
        json.beginObject()
        for listener in ["http", "admin"] {
            json.key(listener)
            json.beginObject()
            json.member("port", 0)
            json.endObject()
        }
        json.member("dataDirectory", Self.absolute(data))
        json.member("catalogueDirectory", Self.absolute(configuration.catalogueDirectory))
        json.member("ratesFile", Self.absolute(configuration.ratesFile))
        json.member("placesFile", Self.absolute(configuration.placesFile))
        json.member("ownInventory", configuration.ownInventory)
        life("holds", holdLife, &json)
        life("quotes", quoteLife, &json)
        json.key("suppliers")
        json.beginArray()
        for account in configuration.suppliers { Self.account(account, &json) }
        json.endArray()
        json.endObject()
        try Data(json.bytes + [10]).write(to: URL(fileURLWithPath: self.configuration))
    }

    private func life(_ section: String, _ milliseconds: Int, _ json: inout JSONWriter) {
        json.key(section)
        json.beginObject()
        json.member("lifeMs", milliseconds)
        json.endObject()
    }

    private static func account(
        _ account: Configuration.SupplierAccount, _ json: inout JSONWriter
    ) {
        json.beginObject()
        json.member("manifest", absolute(account.manifest))
        json.member("baseURL", ifPresent: account.baseURL)
        json.key("credentials")
        json.beginObject()
        for (name, secret) in account.credentials.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.string(secret)
        }
        json.endObject()
        json.endObject()
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
