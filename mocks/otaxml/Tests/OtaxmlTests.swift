import MockKit
import Testing
import WireFormat

@testable import MockOtaxml

@Suite struct OtaxmlTests {
    private func code(_ message: XMLElement?) -> String? {
        message?.descendant("Errors", "Error")?.attribute("Code")
    }

    private func amount(_ element: XMLElement?, _ name: String) throws -> Int64 {
        let currency = try #require(element?.attribute("CurrencyCode"))
        let text = try #require(element?.attribute(name))
        return try #require(Amount(text, currency: currency)).minor
    }

    /// The booking code of the first room on offer in Lisbon.
    private func bookingCode(_ agency: Agency) throws -> String {
        let message = agency.avail(agency.codes(in: "Lisbon")).message
        return Agency.bookingCode(try #require(agency.stays(message).first))
    }

    private func reservation(_ message: XMLElement?) -> XMLElement? {
        message?.descendant("HotelReservations", "HotelReservation")
            ?? message?.descendant("ReservationsList", "HotelReservation")
    }

    @Test func totalsAddUpOverNightsUnitsAndTaxes() throws {
        let agency = try Agency()
        var seen = 0
        for city in ["Lisbon", "Tokyo", "Dubai"] {
            let answer = agency.avail(agency.codes(in: city), rooms: ["a/2/2", "b/1/2-9"])
            for stay in agency.stays(answer.message) {
                let rate = try #require(stay.descendant("RoomRates", "RoomRate"))
                let units = Int64(rate.attribute("NumberOfUnits") ?? "") ?? 0
                #expect(units == (stay.attribute("RPH") == "a" ? 2 : 1))
                let nights = try nights(rate)
                let total = try #require(rate.child("Total"))
                #expect(try amount(total, "AmountBeforeTax") == nights * units)
                guard total.attribute("AmountAfterTax") != nil else { continue }
                seen += 1
                let taxes = total.child("Taxes")?.children("Tax").map { $0 } ?? []
                let inside = taxes.filter { $0.attribute("Type") == "Inclusive" }
                let tax = try inside.reduce(0) { try $0 + amount($1, "Amount") }
                #expect(try amount(total, "AmountAfterTax") == nights * units + tax)
            }
        }
        #expect(seen > 20)
    }

    /// What the date ranges of a rate come to before tax, for one unit.
    private func nights(_ rate: XMLElement) throws -> Int64 {
        var sum: Int64 = 0
        for part in rate.child("Rates")?.children("Rate").map({ $0 }) ?? [] {
            let first = try #require(part.attribute("EffectiveDate").flatMap { Day($0) })
            let last = try #require(part.attribute("ExpireDate").flatMap { Day($0) })
            let isWhole = part.attribute("RateTimeUnit") == "FullDuration"
            let times = isWhole ? 1 : Int64(last.number - first.number)
            sum += try amount(part.child("Base"), "AmountBeforeTax") * times
        }
        return sum
    }

    @Test func candidatesOfOneOfferComeTogether() throws {
        let agency = try Agency()
        let answer = agency.avail(agency.codes(in: "Lisbon"), rooms: ["1/1/2", "2/1/2"])
        var rooms: [String: Set<String>] = [:]
        for stay in agency.stays(answer.message) {
            let rate = try #require(stay.descendant("RoomRates", "RoomRate"))
            let key = [
                stay.child("BasicPropertyInfo")?.attribute("HotelCode"),
                rate.attribute("RoomTypeCode"), rate.attribute("RatePlanCode"),
            ].compactMap { $0 }.joined(separator: "/")
            rooms[key, default: []].insert(stay.attribute("RPH") ?? "")
        }
        #expect(!rooms.isEmpty && rooms.values.allSatisfy { $0 == ["1", "2"] })
    }

    @Test func penaltiesAreRelativeOrByTheHotelsClock() throws {
        let agency = try Agency()
        var units: Set<String> = []
        let all = Array(agency.desk.shop.listings.keys.sorted().prefix(40))
        for stay in agency.stays(agency.avail(all).message) {
            let penalties = stay.descendant("RatePlans", "RatePlan", "CancelPenalties")
            for penalty in penalties?.children("CancelPenalty").map({ $0 }) ?? [] {
                guard let deadline = penalty.child("Deadline") else { continue }
                if let unit = deadline.attribute("OffsetTimeUnit") { units.insert(unit) }
                if let time = deadline.attribute("AbsoluteDeadline") {
                    #expect(time.utf8.count == 19)
                }
            }
        }
        #expect(units == ["Day", "Hour"])
    }

    @Test func unknownHotelsAreAWarningUnlessAllAre() throws {
        let agency = try Agency()
        let some = agency.avail(agency.codes(in: "Lisbon") + ["X1"]).message
        #expect(some?.child("Success") != nil)
        #expect(some?.descendant("Warnings", "Warning")?.attribute("Code") == "392")
        #expect(code(agency.avail(["X1"]).message) == "424")
    }

    @Test func nothingIsAnErrorOrAnEmptySuccess() throws {
        let agency = try Agency()
        let closed = agency.desk.shop.listings.filter { $0.value.hotel.isClosed }.keys.sorted()
        var kinds: Set<String> = []
        for hotel in closed.prefix(16) {
            let message = agency.avail([hotel]).message
            kinds.insert(code(message) ?? (message?.child("Success") != nil ? "success" : "?"))
            #expect(agency.stays(message).isEmpty)
        }
        #expect(kinds == ["322", "success"])
    }

    @Test func someAnswersHaveAMarkAndSomeAreLatin() throws {
        let agency = try Agency()
        let codes = agency.desk.shop.listings.keys.sorted()
        var marks = 0
        var latin = 0
        for start in 0..<90 {
            let delivery = agency.avail(Array(codes.dropFirst(start * 2).prefix(2))).delivery
            if delivery.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { marks += 1 }
            guard delivery.fields.contains(where: { $0.value.contains("8859") }) else { continue }
            latin += 1
            let head = String(decoding: delivery.bytes.prefix(60), as: UTF8.self)
            #expect(head.contains("encoding=\"ISO-8859-1\""))
        }
        #expect(marks > 0 && latin > 0)
    }

    @Test func wrongLoginsAndMessages() throws {
        let agency = try Agency()
        #expect(code(agency.send("<OTA_PingRQ/>").message) == "450")
        #expect(code(agency.send("<OTA_HotelAvailRQ/>").message) == "321")
        #expect(code(agency.reserve([], reference: "R").message) == "321")
        agency.password = "wrong"
        let refused = agency.avail(["X1"])
        #expect(refused.delivery.status == 200 && code(refused.message) == "448")
    }

    @Test func holdCommitReadCancel() throws {
        let agency = try Agency()
        let booking = try bookingCode(agency)
        let held = agency.reserve([booking], reference: "REF1").message
        #expect(held?.attribute("ResResponseType") == "Reserved")
        let made = try #require(reservation(held))
        let id = try #require(made.child("UniqueID")?.attribute("ID"))
        #expect(made.descendant("TPA_Extensions", "HoldExpires") != nil)
        let again = agency.reserve([booking], reference: "REF1").message
        #expect(again?.child("Warnings") != nil)
        #expect(reservation(again)?.child("UniqueID")?.attribute("ID") == id)
        let committed = agency.reserve([], reference: "REF1", status: "Commit", ours: id).message
        #expect(committed?.attribute("ResResponseType") == "Committed")
        let read = agency.read("REF1", type: "16")
        #expect(reservation(read)?.attribute("ResStatus") == "Committed")
        #expect(agency.cancel(id, "Initiate")?.attribute("Status") == "Pending")
        #expect(agency.cancel(id)?.attribute("Status") == "Cancelled")
        #expect(code(agency.cancel(id)) == "450")
        let states = agency.desk.shop.inventory.movements.map(\.state)
        #expect(states == [.held, .booked, .released])
        let calls = agency.desk.audit.entries(after: 0)
        #expect(calls.first { $0.step == "reserve" }?.hotels.count == 1)
        #expect(calls.filter { $0.committed != nil }.allSatisfy { $0.reference == "REF1" })
    }

    @Test func holdsEndAndCannotBeCommittedThen() throws {
        let agency = try Agency()
        let held = agency.reserve([try bookingCode(agency)], reference: "REF1").message
        let id = try #require(reservation(held)?.child("UniqueID")?.attribute("ID"))
        agency.now = agency.now.adding(milliseconds: 15 * 60_000)
        let late = agency.reserve([], reference: "REF1", status: "Commit", ours: id)
        #expect(code(late.message) == "450")
        let read = agency.read(id, type: "14")
        #expect(reservation(read)?.attribute("ResStatus") == "Cancelled")
    }

    @Test func refusalsAtTheReservation() throws {
        let agency = try Agency()
        let booking = try bookingCode(agency)
        let isPlanned = agency.desk.planNext(
            [.fault(.priceChanged), .fault(.soldOut)], for: PlanTarget(step: "reserve"))
        #expect(isPlanned)
        #expect(code(agency.reserve([booking], reference: "R1").message) == "365")
        #expect(code(agency.reserve([booking], reference: "R1").message) == "322")
        let wrong = "<Total AmountAfterTax=\"1.00\" CurrencyCode=\"EUR\"/>"
        #expect(code(agency.reserve([booking], reference: "R1", total: wrong).message) == "365")
        #expect(code(agency.reserve(["nonsense"], reference: "R1").message) == "249")
        #expect(code(agency.read("R1", type: "16")) == "245")
        agency.now = agency.now.adding(milliseconds: 20 * 60_000)
        #expect(code(agency.reserve([booking], reference: "R1").message) == "436")
        #expect(agency.desk.shop.inventory.all.isEmpty)
    }

    @Test func aRiseThatAnAnswerTellsIsTrue() throws {
        let agency = try Agency()
        let hotels = agency.codes(in: "Lisbon")
        let old = try #require(agency.stays(agency.avail(hotels).message).first)
        let hotel = try #require(old.child("BasicPropertyInfo")?.attribute("HotelCode"))
        let isPlanned = agency.desk.planNext(
            [.fault(.priceChanged)], for: PlanTarget(step: "avail"))
        #expect(isPlanned)
        let told = try #require(agency.stays(agency.avail([hotel]).message).first)
        let later = try #require(agency.stays(agency.avail([hotel]).message).first)
        #expect(Agency.bookingCode(told) == Agency.bookingCode(later))
        #expect(code(agency.reserve([Agency.bookingCode(old)], reference: "R1").message) == "365")
        let held = agency.reserve([Agency.bookingCode(told)], reference: "R2").message
        #expect(held?.attribute("ResResponseType") == "Reserved")
        let kept = try #require(reservation(held)?.descendant("RoomStays", "RoomStay"))
        let totals = try [old, told, later, kept].map {
            try amount($0.child("Total"), "AmountBeforeTax")
        }
        #expect(totals[1] > totals[0])
        #expect(totals[2] == totals[1] && totals[3] == totals[1])
    }

    @Test func worseTermsShowInTheAnswer() throws {
        let agency = try Agency()
        let stays = agency.stays(agency.avail(agency.codes(in: "Lisbon")).message)
        func isNonRefundable(_ stay: XMLElement?) -> Bool {
            let path = stay?.descendant("RatePlans", "RatePlan", "CancelPenalties", "CancelPenalty")
            return path?.attribute("NonRefundable") == "true"
        }
        let free = try #require(stays.first { !isNonRefundable($0) })
        let isPlanned = agency.desk.planNext(
            [.fault(.termsChanged)], for: PlanTarget(step: "reserve"))
        #expect(isPlanned)
        let held = agency.reserve([Agency.bookingCode(free)], reference: "R1").message
        #expect(isNonRefundable(reservation(held)?.descendant("RoomStays", "RoomStay")))
    }

    @Test func onlyRoomsOfOneKindTogether() throws {
        let agency = try Agency()
        let stays = agency.stays(agency.avail(agency.codes(in: "Lisbon")).message)
        let codes = Array(stays.map { Agency.bookingCode($0) }.prefix(2))
        #expect(codes.count == 2)
        #expect(code(agency.reserve(codes, reference: "R1").message) == "402")
    }

    @Test func aReservationIsFoundLateByItsReference() throws {
        let agency = try Agency(
            scenario: """
                {"name":"t","suppliers":{"otaxml":{"retrieveLag":{"fixedMs":9000}}}}
                """)
        _ = agency.reserve([try bookingCode(agency)], reference: "REF1")
        #expect(code(agency.read("REF1", type: "16")) == "245")
        agency.now = agency.now.adding(milliseconds: 9000)
        #expect(agency.read("REF1", type: "16")?.child("Success") != nil)
    }

    @Test func faultsAreSoapFaults() throws {
        let agency = try Agency()
        let isPlanned = agency.desk.planNext(
            [.fault(.status(500)), .fault(.throttle)], for: PlanTarget(step: "avail"))
        #expect(isPlanned)
        let fault = agency.avail(agency.codes(in: "Lisbon"))
        #expect(fault.delivery.status == 500 && fault.message?.name == "Fault")
        let throttled = agency.avail(agency.codes(in: "Lisbon"))
        #expect(throttled.delivery.status == 200 && code(throttled.message) == "450")
    }
}
