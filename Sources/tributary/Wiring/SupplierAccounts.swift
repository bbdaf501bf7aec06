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
            if let supplier = supplier(account, &faults) { suppliers.append(supplier) }
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

    /// The account's supplier; `nil`, and everything that is wrong with it, where it cannot be used.
    private static func supplier(
        _ account: Configuration.SupplierAccount, _ faults: inout [String]
    ) -> Supplier? {
        let known = faults.count
        func add(_ problem: String) { faults.append("\(account.manifest): \(problem)") }
        if let address = account.baseURL, !ManifestLoader.isBaseURL(address) {
            add("baseURL \u{201C}\(address)\u{201D} is no http or https address")
        }
        let loaded: ManifestLoader.Supplier
        do {
            let bytes = try FileBytes.read(account.manifest)
            loaded = try SupplierProtocols.loader.load(file: account.manifest, bytes: bytes)
        } catch {
            faults.append("\(error)")
            return nil
        }
        var manifest = loaded.manifest
        manifest.baseURL = account.baseURL ?? manifest.baseURL
        for problem in credentialFaults(account, needs: manifest.auth.credentialNames) {
            add(problem)
        }
        guard faults.count == known else { return nil }
        return Supplier(
            manifest: manifest, adapter: loaded.adapter,
            credentials: SupplierCredentials(
                account.credentials.sorted { $0.key < $1.key }.map { ($0.key, Secret($0.value)) }),
            isMock: account.isMock)
    }

    /// Every credential that is missing, empty or misspelt: a misspelt one is worth a stop.
    private static func credentialFaults(
        _ account: Configuration.SupplierAccount, needs names: [String]
    ) -> [String] {
        let missing = names.filter { account.credentials[$0]?.isEmpty != false }
        let unknown = account.credentials.keys.sorted().filter { !names.contains($0) }
        return missing.map { "the credential \u{201C}\($0)\u{201D} is missing or empty" }
            + unknown.map { name in
                // One that is there cannot be what another name was meant to be.
                let nearest = Spelling.nearest(to: name, among: missing)
                let hint =
                    nearest.map { "did you mean \u{201C}\($0)\u{201D}?" }
                    ?? (names.isEmpty
                        ? "this supplier takes none" : "known: " + names.joined(separator: ", "))
                return "no credential is called \u{201C}\(name)\u{201D}; \(hint)"
            }
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
