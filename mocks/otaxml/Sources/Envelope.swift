import MockKit
import WireFormat

/// A SOAP 1.1 message, taken apart.
struct Envelope {
    /// The one element of the body.
    let message: XMLElement
    /// From the WSSE UsernameToken of the header.
    let user: (name: String, password: String)?

    /// Nil for what is no SOAP message with one element in its body.
    init?(_ bytes: [UInt8]) {
        guard let document = try? XMLDocument(parsing: bytes), document.root.name == "Envelope",
            let body = document.root.child("Body"),
            let message = body.children.first(where: { _ in true })
        else { return nil }
        self.message = message
        let token = document.root.descendant("Header", "Security", "UsernameToken")
        if let name = token?.text(of: "Username"), let password = token?.text(of: "Password") {
            user = (name, password)
        } else {
            user = nil
        }
    }

    /// Wraps an answer to `message` and gives it the fitting name.
    static func answer(
        _ message: XMLElement, outcome: String, committed: String? = nil,
        attributes: [(name: StaticString, value: String)] = [],
        _ write: (inout XMLWriter) -> Void
    ) -> MockAnswer {
        var xml = XMLWriter(capacity: 1 << 14)
        xml.start("soapenv:Envelope")
        xml.attribute("xmlns:soapenv", "http://schemas.xmlsoap.org/soap/envelope/")
        xml.start("soapenv:Body")
        xml.start(answerName(of: message.name))
        xml.attribute("xmlns", "http://www.opentravel.org/OTA/2003/05")
        xml.attribute("EchoToken", ifPresent: message.attribute("EchoToken"))
        xml.attribute("Version", "1.0")
        for attribute in attributes { xml.attribute(attribute.name, attribute.value) }
        write(&xml)
        xml.end()
        xml.end()
        xml.end()
        // Only our own texts are written, and they hold no forbidden character.
        let bytes = (try? xml.finish()) ?? []
        return MockAnswer(
            type: "text/xml; charset=utf-8", body: .whole(bytes), outcome: outcome,
            committed: committed)
    }

    private static func answerName(of request: String) -> StaticString {
        switch request {
        case "OTA_HotelAvailRQ": "OTA_HotelAvailRS"
        case "OTA_HotelResRQ": "OTA_HotelResRS"
        case "OTA_ReadRQ": "OTA_ResRetrieveRS"
        case "OTA_CancelRQ": "OTA_CancelRS"
        default: "OTA_ErrorRS"
        }
    }
}

/// A SOAP fault.
enum Fault {
    static func answer(_ status: Int, _ code: String, _ text: String) -> MockAnswer {
        var xml = XMLWriter()
        xml.start("soapenv:Envelope")
        xml.attribute("xmlns:soapenv", "http://schemas.xmlsoap.org/soap/envelope/")
        xml.start("soapenv:Body")
        xml.start("soapenv:Fault")
        xml.element("faultcode", code)
        xml.element("faultstring", text)
        xml.end()
        xml.end()
        xml.end()
        return MockAnswer(
            status: status, type: "text/xml; charset=utf-8",
            body: .whole((try? xml.finish()) ?? []), outcome: "fault")
    }
}
