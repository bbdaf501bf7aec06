import MockKit
import WireFormat

/// `<Errors><Error Type Code ShortText/></Errors>`, sent with status 200.
struct OtaError {
    /// 1 unknown, 3 business rule, 4 authentication, 10 required field missing, 12 processing.
    let type: Int
    let code: Int
    let text: String
    /// For the audit log.
    let outcome: String

    init(type: Int, code: Int, _ text: String, outcome: String = "refused") {
        self.type = type
        self.code = code
        self.text = text
        self.outcome = outcome
    }

    static func missing(_ what: String) -> OtaError {
        OtaError(type: 10, code: 321, "Required field missing: \(what)", outcome: "invalid")
    }

    static let noAvailability = OtaError(
        type: 3, code: 322, "No availability", outcome: "soldOut")

    func write(to xml: inout XMLWriter) {
        xml.start("Errors")
        xml.start("Error")
        xml.attribute("Type", type)
        xml.attribute("Code", code)
        xml.attribute("ShortText", text)
        xml.end()
        xml.end()
    }
}
