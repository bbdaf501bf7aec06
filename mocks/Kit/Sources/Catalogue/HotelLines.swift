import WireFormat

extension Catalogue {
    /// Reads `hotels.jsonl`: one object a line.
    static func hotels(
        _ bytes: [UInt8], rooms: [String: RoomType]
    ) throws(CatalogueFault) -> [String: CatalogueHotel] {
        var hotels: [String: CatalogueHotel] = [:]
        for (index, line) in bytes.split(separator: 0x0A).enumerated() {
            let fault = CatalogueFault("hotels.jsonl", index + 1, "is not a hotel")
            guard let value = try? JSONValue(parsing: Array(line)),
                let hotel = CatalogueHotel(value, rooms: rooms)
            else { throw fault }
            hotels[hotel.id] = hotel
        }
        return hotels
    }
}

extension CatalogueHotel {
    fileprivate init?(_ value: JSONValue, rooms table: [String: RoomType]) {
        guard let id = value["id"]?.string, let name = value["name"]?.string,
            let stars = value["stars"]?.integer(as: Int.self),
            let address = value["address"]?.string, let city = value["city"]?.string,
            let country = value["country"]?.string, let zone = value["zone"]?.string,
            let phone = value["phone"]?.string,
            let checkIn = value["checkIn"]?.string.flatMap(CatalogueHotel.minute),
            let currency = value["currency"]?.string, let tax = value["tax"],
            let base = value["base"]?.string.flatMap({ Amount($0, currency: currency) }),
            let rules = TaxRules(tax, currency: currency)
        else { return nil }
        let rooms = (value["rooms"]?.elements ?? []).compactMap { $0.string.flatMap { table[$0] } }
        guard !rooms.isEmpty else { return nil }
        self.init(
            id: id, name: name, stars: stars, address: address, city: city, country: country,
            zone: zone, phone: phone, checkInMinute: checkIn,
            amenities: (value["amenities"]?.elements ?? []).compactMap(\.string), rooms: rooms,
            base: base, tax: rules, isClosed: value["trap"]?.string == "closed")
    }

    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, let hour = parts.first, let minute = parts.last,
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}

extension TaxRules {
    fileprivate init?(_ value: JSONValue, currency: String) {
        guard let vat = value["vatPercent"]?.string.flatMap({ Amount.scaled($0, digits: 2) }),
            let included = value["vatIncluded"]?.bool
        else { return nil }
        self.init(
            vat: vat, isVatIncluded: included,
            cityTax: value["cityTax"].flatMap { PropertyLevy($0, currency: currency) },
            resortFee: value["resortFee"].flatMap { PropertyLevy($0, currency: currency) })
    }
}

extension PropertyLevy {
    fileprivate init?(_ value: JSONValue, currency: String) {
        guard let amount = value["amount"]?.string.flatMap({ Amount($0, currency: currency) }),
            let basis = value["basis"]?.string
        else { return nil }
        self.init(
            amount: amount, isPerPerson: basis == "personNight",
            mostNights: value["maxNights"]?.integer() ?? Stay.mostNights,
            fromAge: value["fromAge"]?.integer() ?? 0)
    }
}
