internal import Codec
internal import Digest
internal import SupplierKit
internal import TravelModel

/// What a gateway that starts anew is told of the cache of the one before it, as bytes.
///
/// Offers are not in it: they stand in the stored answers, for the quotes' sake. Another version is not
/// read, nor what is not as it was written; the cache is colder then. The last eight bytes are the
/// first of a SHA-256 over all before them.
enum CacheNote {
    /// A whole answer was kept.
    case kept(Kept)
    /// Something made what was known of a hotel untrue.
    case forgotten(Invalidations.Place, StayDates, at: Instant)
    /// Notes of before were lost: none from before `at` is to be believed.
    case gap(at: Instant)

    /// Which hotels of one answer were kept, until when, and where their offers are.
    struct Kept {
        struct Hotel {
            let code: SupplierHotelCode
            let life: AnswerLife
            /// Each offer by its answer's place in ``Kept/answers`` and its index there.
            let offers: [(answer: Int, index: Int)]
        }

        let supplier: SupplierID
        /// See ``Supplier/accountMark``; an account that has become another one says other things.
        let account: [UInt8]
        let terms: AskedTerms
        let absence: Absence
        let askedAt: Instant
        let heardAt: Instant
        let answers: [(id: AnswerID, storedUntil: Instant)]
        let hotels: [Hotel]
    }

    private static let version: UInt8 = 1
    private static let checkBytes = 8

    /// Empty only where the machine cannot hash: such a note cannot be read.
    private static func check(_ body: [UInt8]) -> ArraySlice<UInt8> {
        ((try? HashAlgorithm.sha256.hash(body)) ?? []).prefix(checkBytes)
    }

    /// When it is of no use any more; `nil` where that depends on others.
    var ends: Instant? {
        guard case .kept(let kept) = self else { return nil }
        // One that only says that an earlier one is untrue is of use as long as that is there.
        return kept.hotels.contains { $0.life == .none } ? nil : kept.ends
    }

    var bytes: [UInt8] {
        var writer = BinaryWriter(capacity: 1_024)
        writer.byte(Self.version)
        switch self {
        case .kept(let kept):
            writer.byte(0)
            kept.write(to: &writer)
        case .forgotten(let place, let stay, let at):
            writer.byte(1)
            writer.text(place.supplier.text)
            writer.text(place.code.text)
            writer.stay(stay)
            writer.instant(at)
        case .gap(let at):
            writer.byte(2)
            writer.instant(at)
        }
        return writer.bytes + Self.check(writer.bytes)
    }

    init(_ bytes: [UInt8]) throws(CodecFault) {
        guard bytes.count > Self.checkBytes else { throw .truncated }
        let body = Array(bytes.dropLast(Self.checkBytes))
        guard Self.check(body) == bytes.suffix(Self.checkBytes) else { throw .badValue("check") }
        var reader = BinaryReader(body)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        switch try reader.byte() {
        case 0: self = .kept(try Kept(&reader))
        case 1:
            let place = Invalidations.Place(
                supplier: try reader.supplier(), code: try reader.hotelCode())
            self = .forgotten(place, try reader.stay(), at: try reader.instant())
        case 2: self = .gap(at: try reader.instant())
        default: throw .badValue("kind")
        }
        try reader.finish()
    }
}

extension CacheNote.Kept {
    /// What was kept of an answer; `nil` where nothing was.
    init?(_ heard: HeardAnswer, _ terms: AskedTerms, _ hotels: [Keeping.Hotel], account: [UInt8]) {
        guard !hotels.isEmpty else { return nil }
        var answers: [(id: AnswerID, storedUntil: Instant)] = []
        var places: [AnswerID: Int] = [:]
        func place(_ head: AnswerHead) -> Int {
            if let place = places[head.id] { return place }
            places[head.id] = answers.count
            answers.append((head.id, head.storedUntil ?? heard.now))
            return answers.count - 1
        }
        self.hotels = hotels.map { hotel in
            Hotel(
                code: hotel.code, life: hotel.life,
                offers: hotel.offers.map { (place($0.answer), $0.index) })
        }
        self.answers = answers
        supplier = heard.supplier
        self.account = account
        self.terms = terms
        absence = heard.absence
        askedAt = heard.now.advanced(by: heard.heardAt.duration(to: heard.askedAt))
        heardAt = heard.now
    }

