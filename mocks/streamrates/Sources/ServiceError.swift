import MockKit
import WireFormat

/// An error answer: `{"error":{code, description, message}}`; the code counts, not the status.
struct ServiceError {
    let status: Int
    let code: Int
    let description: String
    let message: String

    init(_ status: Int, _ code: Int, _ description: String, _ message: String) {
        self.status = status
        self.code = code
        self.description = description
        self.message = message
    }

    static let noAvailability = ServiceError(
        200, 2001, "no availability found", "no availability found")

    static func invalid(_ description: String) -> ServiceError {
        ServiceError(400, 4002, description, "required request field is missing or wrong input")
    }

    func answer(outcome: String) -> MockAnswer {
        var json = JSONWriter()
        json.beginObject()
        json.key("error")
        json.beginObject()
        json.member("code", code)
        json.member("description", description)
        json.member("message", message)
        json.endObject()
        json.endObject()
        return MockAnswer(
            status: status, type: "application/json; charset=utf-8", body: .whole(json.bytes),
            outcome: outcome)
    }
}
