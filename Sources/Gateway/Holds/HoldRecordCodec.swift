public import Codec
import SupplierKit
import TravelModel

/// A hold as bytes for its ledger row: one part that is kept, one of personal data that is erased.
///
/// The first byte of each part is the format's version. The lease is not part of it: it changes
/// without the record.
public enum HoldRecordCodec {
    /// What ``encode(_:)`` writes as the part that is kept.
    ///
    /// Earlier ones are still read: version 1 lacked the last five members, and until version 2 the
    /// fingerprint stood here, where names could be tried against it.
    public static let version: UInt8 = 3
    /// What ``encode(_:)`` writes as personal data.
    ///
    /// Version 1 had guests and contact only; the client's own words stood in the other part. Version 2
    /// had nothing of the shopper, version 3 no fingerprint.
    public static let personalVersion: UInt8 = 4

    /// Both parts; `personal` is empty when there is no personal data (any more).
    public static func encode(_ record: HoldRecord) -> (body: [UInt8], personal: [UInt8]) {
        var body = BinaryWriter(capacity: 1024)
        body.byte(version)
        body.text(record.id.text)
        body.text(record.tenant.text)
        body.text(record.key.text)
        body.text(record.reference.text)
        body.quote(record.quote)
        body.maxIncrease(record.maxIncrease)
        // Where the client's own words stood before they became personal data.
        body.optional(String?.none) { $0.text($1) }
        body.optional(String?.none) { $0.text($1) }
        body.optional([UInt8]?.none) { $0.bytes($1) }
        body.text(record.state.rawValue)
        body.text(record.stage.rawValue)
        body.signed(record.version)
        body.stamp(record.createdAt)
        body.optional(record.expiresAt) { $0.stamp($1) }
        body.optional(record.granted) { $0.bytes(OfferCodec.encode($1)) }
        body.optional(record.supplierHold) { writer, hold in
            writer.text(hold.reference.text)
            writer.text(hold.token)
            writer.optional(hold.expires) { $0.instant($1) }
        }
        body.optional(record.doubt) { writer, doubt in
            writer.stamp(doubt.since)
            writer.count(doubt.lookups)
            writer.bytes(OfferCodec.encode(doubt.offer))
        }
        body.optional(record.refusal) { writer, refusal in
            writer.text(refusal.reason.rawValue)
            writer.bytes(refusal.body)
        }
        body.optional(record.watch) { writer, watch in
            writer.stamp(watch.due)
            writer.count(watch.misses)
        }
        body.byte(record.isExtended ? 1 : 0)
        body.optional(record.endedBy) { $0.text($1.rawValue) }
        body.count(record.referenceNumber)
        body.byte(record.isReferenceSpent ? 1 : 0)
        return (body.bytes, personal(record))
    }

    /// The record again, exactly; bytes of another version or damaged ones are refused.
    ///
    /// Personal data that could not be opened, or cannot be decoded, is only missing from the record:
    /// a hold can be shown, ended and given back without it.
    public static func decode(
        body: [UInt8], personal: Result<[UInt8], PersonalDataFault>
    ) throws(CodecFault) -> HoldRecord {
        var reader = BinaryReader(body)
        let version = try reader.byte()
        guard (1...Self.version).contains(version) else { throw .unknownVersion(version) }
        guard let id = HoldID(try reader.text()) else { throw .badValue("id") }
        guard let tenant = TenantID(try reader.text()) else { throw .badValue("tenant") }
        guard let key = IdempotencyKey(try reader.text()) else { throw .badValue("key") }
        var fingerprint = version < 3 ? try reader.bytes() : []
        guard let reference = HoldReference(try reader.text()) else {
            throw .badValue("reference")
        }
        let quote = try reader.quote(tenant: tenant)
        var request = HoldRequest(tenant: tenant, key: key, quote: quote.id)
        request.maxIncrease = try reader.maxIncrease()
        request.clientReference = try reader.optional { (r) throws(CodecFault) in try r.text() }
        request.buyer = try reader.optional { (r) throws(CodecFault) in try r.text() }
        request.metadata = try reader.optional { (r) throws(CodecFault) in try r.bytes() }
        let fault = Self.read(personal, into: &request, &fingerprint)
        guard let state = HoldState(rawValue: try reader.text()) else { throw .badValue("state") }
        guard let stage = HoldStage(rawValue: try reader.text()) else { throw .badValue("stage") }
        let rowVersion = try reader.signed()
        var record = HoldRecord(
            id: id, request: request, fingerprint: fingerprint, reference: reference,
            quote: quote, createdAt: try reader.stamp())
        record.state = state
        record.stage = stage
        record.version = rowVersion
        record.personalDataFault = fault
        try Self.readProgress(&reader, into: &record)
        if version > 1 { try Self.readLater(&reader, into: &record) }
        try reader.finish()
        return record
    }

