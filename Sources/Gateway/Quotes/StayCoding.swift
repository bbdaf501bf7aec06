import Codec
import SupplierKit
import TravelModel

// Stays, guests of rooms and shoppers as they stand in stored answers and ledger rows.

extension BinaryWriter {
    mutating func stay(_ stay: StayDates) {
        signed(Int64(stay.checkIn.daysSinceEpoch))
        count(stay.nights)
    }

    mutating func rooms(_ rooms: [Occupancy]) {
        list(rooms) { writer, room in
            writer.count(room.adults)
            writer.list(room.childAges) { $0.count($1) }
        }
    }

    mutating func shopper(_ shopper: ShopperContext) {
        text(shopper.residency.text)
        text(shopper.language)
        text(shopper.currency.text)
        text(shopper.channel.rawValue)
    }

    mutating func money(_ money: Money) {
        signed(money.minorUnits)
        text(money.currency.text)
    }

    mutating func instant(_ instant: Instant) { signed(instant.millisecondsSinceEpoch) }

    mutating func bytes(_ bytes: [UInt8]) {
        count(bytes.count)
        raw(bytes)
    }
}

extension BinaryReader {
    mutating func stay() throws(CodecFault) -> StayDates {
        let day = try signed()
        let nights = try unsigned()
        guard let checkIn = Int(exactly: day).flatMap({ CivilDate(daysSinceEpoch: $0) }),
            nights <= 366, let checkOut = checkIn.adding(days: Int(nights)),
            let stay = StayDates(checkIn: checkIn, checkOut: checkOut)
        else { throw .badValue("stay") }
        return stay
    }

    mutating func rooms() throws(CodecFault) -> [Occupancy] {
        try list { (reader) throws(CodecFault) -> Occupancy in
            let adults = try reader.unsigned()
            let ages = try reader.list { (reader) throws(CodecFault) -> Int in
                Int(clamping: try reader.unsigned())
            }
            guard let room = Occupancy(adults: Int(clamping: adults), childAges: ages) else {
                throw .badValue("occupancy")
            }
            return room
        }
    }

    mutating func shopper() throws(CodecFault) -> ShopperContext {
        guard let residency = CountryCode(try text()) else { throw .badValue("residency") }
        let language = try text()
        let currency = try currency()
        guard let channel = ShopperContext.Channel(rawValue: try text()) else {
            throw .badValue("channel")
        }
        var shopper = ShopperContext(
            residency: residency, language: language, currency: currency)
        shopper.channel = channel
        return shopper
    }

    mutating func currency() throws(CodecFault) -> CurrencyCode {
        guard let currency = CurrencyCode(try text()) else { throw .badValue("currency") }
        return currency
    }

    mutating func money() throws(CodecFault) -> Money {
        let minorUnits = try signed()
        return Money(minorUnits: minorUnits, currency: try currency())
    }

    mutating func instant() throws(CodecFault) -> Instant {
        Instant(millisecondsSinceEpoch: try signed())
    }

    mutating func bytes() throws(CodecFault) -> [UInt8] { Array(try raw(try count())) }
}
