import Gateway
import SupplierKit
import Telemetry
import WireFormat

/// Makes the supplier accounts of a configuration: manifest, adapter, credentials.
enum SupplierAccounts {
    /// Every fault of every manifest at once.
    struct Faults: Error, CustomStringConvertible {
        let texts: [String]

        var description: String { "suppliers cannot be used\n  " + texts.joined(separator: "\n  ") }
    }

    static func roster(_ accounts: [Configuration.SupplierAccount]) throws -> SupplierRoster {
        var suppliers: [Supplier] = []
        var faults: [String] = []
        for account in accounts {
            do {
                suppliers.append(try supplier(account))
            } catch {
                faults.append("\(error)")
            }
        }
        guard faults.isEmpty else { throw Faults(texts: faults) }
        do throws(SupplierRoster.Fault) {
            return try SupplierRoster(suppliers)
        } catch {
            throw Faults(texts: [
                "two accounts, or one and our own rooms, are called \(error.taken)"
            ])
        }
    }

    /// One account that cannot be used.
    private struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ account: Configuration.SupplierAccount, _ problem: String) {
            description = "\(account.manifest): \(problem)"
        }
    }

    /// Just the credentials the scheme names, none of them empty: a misspelt one is worth a stop.
    private static func check(
        _ account: Configuration.SupplierAccount, needs names: [String]
    ) throws(Fault) {
        for name in names where account.credentials[name]?.isEmpty != false {
            throw Fault(account, "the credential \u{201C}\(name)\u{201D} is missing or empty")
        }
        for name in account.credentials.keys.sorted() where !names.contains(name) {
            let nearest = Spelling.nearest(to: name, among: names)
            throw Fault(
                account,
                "no credential is called \u{201C}\(name)\u{201D}; "
                    + (nearest.map { "did you mean \u{201C}\($0)\u{201D}?" }
                        ?? "known: " + names.joined(separator: ", ")))
        }
    }

    private static func supplier(_ account: Configuration.SupplierAccount) throws -> Supplier {
        let bytes = try FileBytes.read(account.manifest)
        let loaded = try SupplierProtocols.loader.load(file: account.manifest, bytes: bytes)
        var manifest = loaded.manifest
        if let address = account.baseURL {
            guard ManifestLoader.isBaseURL(address) else {
                throw Fault(
                    account, "baseURL \u{201C}\(address)\u{201D} is no http or https address")
            }
            manifest.baseURL = address
        }
        try check(account, needs: manifest.auth.credentialNames)
        return Supplier(
            manifest: manifest, adapter: loaded.adapter,
            credentials: SupplierCredentials(
                account.credentials.sorted { $0.key < $1.key }.map { ($0.key, Secret($0.value)) }),
            isMock: account.isMock)
    }
}

extension AuthScheme {
    /// The names of the credentials the scheme needs.
    var credentialNames: [String] {
        switch self {
        case .none: []
        case .header(_, let credential): [credential]
        case .basic(let user, let password), .wsse(let user, let password): [user, password]
        case .rapid(let key, let secret), .apitude(let key, let secret): [key, secret]
        }
    }
}
