import SupplierKit
import TravelModel
import WireFormat

/// Reads the `input` of a sample.
///
/// `stay` `2027-01-11/2027-01-13`, `rooms` such as `["2-9", "2"]`, `hotels`, `shopper`, `budgetMs`;
/// `offer` as `{"from": "exemplary/shop.json", "index": 0}`, the offer that comes out of another
/// sample, with `token` to replace its reference; `reference`, `guests`, `contact`, `contactEmail`;
/// `hold` as `{"reference", "token", "expires"}` or `{"from": ...}`.
struct SampleInput {
    let sample: Sample
    let suite: ConformanceSuite
    private let input: JSONValue

    init(sample: Sample, suite: ConformanceSuite) throws {
        self.sample = sample
        self.suite = suite
        guard let input = sample.root["input"] else { throw SampleFault("\(sample): no input") }
        self.input = input
    }

    func search() throws -> SearchInput {
        let hotels = try list("hotels").map { try need(SupplierHotelCode($0), "hotels") }
        return SearchInput(
            stay: try stay(), rooms: try rooms(), hotels: hotels, shopper: try shopper(),
            budget: .milliseconds(input["budgetMs"]?.integer() ?? 4000))
    }

    func revalidate() throws -> RevalidateInput {
        RevalidateInput(
            offer: try offer(), stay: try stay(), rooms: try rooms(), shopper: try shopper())
    }

    func hold() throws -> HoldInput {
        var hold = HoldInput(
            offer: try offer(), stay: try stay(), rooms: try rooms(), shopper: try shopper(),
            reference: try reference())
        hold.guests = try (input["guests"]?.elements ?? []).map(guest)
        if let contact = input["contact"], let email = contact["email"]?.string {
            hold.contact = try need(
                Contact(email: email, phone: contact["phone"]?.string), "contact")
        }
        return hold
    }

    func release() throws -> ReleaseInput {
        ReleaseInput(
            hold: try supplierHold(), reference: try reference(),
            contactEmail: input["contactEmail"]?.string, shopper: try shopper())
    }

    func retrieve() throws -> RetrieveInput {
        RetrieveInput(
            reference: try reference(), contactEmail: input["contactEmail"]?.string,
            shopper: try shopper())
    }

    private func need<Value>(_ value: Value?, _ member: String) throws -> Value {
        guard let value else { throw SampleFault("\(sample): input/\(member) is unusable") }
        return value
    }

    private func list(_ member: String) throws -> [String] {
        try need(input[member]?.elements, member).map { try need($0.string, member) }
    }

    private func stay() throws -> StayDates {
        let days = try need(input["stay"]?.string, "stay").split(separator: "/").map {
            CivilDate($0)
        }
        guard days.count == 2, let arrival = days[0], let departure = days[1] else {
            throw SampleFault("\(sample): input/stay is unusable")
        }
        return try need(StayDates(checkIn: arrival, checkOut: departure), "stay")
    }

    private func rooms() throws -> [Occupancy] {
        try list("rooms").map { try need(Occupancy($0), "rooms") }
    }

    private func reference() throws -> HoldReference {
        try need(input["reference"]?.string.flatMap { HoldReference($0) }, "reference")
    }

    private func shopper() throws -> ShopperContext {
        let node = input["shopper"]
        var shopper = ShopperContext(
            residency: try need(CountryCode(node?["residency"]?.string ?? "PT"), "shopper"),
            language: node?["language"]?.string ?? "en",
            currency: try need(CurrencyCode(node?["currency"]?.string ?? "EUR"), "shopper"))
        if let channel = node?["channel"]?.string {
            shopper.channel = try need(ShopperContext.Channel(rawValue: channel), "shopper")
        }
        shopper.ipAddress = node?["ipAddress"]?.string
        shopper.userAgent = node?["userAgent"]?.string
        shopper.session = node?["session"]?.string
        return shopper
    }

    private func guest(_ node: JSONValue) throws -> Guest {
        try need(
            Guest(
                room: node["room"]?.integer() ?? 0, firstName: node["firstName"]?.string ?? "",
                lastName: node["lastName"]?.string ?? "", age: node["age"]?.integer(),
                lead: node["lead"]?.bool ?? false), "guests")
    }

    private func offer() throws -> Offer {
        let node = try need(input["offer"], "offer")
        let outcome = try suite.outcome(of: need(node["from"]?.string, "offer"))
        let index: Int = node["index"]?.integer() ?? 0
        guard outcome.offers.indices.contains(index) else {
            throw SampleFault("\(sample): that sample has no offer \(index)")
        }
        var offer = outcome.offers[index]
        if let token = node["token"]?.string {
            offer.reference = try need(
                RateReference(token: token, expires: offer.reference.expires), "offer/token")
        }
        return offer
    }

    private func supplierHold() throws -> SupplierHold {
        let node = try need(input["hold"], "hold")
        if let name = node["from"]?.string {
            return try need(try suite.outcome(of: name).hold, "hold/from")
        }
        let reference = node["reference"]?.string.flatMap { SupplierReference($0) }
        return SupplierHold(
            reference: try need(reference, "hold/reference"), token: node["token"]?.string ?? "",
            expires: node["expires"]?.string.flatMap { Instant($0) })
    }
}
