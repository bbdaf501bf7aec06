import MockKit

extension LinkrestMock {
    /// What the `Test` header asks for; nil goes on with the step, perhaps with an outcome forced.
    ///
    /// Rapid answers with fixed data there; this mock forces the outcome on its own data, so that
    /// a journey can go on from it.
    mutating func tested(
        _ request: MockRequest, _ call: CallOutline, in shop: inout Shop
    ) -> MockAnswer? {
        guard let keyword = request.field("Test") else { return nil }
        switch (call.step, keyword) {
        case (_, "standard"), ("priceCheck", "available"): return nil
        case ("priceCheck", "price_changed"), ("book", "price_mismatch"):
            shop.forced = .priceChanged
            return nil
        case ("priceCheck", "sold_out"), ("book", "rooms_unavailable"):
            shop.forced = .soldOut
            return nil
        case ("shop", "no_availability"):
            return MockAnswer(
                type: "application/json", body: .whole(Array("[]".utf8)), outcome: "forced")
        case ("shop", "forbidden"):
            return RapidError(403, "request_forbidden", "Your request could not be authorized.")
                .answer(outcome: "forced")
        case ("resume", "service_unavailable"):
            return MockAnswer(status: 202, type: nil, outcome: "forced")
        case ("retrieve", "degraded_response"):
            return nil
        case (_, "service_unavailable"): return failed(request, status: 503)
        case (_, "unknown_internal_error"), (_, "internal_server_error"):
            return failed(request, status: 500)
        default:
            let field = RapidError.Field(name: "Test", type: "header", value: keyword)
            return RapidError.invalid([
                RapidError.Part("test.content_invalid", "The Test header is not known.", [field])
            ]).answer(outcome: "invalid")
        }
    }
}
