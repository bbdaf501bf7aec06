import SupplierKit
import TravelModel
import WireFormat

/// A room stay with its room types and rate plans by code, so that each is read once however many
/// rates share it.
struct OtaxmlStay {
    /// A rate plan, and its words for the guest.
    struct Plan {
        let element: XMLElement
        let notes: [String]
    }

    /// Rates, types and plans of one stay that are looked at; more is nobody's room stay.
    static let most = 500

    let rates: [XMLElement]
    /// The total of the stay, where it can only be that of its one rate.
    let totalOfOnlyRate: XMLElement?
    private let types: Named<XMLElement>
    private let plans: Named<Plan>

    init(_ stay: XMLElement) {
        rates =
            stay.child("RoomRates").map { Array($0.children("RoomRate").prefix(Self.most)) } ?? []
        totalOfOnlyRate = rates.count == 1 ? stay.child("Total") : nil
        types = Named(stay.child("RoomTypes"), "RoomType", ["RoomTypeCode", "RoomID"]) { $0 }
        plans = Named(stay.child("RatePlans"), "RatePlan", ["RatePlanCode", "RatePlanID"]) {
            Plan(element: $0, notes: Self.notes(of: $0))
        }
    }

    /// The room type of a code.
    func type(_ code: String) -> XMLElement? { types[code] }

    /// The rate plan of a code.
    func plan(_ code: String) -> Plan? { plans[code] }

    /// The plan's description, and penalties that are only words.
    private static func notes(of plan: XMLElement) -> [String] {
        var notes = OtaxmlNotes()
        notes.add(plan.child("RatePlanDescription")?.children("Text"))
        let penalties = plan.child("CancelPenalties")?.children("CancelPenalty")
        for penalty in penalties.map({ Array($0.prefix(8)) }) ?? [] {
            for words in penalty.children("PenaltyDescription") {
                notes.add(words.children("Text"))
            }
        }
        return notes.texts
    }

    /// Elements of a list by the codes they go by; of two with one code the first counts.
    private struct Named<Value> {
        private var byCode: [String: Value] = [:]
        /// A single element without any code needs none to be the one that is meant.
        private var only: Value?

        init(
            _ list: XMLElement?, _ item: String, _ names: [String], _ read: (XMLElement) -> Value
        ) {
            let elements = list.map { Array($0.children(item).prefix(OtaxmlStay.most)) } ?? []
            for element in elements {
                let codes = names.compactMap { element.attribute($0) }
                if codes.isEmpty, elements.count == 1 { only = read(element) }
                let new = codes.filter { !$0.isEmpty && byCode[$0] == nil }
                guard !new.isEmpty else { continue }
                let value = read(element)
                for code in new { byCode[code] = value }
            }
        }

        subscript(code: String) -> Value? { byCode[code] ?? only }
    }
}

/// The codes of a room rate, under the names that dialects give them.
struct OtaxmlCodes {
    let roomType: String
    let ratePlan: String

    init(_ rate: XMLElement) {
        roomType = rate.attribute("RoomTypeCode") ?? rate.attribute("RoomID") ?? ""
        ratePlan = rate.attribute("RatePlanCode") ?? rate.attribute("RatePlanID") ?? ""
    }
}

/// At most eight different texts, cut to 500 characters.
struct OtaxmlNotes {
    private(set) var texts: [String] = []

    mutating func add(_ elements: XMLChildren?) {
        for text in elements.map({ Array($0.prefix(8)) }) ?? [] where texts.count < 8 {
            add(BoundedText.cut(text.trimmedText, characters: 500))
        }
    }

    mutating func add(_ note: String) {
        if texts.count < 8, !note.isEmpty, !texts.contains(note) { texts.append(note) }
    }
}
