import TravelModel

/// Where the parts of a stored answer lie; checked against the bytes there really are.
struct AnswerLayout {
    private let bytes: [UInt8]
    private let offerCount: Int
    private let directoryStart: Int
    private let offersStart: Int
    private static let headLength = 9

    init(_ bytes: [UInt8]) throws(CodecFault) {
        var reader = BinaryReader(bytes)
        let version = try reader.byte()
        guard version == AnswerCodec.version else { throw .unknownVersion(version) }
        offerCount = try reader.fixed32()
        let directoryLength = try reader.fixed32()
        directoryStart = Self.headLength + 4 * offerCount
        offersStart = directoryStart + directoryLength
        self.bytes = bytes
        guard offersStart <= bytes.count else { throw .truncated }
        let end = offersStart + (offerCount == 0 ? 0 : try self.end(of: offerCount - 1))
        guard end <= bytes.count else { throw .truncated }
        guard end == bytes.count else { throw .trailingBytes }
    }

    /// The hotels with their numbers of offers, which add up to the offers there are.
    func directory() throws(CodecFault) -> [(SupplierHotelCode, Int)] {
        var reader = BinaryReader(bytes[directoryStart..<offersStart])
        var left = offerCount
        let hotels = try reader.list { r throws(CodecFault) -> (SupplierHotelCode, Int) in
            guard let code = SupplierHotelCode(try r.text()) else { throw .badValue("hotel") }
            let count = try r.unsigned()
            guard count <= UInt64(left) else { throw .badValue("directory") }
            left -= Int(count)
            return (code, Int(count))
        }
        try reader.finish()
        guard left == 0 else { throw .badValue("directory") }
        return hotels
    }

    /// The bytes of one offer.
    func offer(at index: Int) throws(CodecFault) -> ArraySlice<UInt8> {
        guard index >= 0, index < offerCount else { throw .noSuchOffer(index) }
        let start = offersStart + (index == 0 ? 0 : try end(of: index - 1))
        let end = offersStart + (try end(of: index))
        guard start < end, end <= bytes.count else { throw .badValue("offer ends") }
        return bytes[start..<end]
    }

    /// The end of an offer that exists, counted from the first one's start.
    private func end(of index: Int) throws(CodecFault) -> Int {
        let start = Self.headLength + 4 * index
        var reader = BinaryReader(bytes[start..<(start + 4)])
        return try reader.fixed32()
    }
}
