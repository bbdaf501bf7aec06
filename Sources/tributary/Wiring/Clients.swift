import Foundation
import Gateway
import Ledger
import TravelModel
import Web
import WireFormat

/// Who may use the gateway, as the configuration and the ledger's keys say.
enum Clients {
    /// Who everybody is while there are no keys.
    static func openTenant() throws -> TenantID {
        guard let tenant = TenantID("demo") else { throw UsageFault("no tenant") }
        return tenant
    }

    /// A desk that has read its keys.
    ///
    /// Throws where others could connect and there is no key to tell them apart by.
    static func desk(
        _ configuration: Configuration, _ ledger: LedgerFile, _ clock: any GatewayClock
    ) async throws -> ClientDesk {
        let defaults = configuration.defaults
        let terms = TenantTerms(
            currency: defaults.currency, residency: defaults.residency,
            language: defaults.language)
        var settings = ClientDesk.Settings(openTenant: try openTenant(), terms: terms)
        settings.requiresKeys = configuration.requiresKeys
        settings.tenants = configuration.tenants.mapValues { tenant in
            var own = terms
            own.currency = tenant.currency ?? terms.currency
            own.residency = tenant.residency ?? terms.residency
            own.language = tenant.language ?? terms.language
            own.rate = tenant.rate
            own.mostOpenHolds = tenant.mostOpenHolds
            own.isSandbox = tenant.isSandbox
            return own
        }
        let desk = ClientDesk(settings, keys: SQLiteClientKeys(ledger), clock: clock)
        do throws(StorageFault) {
            try await desk.refresh()
        } catch {
            throw FileBytes.Fault(description: "clients' keys cannot be read (\(error))")
        }
        if !desk.needsKeys, var fault = configuration.openWithoutKeys {
            fault.suggestion =
                "make one: tributary key create --tenant NAME --data "
                + configuration.dataDirectory
            throw ConfigurationFaults(faults: [fault])
        }
        return desk
    }

    private static let tokenSetting = "admin.token"

    /// The operators' token, if one is set.
    static func token(_ configuration: Configuration) throws -> AccessToken? {
        guard let source = configuration.adminToken else { return nil }
        let text = try source.secretText(of: Self.tokenSetting)
        guard let token = AccessToken(text) else {
            throw FileBytes.Fault(
                description:
                    "\(Self.tokenSetting): at least 32 characters, as openssl rand -hex 32 prints")
        }
        return token
    }
}

extension SecretSource {
    /// The secret, without the blanks and line ends around it; a file that cannot be read is told with
    /// the `setting` that names it.
    func secretText(of setting: String) throws(FileBytes.Fault) -> String {
        let text: String
        switch self {
        case .text(let given): text = given
        case .file(let path):
            do throws(FileBytes.Fault) {
                text = String(decoding: try FileBytes.read(path), as: UTF8.self)
            } catch {
                throw FileBytes.Fault(description: "\(setting): \(error.description)")
            }
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