    private static func readProgress(
        _ reader: inout BinaryReader, into record: inout HoldRecord
    ) throws(CodecFault) {
        record.expiresAt = try reader.optional { (r) throws(CodecFault) in try r.stamp() }
        record.granted = try reader.optional { (r) throws(CodecFault) in
            try OfferCodec.decode(try r.bytes())
        }
        record.supplierHold = try reader.optional { (r) throws(CodecFault) -> SupplierHold in
            guard let reference = SupplierReference(try r.text()) else {
                throw .badValue("supplierReference")
            }
            let token = try r.text()
            let expires = try r.optional { (r) throws(CodecFault) in try r.instant() }
            return SupplierHold(reference: reference, token: token, expires: expires)
        }
        record.doubt = try reader.optional { (r) throws(CodecFault) -> HoldDoubt in
            let since = try r.stamp()
            let lookups = Int(clamping: try r.unsigned())
            return HoldDoubt(
                since: since, lookups: lookups, offer: try OfferCodec.decode(try r.bytes()))
        }
        record.refusal = try reader.optional { (r) throws(CodecFault) -> StoredRefusal in
            guard let reason = StoredRefusal.Reason(rawValue: try r.text()) else {
                throw .badValue("refusal")
            }
            return StoredRefusal(reason: reason, body: try r.bytes())
        }
    }

    private static func readLater(
        _ reader: inout BinaryReader, into record: inout HoldRecord
    ) throws(CodecFault) {
        record.watch = try reader.optional { (r) throws(CodecFault) -> HoldWatch in
            HoldWatch(due: try r.stamp(), misses: Int(clamping: try r.unsigned()))
        }
        record.isExtended = try reader.flag("isExtended")
        record.endedBy = try reader.optional { (r) throws(CodecFault) -> HoldEnder in
            guard let ender = HoldEnder(rawValue: try r.text()) else { throw .badValue("endedBy") }
            return ender
        }
        record.referenceNumber = Int(clamping: try reader.unsigned())
        record.isReferenceSpent = try reader.flag("isReferenceSpent")
    }

    // MARK: - Personal data

    /// Whether a kept part is of an earlier version, which may have more in it than it should.
    public static func isOutdated(body: [UInt8]) -> Bool { body.first != version }

    private static func personal(_ record: HoldRecord) -> [UInt8] {
        let isEmpty =
            record.guests.isEmpty && record.contact == nil && record.clientReference == nil
            && record.buyer == nil && record.metadata == nil && record.shopper.isEmpty
            && record.fingerprint.isEmpty
        if isEmpty { return [] }
        var writer = BinaryWriter(capacity: 256)
        writer.byte(personalVersion)
        writer.people(record.guests, record.contact)
        writer.optional(record.clientReference) { $0.text($1) }
        writer.optional(record.buyer) { $0.text($1) }
        writer.optional(record.metadata) { $0.bytes($1) }
        for text in [record.shopper.ipAddress, record.shopper.userAgent, record.shopper.session] {
            writer.optional(text) { $0.text($1) }
        }
        writer.bytes(record.fingerprint)
        return writer.bytes
    }

    /// Adds what can be read; nothing of it when any of it cannot.
    private static func read(
        _ personal: Result<[UInt8], PersonalDataFault>, into request: inout HoldRequest,
        _ fingerprint: inout [UInt8]
    ) -> PersonalDataFault? {
        let bytes: [UInt8]
        switch personal {
        case .failure(let fault): return fault
        case .success(let opened): bytes = opened
        }
        var whole = (request, fingerprint)
        do throws(CodecFault) {
            try read(personal: bytes, into: &whole.0, &whole.1)
        } catch {
            return .damaged
        }
        (request, fingerprint) = whole
        return nil
    }

