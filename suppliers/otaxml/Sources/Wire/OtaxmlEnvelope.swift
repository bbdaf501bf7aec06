import SupplierKit
import TravelModel
import WireFormat

/// Writes a request: SOAP envelope, WS-Security where the dialect has it, the message, its POS.
struct OtaxmlEnvelope {
    private static let soap = "http://schemas.xmlsoap.org/soap/envelope/"
    private static let ota = "http://www.opentravel.org/OTA/2003/05"
    private static let wsse =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
    private static let passwordText =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0"
        + "#PasswordText"
    /// Characters of the private use area mark where the gateway puts a credential; text from
    /// outside that holds them is refused with the other characters no supplier can read.
    private static let userMark = "\u{F8F1}"
    private static let passwordMark = "\u{F8F2}"

    let settings: OtaxmlSettings
    let shopper: ShopperContext

    /// A request whose message `name` is filled by `content`; `nil` when a text cannot be written.
    func request(
        _ name: StaticString, idempotent: Bool = false, echo: String,
        _ content: (inout XMLWriter) -> Void
    ) -> SupplierRequest? {
        var xml = XMLWriter(capacity: 2048)
        xml.start("soap:Envelope")
        xml.attribute("xmlns:soap", Self.soap)
        if settings.wsse != nil { writeSecurity(to: &xml) }
        xml.start("soap:Body")
        xml.start(name)
        xml.attribute("xmlns", Self.ota)
        xml.attribute("EchoToken", echo)
        xml.attribute("Version", settings.version)
        xml.attribute("PrimaryLangID", shopper.language)
        content(&xml)
        xml.end()
        xml.end()
        xml.end()
        guard let bytes = try? xml.finish(), let body = parts(of: bytes) else { return nil }
        var request = SupplierRequest(method: .post, path: settings.path, idempotent: idempotent)
        request.headers = [
            ("Accept", "text/xml"), ("Content-Type", "text/xml; charset=utf-8"),
            ("SOAPAction", "\"\(name)\""),
        ]
        request.body = body
        return request
    }

    /// Who asks, as an agency's number.
    func writeSource(to xml: inout XMLWriter) {
        guard !settings.requestorID.isEmpty else { return }
        xml.start("POS")
        xml.start("Source")
        xml.attribute("ISOCountry", shopper.residency.text)
        xml.start("RequestorID")
        xml.attribute("Type", settings.requestorType)
        xml.attribute("ID", settings.requestorID)
        xml.end()
        xml.end()
        xml.end()
    }

    private func writeSecurity(to xml: inout XMLWriter) {
        xml.start("soap:Header")
        xml.start("wsse:Security")
        xml.attribute("xmlns:wsse", Self.wsse)
        xml.start("wsse:UsernameToken")
        xml.element("wsse:Username", Self.userMark)
        xml.start("wsse:Password")
        xml.attribute("Type", Self.passwordText)
        xml.text(Self.passwordMark)
        xml.end()
        xml.end()
        xml.end()
        xml.end()
    }

    /// Cuts the bytes at the marks; `nil` when the marks are not exactly those written here.
    private func parts(of bytes: [UInt8]) -> [SupplierRequest.BodyPart]? {
        var pieces: [[UInt8]] = []
        var start = 0
        var rest = bytes[...]
        while let lead = rest.firstIndex(of: Self.markLead) {
            rest = rest[(lead + 1)...]
            guard rest.starts(with: Self.markTails[0]) || rest.starts(with: Self.markTails[1])
            else { continue }
            pieces.append(Array(bytes[start..<lead]))
            start = lead + 3
        }
        pieces.append(Array(bytes[start...]))
        guard let credentials = settings.wsse else {
            return pieces.count == 1 ? [.bytes(bytes)] : nil
        }
        guard pieces.count == 3 else { return nil }
        return [
            .bytes(pieces[0]), .xmlCredential(credentials.user), .bytes(pieces[1]),
            .xmlCredential(credentials.password), .bytes(pieces[2]),
        ]
    }

    /// The marks in UTF-8: one lead byte, then two.
    private static let markLead: UInt8 = 0xEF
    private static let markTails: [[UInt8]] = [[0xA3, 0xB1], [0xA3, 0xB2]]
}
