import Foundation
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
        return try SupplierRoster(suppliers)
    }

    private static func supplier(_ account: Configuration.SupplierAccount) throws -> Supplier {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: account.manifest)))
        let loaded = try SupplierProtocols.loader.load(file: account.manifest, bytes: bytes)
        var manifest = loaded.manifest
        if let address = account.baseURL { manifest.baseURL = address }
        let missing = manifest.auth.credentialNames.filter { account.credentials[$0] == nil }
        guard missing.isEmpty else {
            throw Faults(texts: [
                "\(account.manifest): credentials are missing: \(missing.joined(separator: ", "))"
            ])
        }
        return Supplier(
            manifest: manifest, adapter: loaded.adapter,
            credentials: SupplierCredentials(
                account.credentials.sorted { $0.key < $1.key }.map { ($0.key, Secret($0.value)) }))
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
