import MockKit
import WireFormat

/// A search, checked.
struct AvailRequest {
    /// A kind of room asked for, once or more often.
    struct Candidate {
        let rph: String
        let quantity: Int
        let party: Party
    }

    /// Hotels that one message may name.
    static let mostHotels = 100

    let stay: Stay
    let candidates: [Candidate]
    let hotels: [String]
    let allowsOnRequest: Bool

    /// One party a room, in the order of the candidates.
    var parties: [Party] {
        candidates.flatMap { Array(repeating: $0.party, count: $0.quantity) }
    }

    /// The codes named, for plans and the audit log.
    static func hotels(_ message: XMLElement) -> [String] {
        guard let segment = segment(message) else { return [] }
        return (segment.child("HotelSearchCriteria")?.children("Criterion").map { $0 } ?? [])
            .compactMap { $0.child("HotelRef")?.attribute("HotelCode") }
    }

    private static func segment(_ message: XMLElement) -> XMLElement? {
        message.descendant("AvailRequestSegments", "AvailRequestSegment")
    }

    /// Reads the message, or says what is wrong with it first.
    static func read(_ message: XMLElement, today: Day) -> Result<AvailRequest, AvailFault> {
        guard let segment = segment(message), let range = segment.child("StayDateRange"),
            let checkIn = range.attribute("Start").flatMap({ Day($0) }),
            let checkOut = range.attribute("End").flatMap({ Day($0) })
        else { return .failure(AvailFault(.missing("StayDateRange"))) }
        guard checkIn >= today, let stay = Stay(checkIn: checkIn, checkOut: checkOut) else {
            return .failure(
                AvailFault(OtaError(type: 3, code: 450, "Invalid dates", outcome: "invalid")))
        }
        let hotels = hotels(message)
        guard !hotels.isEmpty else { return .failure(AvailFault(.missing("HotelRef"))) }
        guard hotels.count <= mostHotels else {
            return .failure(
                AvailFault(
                    OtaError(
                        type: 3, code: 450, "More than \(mostHotels) hotels", outcome: "invalid")))
        }
        var candidates: [Candidate] = []
        for room in segment.child("RoomStayCandidates")?.children("RoomStayCandidate").map({ $0 })
            ?? []
        {
            guard let candidate = candidate(room, number: candidates.count + 1) else {
                return .failure(
                    AvailFault(
                        OtaError(
                            type: 3, code: 397, "Invalid number of adults", outcome: "invalid")))
            }
            candidates.append(candidate)
        }
        guard !candidates.isEmpty, candidates.reduce(0, { $0 + $1.quantity }) <= 8 else {
            return .failure(AvailFault(.missing("RoomStayCandidate")))
        }
        return .success(
            AvailRequest(
                stay: stay, candidates: candidates, hotels: hotels,
                allowsOnRequest: message.attribute("OnRequestInd") != "false"))
    }

    /// Adults are 10, children 8, infants 7; a child without an age counts as ten.
    private static func candidate(_ room: XMLElement, number: Int) -> Candidate? {
        var adults = 0
        var ages: [Int] = []
        for count in room.child("GuestCounts")?.children("GuestCount").map({ $0 }) ?? [] {
            let guests = count.attribute("Count").flatMap { Int($0) } ?? 1
            let age = count.attribute("Age").flatMap { Int($0) }
            guard (1...8).contains(guests) else { return nil }
            switch count.attribute("AgeQualifyingCode") {
            case "10", nil: adults += guests
            case "8": ages += Array(repeating: age ?? 10, count: guests)
            case "7": ages += Array(repeating: age ?? 1, count: guests)
            default: return nil
            }
        }
        let quantity = room.attribute("Quantity").flatMap { Int($0) } ?? 1
        guard let party = Party(adults: adults, childAges: ages), (1...8).contains(quantity) else {
            return nil
        }
        return Candidate(
            rph: room.attribute("RPH") ?? String(number), quantity: quantity, party: party)
    }
}

/// A search that cannot be answered.
struct AvailFault: Error {
    let error: OtaError

    init(_ error: OtaError) {
        self.error = error
    }
}
