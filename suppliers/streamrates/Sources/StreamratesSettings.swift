import SupplierKit
import TravelModel

/// What a manifest may say about a streamrates account.
struct StreamratesSettings: Sendable {
    /// Rates wanted for each hotel, 1 to 100.
    var ratesPerHotel: Int
    /// What a supplier that is silent about taxes means.
    var taxBasis: SupplierManifest.TaxBasis

    init(_ manifest: SupplierManifest) throws(DialectFault) {
        var dialect = DialectReader(manifest)
        ratesPerHotel = try dialect.integer("maxRatesPerHotel", in: 1...100, default: 4)
        try dialect.refuseOthers()
        taxBasis = manifest.taxBasis
    }
}
