import SupplierKit
import WireFormat

/// A hotel and its offers, those that could not be read as faults.
struct StreamratesHotel: Sendable {
    var id = ""
    var offers: [Result<StreamratesOffer, JSONFault>] = []

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "hotelId": id = try reader.textOrNumber().string
            case "roomTypes":
                try reader.elements { reader throws(JSONFault) in
                    offers.append(
                        try reader.attempt { reader throws(JSONFault) in
                            try StreamratesOffer(from: &reader)
                        })
                }
            default: return false
            }
            return true
        }
    }
}

/// One offer: a rate for each room, bought together.
struct StreamratesOffer: Sendable {
    var id = ""
    var rates: [StreamratesRate] = []
    /// The price of all rooms, where the supplier says it.
    var total = StreamratesAmount()
    /// Only together with another product.
    var isPackage = false

    init(from reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "offerId": id = try reader.string()
            case "rates":
                try reader.elements { reader throws(JSONFault) in
                    rates.append(try StreamratesRate(from: &reader))
                }
            case "rateType": isPackage = try reader.stringOrNull() == "package"
            case "offerRetailRate": total = try StreamratesAmount(from: &reader)
            default: return false
            }
            return true
        }
    }

    /// An offer put together from a prebook answer.
    init(id: String, rates: [StreamratesRate], total: StreamratesAmount, isPackage: Bool) {
        self.id = id
        self.rates = rates
        self.total = total
        self.isPackage = isPackage
    }
}
