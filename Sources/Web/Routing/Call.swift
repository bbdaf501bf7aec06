internal import Gateway
internal import HTTPServer
internal import TravelModel

/// One request on its way to its route's handler, with everything that was decided about it.
struct Call: Sendable {
    let request: HTTPRequest
    /// Told to the client, to logs and in problems.
    let requestID: String
    /// Who asks; on an open route nobody in particular.
    let client: Client
    /// What stood in the gaps of the path.
    let parameters: PathParameters
    /// The form the client gets; `nil` only for a route without a body.
    let form: MediaType?
    /// When handling began.
    let started: Uptime

    /// Whose key it is.
    var tenant: TenantID { client.tenant }
}
