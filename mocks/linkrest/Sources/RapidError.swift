import MockKit
import WireFormat

/// An error answer: `{type, message, errors[{type, message, fields}]}`.
struct RapidError {
    struct Field {
        let name: String
        /// `header`, `path`, `querystring` or `body`.
        let type: String
        let value: String?
    }

    struct Part {
        let type: String
        let message: String
        let fields: [Field]

        init(_ type: String, _ message: String, _ fields: [Field] = []) {
            self.type = type
            self.message = message
            self.fields = fields
        }
    }

    let status: Int
    let type: String
    let message: String
    var parts: [Part] = []

    init(_ status: Int, _ type: String, _ message: String, _ parts: [Part] = []) {
        self.status = status
        self.type = type
        self.message = message
        self.parts = parts
    }

    static func invalid(_ parts: [Part]) -> RapidError {
        RapidError(
            400, "invalid_input",
            "An invalid request was sent in, please check the nested errors for details.", parts)
    }

    /// A token that is altered, foreign, of another step, or too old.
    static func invalidLink(_ token: String?) -> RapidError {
        .invalid([
            Part(
                "link.invalid", "The link is invalid or has expired. Please request a new link.",
                [Field(name: "token", type: "querystring", value: token)])
        ])
    }

    func answer(outcome: String) -> MockAnswer {
        var json = JSONWriter()
        json.beginObject()
        json.member("type", type)
        json.member("message", message)
        if !parts.isEmpty {
            json.key("errors")
            json.beginArray()
            for part in parts {
                json.beginObject()
                json.member("type", part.type)
                json.member("message", part.message)
                if !part.fields.isEmpty { write(part.fields, to: &json) }
                json.endObject()
            }
            json.endArray()
        }
        json.endObject()
        return MockAnswer(
            status: status, type: "application/json", body: .whole(json.bytes), outcome: outcome)
    }

    private func write(_ fields: [Field], to json: inout JSONWriter) {
        json.key("fields")
        json.beginArray()
        for field in fields {
            json.beginObject()
            json.member("name", field.name)
            json.member("type", field.type)
            json.member("value", ifPresent: field.value)
            json.endObject()
        }
        json.endArray()
    }
}