    /// When nothing of it may be shown any more.
    var ends: Instant {
        heardAt.advanced(by: hotels.map(\.life.hard).max() ?? .zero)
    }

    fileprivate func write(to writer: inout BinaryWriter) {
        writer.text(supplier.text)
        writer.bytes(account)
        writer.stay(terms.stay)
        writer.rooms(terms.rooms)
        writer.shopper(terms.shopper)
        writer.byte(absence == .unlisted ? 0 : 1)
        writer.instant(askedAt)
        writer.instant(heardAt)
        writer.list(answers) { writer, answer in
            writer.unsigned(answer.id.high)
            writer.unsigned(answer.id.low)
            writer.instant(answer.storedUntil)
        }
        writer.list(hotels) { writer, hotel in
            writer.text(hotel.code.text)
            writer.signed(hotel.life.soft.wholeMilliseconds)
            writer.signed(hotel.life.hard.wholeMilliseconds)
            writer.list(hotel.offers) { writer, offer in
                writer.count(offer.answer)
                writer.count(offer.index)
            }
        }
    }

    fileprivate init(_ reader: inout BinaryReader) throws(CodecFault) {
        supplier = try reader.supplier()
        account = try reader.bytes()
        let (stay, rooms) = (try reader.stay(), try reader.rooms())
        terms = AskedTerms(
            stay: stay, rooms: rooms, shopper: try reader.shopper(), contract: nil)
        absence = try reader.flag("absence") ? .unsellable : .unlisted
        askedAt = try reader.instant()
        heardAt = try reader.instant()
        answers = try reader.list { (reader) throws(CodecFault) in
            let id = AnswerID(high: try reader.unsigned(), low: try reader.unsigned())
            return (id: id, storedUntil: try reader.instant())
        }
        hotels = try reader.list { (reader) throws(CodecFault) -> Hotel in
            let code = try reader.hotelCode()
            let life = AnswerLife(
                soft: .milliseconds(try reader.signed()), hard: .milliseconds(try reader.signed()))
            let offers = try reader.list { (reader) throws(CodecFault) in
                (
                    answer: Int(clamping: try reader.unsigned()),
                    index: Int(clamping: try reader.unsigned())
                )
            }
            return Hotel(code: code, life: life, offers: offers)
        }
    }
}

extension BinaryReader {
    fileprivate mutating func supplier() throws(CodecFault) -> SupplierID {
        guard let supplier = SupplierID(try text()) else { throw .badValue("supplier") }
        return supplier
    }

    fileprivate mutating func hotelCode() throws(CodecFault) -> SupplierHotelCode {
        guard let code = SupplierHotelCode(try text()) else { throw .badValue("hotel") }
        return code
    }
}

extension Supplier {
    /// Changes with what makes an account another one.
    ///
    /// That is where it is, how it is spoken to and in which currency it sells; not its secrets. `nil`
    /// only where the machine cannot hash.
    var accountMark: [UInt8]? {
        var writer = BinaryWriter()
        writer.text(manifest.protocolName)
        writer.text(manifest.baseURL)
        writer.text(manifest.taxBasis.rawValue)
        writer.optional(manifest.contractCurrency) { $0.text($1.text) }
        writer.list(manifest.dialect.sorted { $0.key < $1.key }) { writer, setting in
            writer.text(setting.key)
            writer.text(setting.value)
        }
        return (try? HashAlgorithm.sha256.hash(writer.bytes)).map { Array($0.prefix(16)) }
    }
}
