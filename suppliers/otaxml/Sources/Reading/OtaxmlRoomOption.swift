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

    /// Reads `rate` of `stay`; the room type and the plan are looked up by their codes.
    init(
        _ rate: XMLElement, of stay: XMLElement, isOnly: Bool, asked: OtaxmlAvailability,
        now: Instant
    ) throws(RateFault) {
        roomType = rate.attribute("RoomTypeCode") ?? rate.attribute("RoomID") ?? ""
        ratePlan = rate.attribute("RatePlanCode") ?? rate.attribute("RatePlanID") ?? ""
        bookingCode = rate.attribute("BookingCode") ?? ""
        let type = Self.named(roomType, in: stay, "RoomTypes", "RoomType", "RoomTypeCode", "RoomID")
        let plan = Self.named(
            ratePlan, in: stay, "RatePlans", "RatePlan", "RatePlanCode", "RatePlanID")
        guard !ratePlan.isEmpty || !bookingCode.isEmpty else {
            throw RateFault(.malformed, "a rate without plan and booking code")
        }
        try Self.checkStatus(rate, plan)
        price = try OtaxmlPrice(
            of: rate, roomStayTotal: isOnly ? stay.child("Total") : nil, stay: asked.stay,
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
        notes = Self.notes(of: rate, plan)
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

    private static func named(
        _ code: String, in stay: XMLElement, _ list: String, _ item: String, _ names: String...
    ) -> XMLElement? {
        guard let all = stay.child(list) else { return nil }
        var only: XMLElement?
        var count = 0
        for element in all.children(item) {
            if names.contains(where: { element.attribute($0) == code }), !code.isEmpty {
                return element
            }
            only = element
            count += 1
        }
        // A single type or plan needs no code to be the one that is meant.
        return count == 1 && names.allSatisfy({ only?.attribute($0) == nil }) ? only : nil
    }

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

    /// Words that must reach the guest: of the rate, and of penalties that are only words.
    private static func notes(of rate: XMLElement, _ plan: XMLElement?) -> [String] {
        var notes: [String] = []
        func add(_ texts: XMLChildren?) {
            for text in texts.map(Array.init) ?? [] where notes.count < 8 {
                let note = String(text.trimmedText.prefix(500))
                if !note.isEmpty, !notes.contains(note) { notes.append(note) }
            }
        }
        for element in rate.child("Rates").map({ Array($0.children("Rate").prefix(2)) }) ?? [] {
            add(element.child("RateDescription")?.children("Text"))
        }
        add(rate.child("RoomRateDescription")?.children("Text"))
        add(plan?.child("RatePlanDescription")?.children("Text"))
        let penalties = plan?.child("CancelPenalties")?.children("CancelPenalty")
        for penalty in penalties.map({ Array($0.prefix(8)) }) ?? [] {
            for words in penalty.children("PenaltyDescription") { add(words.children("Text")) }
        }
        return notes
    }
}
