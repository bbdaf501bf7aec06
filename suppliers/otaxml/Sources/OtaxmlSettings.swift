import SupplierKit
import TravelModel

/// What a manifest may say about the dialect of an OTA supplier.
struct OtaxmlSettings: Sendable {
    /// Whether amounts without a point are minor units.
    enum Amounts: String, CaseIterable, Sendable {
        case decimal, minorUnits
    }

    /// What the last day of a rate's range means.
    enum ExpireDate: String, CaseIterable, Sendable {
        /// The first night without the rate.
        case exclusive
        /// The last night with it.
        case inclusive
        /// Whichever makes nights and rates agree.
        case either
    }

    /// How a hold is given back.
    enum Cancel: String, CaseIterable, Sendable {
        /// `Initiate` to learn the fee, then `Commit`.
        case twoSteps
        /// `Commit` at once.
        case commit
        /// `Cancel`, a word of some dialects.
        case cancel
    }

    var path: String
    var version: String
    /// Empty where WSSE or HTTP says who asks.
    var requestorID: String
    var requestorType: String
    /// Whether a rate without an amount after tax may be shown, as incomplete.
    var allowsBeforeTaxOnly: Bool
    var amounts: Amounts
    var expireDate: ExpireDate
    var cancel: Cancel
    /// The clock on arrival that offsets count back from, in seconds; midnight is the safest.
    var arrivalSecond: Int
    var taxBasis: SupplierManifest.TaxBasis
    var keeper: HoldAbility.Keeper
    var needs: HoldAbility.Needs
    /// Names of the credentials for a WS-Security header, `nil` without one.
    var wsse: Credentials?

    struct Credentials: Sendable, Hashable {
        var user: String
        var password: String
    }

    init(_ manifest: SupplierManifest) throws(DialectFault) {
        var dialect = DialectReader(manifest)
        path = try dialect.text("path", default: "/ota")
        guard path.hasPrefix("/"), !path.contains(where: { " ?#".contains($0) }) else {
            throw DialectFault(
                setting: "path", problem: "is no path", suggestion: "such as \"/ota\"")
        }
        version = try dialect.text("version", most: 8, default: "1.0")
        requestorID = try dialect.text("requestorID", most: 64, default: "-")
        requestorType = try dialect.text("requestorType", most: 4, default: "22")
        allowsBeforeTaxOnly = try dialect.flag("allowBeforeTaxOnly", default: true)
        amounts = try dialect.choice("amounts", default: .decimal)
        expireDate = try dialect.choice("expireDate", default: .either)
        cancel = try dialect.choice("cancel", default: .twoSteps)
        let hour = try dialect.integer("arrivalHour", in: 0...23, default: 0)
        let holds = try dialect.flag("holdsByInitiate", default: true)
        try dialect.refuseOthers()
        arrivalSecond = hour * 3600
        if requestorID == "-" { requestorID = "" }
        guard holds || manifest.holdKeeper != .supplier else {
            throw DialectFault(
                setting: "holdsByInitiate", problem: "contradicts hold.keeper",
                suggestion: "a supplier that cannot hold has the keeper price_check")
        }
        taxBasis = manifest.taxBasis
        keeper = manifest.holdKeeper
        needs = manifest.holdNeeds
        if case .wsse(let user, let password) = manifest.auth {
            wsse = Credentials(user: user, password: password)
        }
    }
}
