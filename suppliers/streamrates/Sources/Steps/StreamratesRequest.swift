import SupplierKit
import TravelModel
import WireFormat

/// The requests of the protocol.
enum StreamratesRequest {
    /// Asks for rates of hotels as a stream; sending it twice does no harm.
    static func search(_ input: SearchInput, settings: StreamratesSettings) -> SupplierRequest {
        var json = JSONWriter(capacity: 512 + input.hotels.count * 12)
        json.beginObject()
        json.key("hotelIds")
        json.beginArray()
        for hotel in input.hotels { json.string(hotel.text) }
        json.endArray()
        json.key("occupancies")
        json.beginArray()
        for room in input.rooms { write(room, to: &json) }
        json.endArray()
        json.member("currency", input.shopper.currency.text)
        json.member("guestNationality", input.shopper.residency.text)
        json.member("checkin", input.stay.checkIn.description)
        json.member("checkout", input.stay.checkOut.description)
        json.member("timeout", seconds(within: input.budget))
        json.member("maxRatesPerHotel", settings.ratesPerHotel)
        json.member("stream", true)
        json.endObject()
        return post(
            "/v3.0/hotels/rates", json.bytes, accept: "text/event-stream, application/json",
            idempotent: true)
    }

    /// Asks for one offer again.
    static func prebook(offer: String) -> SupplierRequest {
        var json = JSONWriter()
        json.beginObject()
        json.member("offerId", offer)
        json.member("usePaymentSdk", false)
        json.endObject()
        return post(
            "/v3.0/rates/prebook", json.bytes, accept: "application/json", idempotent: false)
    }

    private static func post(
        _ path: String, _ body: [UInt8], accept: String, idempotent: Bool
    ) -> SupplierRequest {
        var request = SupplierRequest(method: .post, path: path, idempotent: idempotent)
        request.headers = [("Accept", accept), ("Content-Type", "application/json")]
        request.body = [.bytes(body)]
        return request
    }

    private static func write(_ room: Occupancy, to json: inout JSONWriter) {
        json.beginObject()
        json.member("adults", room.adults)
        json.key("children")
        json.beginArray()
        for age in room.childAges { json.integer(age) }
        json.endArray()
        json.endObject()
    }

    /// Whole seconds for the supplier, at least one: less than ours by the way there and back and
    /// by what it needs to say that it is done.
    static func seconds(within budget: Duration) -> Int64 {
        max((budget.wholeMilliseconds - 750) / 1000, 1)
    }
}
