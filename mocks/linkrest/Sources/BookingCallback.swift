import Digest
public import MockKit
import WireFormat

extension LinkrestMock {
    /// Tells how a reservation stands, signed with the account's secret; see the README.
    public mutating func callback(
        about reference: String, in shop: inout Shop, token: String
    ) -> MockCallback? {
        let seconds = String(shop.wall.milliseconds / 1000)
        guard let id = byReference[reference],
            let key = try? AuthenticationKey(Array(credentials.secret.utf8)),
            let code = try? key.code(for: Array((seconds + token).utf8))
        else { return nil }
        let now = shop.now
        let state = shop.inventory.reservation(id, now: now)?.state
        let isKept = state == .held || state == .booked
        var json = JSONWriter()
        json.beginObject()
        json.key("data")
        json.beginObject()
        json.member("partner_order_id", reference)
        json.member("status", isKept ? "completed" : "failed")
        json.endObject()
        json.key("signature")
        json.beginObject()
        json.member("signature", Hexadecimal.lowercase(code))
        json.key("timestamp")
        json.number(seconds)
        json.member("token", token)
        json.endObject()
        json.endObject()
        return MockCallback(type: "application/json", body: json.bytes)
    }
}
