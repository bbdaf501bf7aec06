public import MockKit
import WireFormat

/// Imitates a supplier that speaks OTA 2003/05 over SOAP 1.1 in the manner of Juniper and SiteMinder.
///
/// Written from published samples and error lists; `README.md` names the dialect's choices. There
/// is one route, `POST /ota`; the message says what is wanted.
public struct OtaxmlMock: MockSupplier {
    /// User name and password of the demonstration account, sent as a WSSE UsernameToken.
    public static let demoUser = (name: "otaxml-demo", password: "otaxml-demo-password")

    /// `otaxml`.
    public let id = "otaxml"
    /// `reserve` is ResStatus Initiate, `commit` is ResStatus Commit.
    public let steps = ["avail", "reserve", "commit", "read", "cancel"]

    let user: (name: String, password: String)
    var reservations: [String: OtaReservation] = [:]
    var byReference: [String: String] = [:]

    /// A mock that accepts one account.
    public init(user: (name: String, password: String) = OtaxmlMock.demoUser) {
        self.user = user
    }

    /// The step by the message in the SOAP body.
    public func outline(of request: MockRequest, in shop: Shop) -> CallOutline? {
        guard request.method == "POST", request.path == ["ota"] else { return nil }
        guard let message = Envelope(request.body)?.message else {
            return CallOutline(step: "avail")
        }
        switch message.name {
        case "OTA_HotelResRQ":
            let reference = ReservationRequest.reference(message)
            let isCommit = message.attribute("ResStatus") != "Initiate"
            let tokens = ReservationRequest.bookingCodes(message).compactMap {
                shop.open($0, purpose: "booking")
            }
            return CallOutline(
                step: isCommit ? "commit" : "reserve",
                hotels: tokens.first.map { [$0.hotel] } ?? [], reference: reference)
        case "OTA_ReadRQ":
            return CallOutline(step: "read", reference: reference(message))
        case "OTA_CancelRQ":
            return CallOutline(step: "cancel", reference: reference(message))
        default:
            return CallOutline(step: "avail", hotels: AvailRequest.hotels(message))
        }
    }

    /// Checks the message and the account, then does the step.
    public mutating func answer(
        _ request: MockRequest, _ call: CallOutline, in shop: inout Shop
    ) -> MockAnswer {
        guard request.field("Content-Type")?.hasPrefix("text/xml") ?? false else {
            return failed(request, status: 415)
        }
        guard let envelope = Envelope(request.body) else {
            return Fault.answer(500, "soapenv:Client", "The request is not a SOAP message.")
        }
        guard envelope.user?.name == user.name, envelope.user?.password == user.password else {
            return reply(envelope, OtaError(type: 4, code: 448, "Authentication failed"))
        }
        switch envelope.message.name {
        case "OTA_HotelAvailRQ": return avail(envelope, in: &shop)
        case "OTA_HotelResRQ": return reserve(envelope, in: &shop)
        case "OTA_ReadRQ": return read(envelope, in: &shop)
        case "OTA_CancelRQ": return cancel(envelope, in: &shop)
        default: return reply(envelope, OtaError(type: 2, code: 450, "Unknown message"))
        }
    }

    /// 200 with error 450.
    public func throttled(_ request: MockRequest) -> MockAnswer {
        guard let envelope = Envelope(request.body) else { return failed(request, status: 500) }
        var answer = reply(envelope, OtaError(type: 3, code: 450, "Too many requests, try later"))
        answer.outcome = "throttled"
        return answer
    }

    /// A SOAP fault with that status.
    public func failed(_ request: MockRequest, status: Int) -> MockAnswer {
        Fault.answer(status, "soapenv:Server", "The service failed to process the request.")
    }

    /// The client's reference behind a UniqueID, which may be ours (14) or theirs (16).
    private func reference(_ message: XMLElement) -> String? {
        guard let id = message.child("UniqueID")?.attribute("ID") else { return nil }
        return reservations[id]?.reference ?? id
    }

    /// An answer that holds only an error, named after the request.
    func reply(_ envelope: Envelope, _ error: OtaError) -> MockAnswer {
        var answer = Envelope.answer(envelope.message, outcome: error.outcome) { xml in
            error.write(to: &xml)
        }
        answer.committed = nil
        return answer
    }
}
