import SupplierKit
import SupplierLinkrest
import SupplierOtaxml
import SupplierStreamrates

/// The wire protocols this build can speak: the one list a new adapter is added to.
enum SupplierProtocols {
    static let loader = ManifestLoader(adapters: [
        LinkrestAdapter.self, OtaxmlAdapter.self, StreamratesAdapter.self,
    ])
}
