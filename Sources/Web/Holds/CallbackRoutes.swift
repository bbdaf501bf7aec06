internal import Gateway
internal import HTTPServer
internal import SupplierKit
internal import TravelModel

/// `POST /v1/suppliers/{supplierId}/callbacks`: for suppliers, not for clients.
struct CallbackRoutes: Sendable {
    private static let mostBytes = 16_384

    let desk: CallbackDesk

    /// 200 without a body for whatever is proved, so that the supplier stops repeating it.
    func receive(_ call: Call) throws(Problem) -> HTTPResponse {
        guard let id = SupplierID(call.parameters["supplierId"]) else { throw Self.unknown }
        let request = call.request
        guard request.body.count <= Self.mostBytes else {
            throw Problem(.contentTooLarge, "A callback has at most 16 KB.")
        }
        let headers = request.fields.map { (name: $0.name, value: $0.value) }
        let callback = SupplierCallback(headers: headers, body: request.body)
        switch desk.receive(callback, from: id) {
        case .taken: return HTTPResponse(status: .ok)
        case .unknownSupplier: throw Self.unknown
        case .unreadable(let fault):
            throw Problem(faults: [InputFault(place: .pointer(""), detail: fault.detail)])
        case .refused:
            throw Problem(.callbackRefused, "The signature is wrong, or not of this time.")
        }
    }

    private static let unknown = Problem(
        .supplierUnknown, "No supplier of this name sends callbacks here.")
}
