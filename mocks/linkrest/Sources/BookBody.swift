import MockKit
import WireFormat

/// The body of a booking, checked.
struct BookBody {
    let reference: String
    let hold: Bool
    let email: String
    let phone: (country: String, number: String)
    let guests: [(given: String, family: String)]

    /// The client's reference alone, for plans and the audit log; nil where there is none.
    static func reference(_ request: MockRequest) -> String? {
        (try? JSONValue(parsing: request.body))?["affiliate_reference_id"]?.string
    }

    /// Reads the body, or lists everything that is wrong with it.
    static func read(_ request: MockRequest) -> Result<BookBody, BookFaults> {
        var faults = BookFaults()
        guard let body = try? JSONValue(parsing: request.body), body.members != nil else {
            faults.add("body", "invalid", "The request body is not valid JSON.")
            return .failure(faults)
        }
        let reference = body["affiliate_reference_id"]?.string ?? ""
        let forbidden = Set("<>()&".utf8)
        if !(3...28).contains(reference.utf8.count)
            || reference.utf8.contains(where: forbidden.contains)
        {
            faults.add(
                "affiliate_reference_id", "invalid",
                "The reference must have 3 to 28 characters, none of < > ( ) &.")
        }
        let email = body["email"]?.string ?? ""
        if !email.contains("@") { faults.add("email", "required", "An email address is required.") }
        let country = body["phone"]?["country_code"]?.string
        let number = body["phone"]?["number"]?.string
        if country == nil { faults.add("phone.country_code", "required", "It is required.") }
        if number == nil { faults.add("phone.number", "required", "It is required.") }
        let rooms = body["rooms"]?.elements ?? []
        if rooms.isEmpty { faults.add("rooms", "required", "At least one room is required.") }
        var guests: [(given: String, family: String)] = []
        for room in rooms.prefix(8) {
            let given = room["given_name"]?.string ?? ""
            let family = room["family_name"]?.string ?? ""
            if given.isEmpty { faults.add("rooms.given_name", "required", "It is required.") }
            if family.isEmpty { faults.add("rooms.family_name", "required", "It is required.") }
            guests.append((given, family))
        }
        guard faults.parts.isEmpty else { return .failure(faults) }
        return .success(
            BookBody(
                reference: reference, hold: body["hold"]?.bool ?? false, email: email,
                phone: (country ?? "", number ?? ""), guests: guests))
    }
}

/// Everything that is wrong with a body.
struct BookFaults: Error {
    private(set) var parts: [RapidError.Part] = []

    mutating func add(_ name: String, _ kind: String, _ message: String) {
        let field = RapidError.Field(name: name, type: "body", value: nil)
        parts.append(RapidError.Part("\(name).\(kind)", message, [field]))
    }
}
