import Gateway
import TravelModel
import WireFormat

/// Reads the section `tenants`: beside its settings, one member for each tenant by its name.
enum TenantReader {
    static let section = "tenants"
    /// Members of a tenant.
    static let members = [
        "currency", "residency", "language", "requestsPerSecond", "burst", "mostOpenHolds",
        "sandbox",
    ]
    /// Tenants with terms of their own at most: each has a label in the metrics.
    static let most = 1_000

    /// A tenant's name as operators write it: lower-case letters, digits and `-`, at most 64, so that
    /// no misspelt setting passes for a tenant.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && !text.hasPrefix("-")
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    /// Settings of the section itself.
    private static let settings = Setting.all.filter { $0.section == section }.map(\.name)

    /// The members of the section that are tenants.
    static func names(in node: DocumentNode) -> [String] {
        (node.value.members ?? []).filter { isTenant($0.name, $0.value) }.map(\.name)
    }

    /// Tells members of the section that are neither settings nor tenants.
    static func refuseOthers(in node: DocumentNode, _ document: inout DocumentReader) {
        for member in node.value.members ?? []
        where !settings.contains(member.name) && !isTenant(member.name, member.value) {
            let (problem, right) = refusal(of: member.name, member.value)
            document.report(member.name, of: node, problem, right)
        }
    }

    private static func refusal(
        of name: String, _ value: JSONValue
    ) -> (problem: String, right: String) {
        if value.members != nil, !isMisspelt(name) {
            let plain = name.lowercased()
            let hint = isName(plain) ? "; did you mean \u{201C}\(plain)\u{201D}?" : ""
            return ("is no name of a tenant", "a-z, 0-9 and -, at most 64" + hint)
        }
        if let nearest = Spelling.nearest(to: name, among: settings) {
            return ("unknown member", "did you mean \u{201C}\(nearest)\u{201D}?")
        }
        return (
            "is no setting, and no tenant's terms",
            "settings: " + settings.joined(separator: ", ")
                + #"; a tenant's terms are an object, such as {"currency": "EUR"}"#
        )
    }

    /// A tenant is an object under a tenant's name that is no setting in other capitals.
    private static func isTenant(_ name: String, _ value: JSONValue) -> Bool {
        value.members != nil && isName(name) && !isMisspelt(name)
    }

    private static func isMisspelt(_ name: String) -> Bool {
        settings.contains { $0 != name && $0.lowercased() == name.lowercased() }
    }

    /// Every tenant; faults are left in the document.
    static func tenants(
        of root: DocumentNode, in document: inout DocumentReader
    ) -> [TenantID: Configuration.Tenant] {
        guard root.value.members?.contains(where: { $0.name == section }) == true,
            let node = document.member(section, of: root), node.value.members != nil
        else { return [:] }
        let names = names(in: node)
        if names.count > most {
            document.report(node, "has \(names.count) tenants", "at most \(most)")
        }
        var tenants: [TenantID: Configuration.Tenant] = [:]
        for name in names.prefix(most) {
            guard let id = TenantID(name), let member = document.member(name, of: node) else {
                continue
            }
            document.refuseMembers(of: member, except: members)
            guard member.value.members != nil else { continue }
            tenants[id] = tenant(member, &document)
        }
        return tenants
    }

    private static func tenant(
        _ node: DocumentNode, _ document: inout DocumentReader
    ) -> Configuration.Tenant {
        var tenant = Configuration.Tenant()
        func value<Value>(
            _ name: String, _ problem: String, _ right: String, _ read: (String) -> Value?
        ) -> Value? {
            guard let member = document.member(name, of: node),
                let text = document.text(member, most: 35)
            else { return nil }
            let value = read(text)
            if value == nil { document.report(member, problem, right) }
            return value
        }
        tenant.currency = value(
            "currency", "is no ISO 4217 currency", "three letters such as EUR"
        ) { CurrencyCode($0) }
        tenant.residency = value(
            "residency", "is no country code", "two letters such as DE"
        ) { CountryCode($0) }
        tenant.language = value("language", "is no language tag", "such as en or pt-BR") {
            LanguageTag.isWellFormed($0) ? $0 : nil
        }
        tenant.rate = rate(node, &document)
        tenant.mostOpenHolds = document.member("mostOpenHolds", of: node).flatMap {
            document.integer($0, in: 1...1_000_000)
        }
        if let flag = document.member("sandbox", of: node) {
            tenant.isSandbox = document.flag(flag) ?? false
        }
        return tenant
    }

    private static func rate(
        _ node: DocumentNode, _ document: inout DocumentReader
    ) -> RequestRate? {
        let perSecond = document.member("requestsPerSecond", of: node).flatMap {
            document.integer($0, in: 1...100_000)
        }
        guard let member = document.member("burst", of: node) else {
            return perSecond.map { RequestRate(perSecond: $0) }
        }
        let burst = document.integer(member, in: 1...100_000)
        if node.value.members?.contains(where: { $0.name == "requestsPerSecond" }) != true {
            document.report(member, "goes with requestsPerSecond", nil)
        }
        return perSecond.map { RequestRate(perSecond: $0, burst: burst) }
    }
}
