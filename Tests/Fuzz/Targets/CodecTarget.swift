import Codec
import TravelModel

@testable import Gateway

extension FuzzTarget {
    /// Rows and stored answers: damaged bytes are refused, good ones come back to the byte.
    static let codec = FuzzTarget("codec", seeds: [.hex("Tests/CodecTests/Golden")]) { input in
        if let offer = try? OfferCodec.decode(input) {
            try expectSame(
                try OfferCodec.decode(OfferCodec.encode(offer)), offer, "an offer reads otherwise")
        }
        if let hotels = try? AnswerCodec.decode(input) {
            let written = AnswerCodec.encode(hotels)
            let again = try AnswerCodec.decode(written)
            try expectSame(again.map(\.0), hotels.map(\.0), "an answer's hotels read otherwise")
            try expectSame(again.map(\.1), hotels.map(\.1), "an answer's offers read otherwise")
            let offers = hotels.flatMap(\.1)
            for (index, offer) in offers.enumerated() {
                try expectSame(
                    try AnswerCodec.offer(at: index, in: input), offer, "offer \(index) differs")
            }
            try expect(
                (try? AnswerCodec.offer(at: offers.count, in: input)) == nil,
                "there is an offer after the last")
        }
        _ = try? AnswerCodec.offer(at: Int(input.last ?? 0), in: input)
        _ = try? AnswerRecord.decode(input, offerAt: Int(input.last ?? 0))
        if let record = try? HoldRecordCodec.decode(body: input, personal: .success([])) {
            try expectSame(try again(record), record, "a hold reads otherwise")
            // Personal data that cannot be read is a fault of its own, never one of the hold.
            let named = try HoldRecordCodec.decode(body: input, personal: .success(input))
            try expect(named.id == record.id, "another hold")
            if named.personalDataFault == nil {
                try expectSame(try again(named), named, "a hold's guests read otherwise")
            }
        }
    }

    private static func again(_ record: HoldRecord) throws -> HoldRecord {
        let (body, personal) = HoldRecordCodec.encode(record)
        return try HoldRecordCodec.decode(body: body, personal: .success(personal))
    }
}
