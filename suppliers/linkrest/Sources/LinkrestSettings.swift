import SupplierKit
import TravelModel

/// What a manifest may say about a linkrest account under `dialect`.
struct LinkrestSettings: Sendable {
    /// Where the supplier is, for links that come as absolute addresses.
    var baseURL: String
    /// Rates wanted for each hotel, 1 to 250.
    var ratePlans: Int
    /// Sent when the shopper's own address is unknown; the supplier insists on one.
    var customerIP: String
    /// Sent when the guest left no number; the supplier insists on one.
    var agencyPhone: String
    /// Who pays, such as `affiliate_collect`, sent with the hold; `none` sends no payment.
    var payment: String
    /// The credential that signs the supplier's callbacks; `nil` where it sends none.
    var callbackCredential: String?
    /// Whether the supplier keeps rooms for us at all.
    var keeper: HoldAbility.Keeper
    var needs: HoldAbility.Needs

    init(_ manifest: SupplierManifest) throws(DialectFault) {
        var dialect = DialectReader(manifest)
        baseURL = manifest.baseURL
        ratePlans = try dialect.integer("ratePlanCount", in: 1...250, default: 4)
        customerIP = try dialect.text("customerIP", most: 45, default: "127.0.0.1")
        agencyPhone = try dialect.text("agencyPhone", most: 32, default: "+0 00 0000000")
        payment = try dialect.text("paymentType", most: 32, default: "affiliate_collect")
        let sendsCallbacks = try dialect.flag("callbacks", default: false)
        if sendsCallbacks, case .rapid(_, let secret) = manifest.auth {
            callbackCredential = secret
        }
        try dialect.refuseOthers()
        keeper = manifest.holdKeeper
        needs = manifest.holdNeeds
    }
}