    private static func read(
        personal: [UInt8], into request: inout HoldRequest, _ fingerprint: inout [UInt8]
    ) throws(CodecFault) {
        if personal.isEmpty { return }
        var reader = BinaryReader(personal)
        let version = try reader.byte()
        guard (1...personalVersion).contains(version) else { throw .unknownVersion(version) }
        request.guests = try reader.list { (r) throws(CodecFault) -> Guest in
            let room = Int(clamping: try r.unsigned())
            let first = try r.text()
            let last = try r.text()
            let age = try r.optional { (r) throws(CodecFault) in Int(clamping: try r.unsigned()) }
            let lead = try r.flag("lead")
            guard
                let guest = Guest(
                    room: room, firstName: first, lastName: last, age: age, lead: lead)
            else { throw .badValue("guest") }
            return guest
        }
        request.contact = try reader.optional { (r) throws(CodecFault) -> Contact in
            let email = try r.text()
            let phone = try r.optional { (r) throws(CodecFault) in try r.text() }
            guard let contact = Contact(email: email, phone: phone) else {
                throw .badValue("contact")
            }
            return contact
        }
        if version >= 2 {
            request.clientReference = try reader.optional { (r) throws(CodecFault) in try r.text() }
            request.buyer = try reader.optional { (r) throws(CodecFault) in try r.text() }
            request.metadata = try reader.optional { (r) throws(CodecFault) in try r.bytes() }
        }
        if version >= 3 {
            request.shopper.ipAddress = try reader.optional { (r) throws(CodecFault) in try r.text()
            }
            request.shopper.userAgent = try reader.optional { (r) throws(CodecFault) in try r.text()
            }
            request.shopper.session = try reader.optional { (r) throws(CodecFault) in try r.text() }
        }
        if version >= 4 { fingerprint = try reader.bytes() }
        try reader.finish()
    }
}

extension BinaryWriter {
    /// Personal data.
    mutating func people(_ guests: [Guest], _ contact: Contact?) {
        list(guests) { writer, guest in
            writer.count(guest.room)
            writer.text(guest.firstName)
            writer.text(guest.lastName)
            writer.optional(guest.age) { $0.count($1) }
            writer.byte(guest.lead ? 1 : 0)
        }
        optional(contact) { writer, contact in
            writer.text(contact.email)
            writer.optional(contact.phone) { $0.text($1) }
        }
    }

    fileprivate mutating func stamp(_ stamp: StampedTime) {
        instant(stamp.wall)
        text(stamp.boot)
        signed(stamp.uptime.nanoseconds)
    }

    mutating func maxIncrease(_ increase: MaxIncrease) {
        switch increase {
        case .basisPoints(let points):
            byte(1)
            count(points)
        case .amount(let amount):
            byte(2)
            money(amount)
        }
    }

    fileprivate mutating func quote(_ quote: Quote) {
        text(quote.id.text)
        text(quote.offerID.text)
        text(quote.supplier.text)
        text(quote.hotel.text)
        bytes(OfferCodec.encode(quote.offer))
        stay(quote.stay)
        rooms(quote.rooms)
        shopper(quote.shopper)
        instant(quote.quotedAt)
        instant(quote.expiresAt)
        text(quote.shownIn.currency.text)
        signed(Int64(quote.shownIn.rateDate.daysSinceEpoch))
        count(quote.shownIn.markupVersion)
    }
}

extension BinaryReader {
    fileprivate mutating func stamp() throws(CodecFault) -> StampedTime {
        let wall = try instant()
        let boot = try text()
        return StampedTime(
            wall: wall, boot: boot, uptime: Uptime(nanoseconds: try signed()))
    }

    fileprivate mutating func maxIncrease() throws(CodecFault) -> MaxIncrease {
        switch try byte() {
        case 1: .basisPoints(Int(clamping: try unsigned()))
        case 2: .amount(try money())
        default: throw .badValue("maxIncrease")
        }
    }

    fileprivate mutating func quote(tenant: TenantID) throws(CodecFault) -> Quote {
        let id = QuoteID(text: try text())
        let offerID = OfferID(text: try text())
        guard let supplier = SupplierID(try text()) else { throw .badValue("supplier") }
        guard let hotel = HotelID(try text()) else { throw .badValue("hotel") }
        let offer = try OfferCodec.decode(try bytes())
        let stay = try stay()
        let rooms = try rooms()
        let shopper = try shopper()
        let quotedAt = try instant()
        let expiresAt = try instant()
        let currency = try currency()
        guard let day = Int(exactly: try signed()), let date = CivilDate(daysSinceEpoch: day)
        else { throw .badValue("rateDate") }
        let markup = Int(clamping: try unsigned())
        return Quote(
            id: id, tenant: tenant, offerID: offerID, supplier: supplier, hotel: hotel,
            offer: offer, stay: stay, rooms: rooms, shopper: shopper, quotedAt: quotedAt,
            expiresAt: expiresAt,
            shownIn: QuoteDisplay(currency: currency, rateDate: date, markupVersion: markup))
    }
}
