import SupplierKit
import TravelModel

/// The fields every linkrest request carries.
///
/// `Test`, which forces answers, is never among them.
enum LinkrestRequest {
    /// A request about a shopper's journey; only GET may be sent twice.
    static func make(
        _ method: SupplierRequest.Method, _ path: String, shopper: ShopperContext,
        settings: LinkrestSettings
    ) -> SupplierRequest {
        var request = SupplierRequest(method: method, path: path, idempotent: method == .get)
        request.headers = [
            ("Accept", "application/json"),
            ("Customer-Ip", shopper.ipAddress ?? settings.customerIP),
            ("User-Agent", shopper.userAgent ?? "Tributary"),
        ]
        if let session = shopper.session {
            request.headers.append(("Customer-Session-Id", session))
        }
        return request
    }
}
