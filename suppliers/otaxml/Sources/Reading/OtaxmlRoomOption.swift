import SupplierKit
import TravelModel
import WireFormat

/// One room rate of one room stay: something that can be had for one of the rooms asked for.
struct OtaxmlRoomOption {
    let roomType: String
    let ratePlan: String
    let bookingCode: String
    let roomName: String
    let board: Board
    let boardText: String?
    let price: OtaxmlPrice
    let terms: CancellationTerms
    let payment: OfferPayment
    let remaining: Int?
    let notes: [String]

    /// What makes two options the same thing; a board that changes is a change, not another thing.
    var key: String { "\(roomType)/\(ratePlan.isEmpty ? bookingCode : ratePlan)" }

    /// Reads one rate of `stay`; the room type and the plan are looked up by their codes.
    init(
        _ rate: XMLElement, of stay: OtaxmlStay, asked: OtaxmlAvailability, now: Instant
    ) throws(RateFault) {
        let codes = OtaxmlCodes(rate)
        (roomType, ratePlan) = (codes.roomType, codes.ratePlan)
        bookingCode = rate.attribute("BookingCode") ?? ""
        guard !ratePlan.isEmpty || !bookingCode.isEmpty else {
            throw RateFault(.malformed, "a rate without plan and booking code")
        }
        guard roomType.utf8.count + ratePlan.utf8.count + bookingCode.utf8.count <= 4096 else {
            throw RateFault(.malformed, "codes too long")
        }
        let type = stay.type(roomType)
        let named = stay.plan(ratePlan)
        let plan = named?.element
        try Self.checkStatus(rate, plan)
        price = try OtaxmlPrice(
            of: rate, roomStayTotal: stay.totalOfOnlyRate, stay: asked.stay,
            settings: asked.settings)
        terms = OtaxmlTerms(
            price: price.total, nightly: price.nightly, stay: asked.stay, settings: asked.settings,
            now: now
        ).terms(of: plan)
        let description = type?.child("RoomDescription")
        roomName =
            description?.attribute("Name") ?? description?.text(of: "Text")
            ?? type?.attribute("RoomType") ?? roomType
        (board, boardText) = OtaxmlBoards.board(of: plan?.child("MealsIncluded"))
        payment = Self.payment(of: plan)
        remaining = (type?.attribute("NumberOfUnits") ?? rate.attribute("NumberOfUnits"))
            .flatMap { Int($0) }.flatMap { (1...999).contains($0) ? $0 : nil }
        notes = Self.notes(of: rate, and: named?.notes ?? [])
    }

    private static func checkStatus(
        _ rate: XMLElement, _ plan: XMLElement?
    ) throws(RateFault) {
        for element in [rate, plan] {
            switch element?.attribute("AvailabilityStatus") {
            case nil, "AvailableForSale", "ChangeDuringStay": continue
            case "OnRequest": throw RateFault(.onRequest)
            default: throw OtaxmlRoomOption.notForSale
            }
        }
    }

    /// Closed out or not available: absence, which is left out without a count.
    static let notForSale = RateFault(.malformed, "not for sale")

    private static func payment(of plan: XMLElement?) -> OfferPayment {
        let guarantee = plan?.child("Guarantee")?.attribute("GuaranteeType")
        let prepaid = plan?.attribute("PrepaidIndicator")
        if prepaid == "true" || prepaid == "1" || guarantee == "PrePay" {
            return OfferPayment(timing: .now, merchantOfRecord: .supplier)
        }
        if guarantee == "Deposit" || guarantee == "DepositRequired" {
            return OfferPayment(timing: .deposit, merchantOfRecord: .property)
        }
        guard prepaid != nil || guarantee != nil else { return OfferPayment(timing: .now) }
        return OfferPayment(timing: .atProperty, merchantOfRecord: .property)
    }

    /// Words that must reach the guest: of the rate, then of its plan.
    private static func notes(of rate: XMLElement, and plan: [String]) -> [String] {
        var notes = OtaxmlNotes()
        for element in rate.child("Rates").map({ Array($0.children("Rate").prefix(2)) }) ?? [] {
            notes.add(element.child("RateDescription")?.children("Text"))
        }
        notes.add(rate.child("RoomRateDescription")?.children("Text"))
        for note in plan { notes.add(note) }
        return notes.texts
    }
}
