import GatewayTesting
import HTTPServer
import Testing

@testable import Web

/// Every fault of a request to hold, all at once, by its place.
@Suite struct HoldBodyTests {
    private let scene: WebScene

    init() throws { scene = try WebScene { _, _, _ in .answer("") } }

    private func send(_ body: String, _ fields: [(String, String)]) throws -> Answer {
        try scene.ask(
            .post, "/v1/holds", [("Content-Type", "application/json")] + fields, body: body)
    }

    @Test(
        arguments: [
            ("", [": the body is missing; a JSON object is needed"]),
            (" ", [": not valid JSON: endsTooSoon"]), ("null", [": must be an object"]),
            ("[]", [": must be an object"]),
            ("{}", [": member \u{201C}quoteId\u{201D} is missing"]),
            (#"{"quoteId":1}"#, ["/quoteId: must be a string"]),
            (#"{"quoteId":"q","quoteId":"q"}"#, [": not valid JSON: duplicateKey"]),
            (
                #"{"quoteId":"q","offerid":"o"}"#,
                ["/offerid: unknown member; did you mean \u{201C}offerId\u{201D}?"]
            ),
            (
                #"{"quoteId":"q","guests":[{"room":8,"firstname":"A","lastName":"B"},{"room":0,"firstName":"","lastName":"B"}]}"#,
                [
                    "/guests/0/firstname: unknown member; did you mean \u{201C}firstName\u{201D}?",
                    "/guests/0/room: must be a whole number; from 0 to 7",
                    "/guests/0: member \u{201C}firstName\u{201D} is missing",
                    "/guests/1/firstName: 1 to 60 characters, none of them a control",
                ]
            ),
            (
                #"{"quoteId":"q","contact":{"email":"nobody"}}"#,
                ["/contact/email: a mail address"]
            ),
            (
                #"{"quoteId":"q","contact":{"email":"nobody","phone":"x"}}"#,
                [
                    "/contact/email: a mail address",
                    "/contact/phone: 3 to 32 digits, spaces and +()-",
                ]
            ),
            (
                #"{"quoteId":"q","contact":{"email":"a@b.example","phone":"x"}}"#,
                ["/contact/phone: 3 to 32 digits, spaces and +()-"]
            ),
            (
                #"{"quoteId":"q","contact":{"phone":"123"}}"#,
                ["/contact: member \u{201C}email\u{201D} is missing"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{}}"#,
                ["/maxIncrease: either amount, with its currency, or percent"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"amount":"1.00","percent":1}}"#,
                ["/maxIncrease: either amount, with its currency, or percent"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"percent":1.234}}"#,
                ["/maxIncrease/percent: a number from 0 to 100, at most two decimals"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"percent":"5"}}"#,
                ["/maxIncrease/percent: a number from 0 to 100, at most two decimals"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"amount":"1.00","currency":"eur"}}"#,
                ["/maxIncrease/currency: a code of ISO 4217"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"amount":"1.001","currency":"EUR"}}"#,
                ["/maxIncrease/amount: an amount of EUR such as 10.00"]
            ),
            (
                #"{"quoteId":"q","maxIncrease":{"amount":"-1","currency":"JPY"}}"#,
                ["/maxIncrease/amount: an amount of JPY such as 1000"]
            ),
            (#"{"quoteId":"q","metadata":[1]}"#, ["/metadata: must be an object"]),
            (
                #"{"quoteId":"q","metadata":{"a":"\#(String(repeating: "x", count: 4090))"}}"#,
                ["/metadata: at most 4096 bytes"]
            ),
            (
                #"{"quoteId":"q","clientReference":"","buyer":"a\nb","waitMs":30001}"#,
                [
                    "/waitMs: must be a whole number; from 0 to 30000",
                    "/clientReference: 1 to 64 characters, none of them a control",
                    "/buyer: 1 to 64 characters, none of them a control",
                ]
            ),
        ] as [(String, [String])])
    func everyFaultIsNamed(body: String, errors: [String]) throws {
        let answer = try send(body, [("Idempotency-Key", "k1")])
        #expect(answer.status == 400)
        #expect(answer.code == "INVALID_REQUEST")
        #expect(answer.errors == errors)
    }

    @Test(
        arguments: [
            ([], "{}", ["Idempotency-Key: missing; a new value for each new attempt"]),
            (
                [("Idempotency-Key", "")], "{}",
                ["Idempotency-Key: 1 to 255 visible ASCII characters"]
            ),
            (
                [("Idempotency-Key", "a b")], "{}",
                ["Idempotency-Key: 1 to 255 visible ASCII characters"]
            ),
            (
                [("Idempotency-Key", String(repeating: "k", count: 256))], "{}",
                ["Idempotency-Key: 1 to 255 visible ASCII characters"]
            ),
            (
                [("Idempotency-Key", "a"), ("idempotency-key", "a")], "{}",
                ["Idempotency-Key: given 2 times, once is needed"]
            ),
            (
                [("Idempotency-Key", "a")], #"{"requestId":"b"}"#,
                ["Idempotency-Key: says something else than requestId in the body"]
            ),
        ] as [([(String, String)], String, [String])])
    func theKeyIsNeeded(fields: [(String, String)], body: String, errors: [String]) throws {
        let answer = try send(body, fields)
        #expect(answer.status == 400)
        #expect(answer.errors == [": member \u{201C}quoteId\u{201D} is missing"] + errors)
    }

    @Test(
        arguments: [
            ([("Idempotency-Key", String(repeating: "k", count: 255))], #"{"quoteId":"q"}"#),
            ([], #"{"quoteId":"q","requestId":"old"}"#),
            ([("Idempotency-Key", "same")], #"{"quoteId":"q","requestId":"same"}"#),
        ] as [([(String, String)], String)])
    func eitherNameOfTheKeyWillDo(fields: [(String, String)], body: String) throws {
        #expect(try send(body, fields).code == "QUOTE_UNKNOWN")
    }

    @Test(
        arguments: [
            ("0", 0), ("100", 10_000), ("2.5", 250), ("2.50", 250), ("0.01", 1), ("100.01", nil),
            ("-1", nil), ("1.", nil), (".5", nil), ("1e1", nil), ("", nil), ("2.505", nil),
            ("1.-5", nil),
        ] as [(String, Int?)])
    func percentsAreReadDigitByDigit(text: String, points: Int?) {
        #expect(HoldBody.basisPoints(text) == points)
    }

    @Test func deepAndBrokenBodiesAreFaultsNotTraps() throws {
        for body in [
            String(repeating: "[", count: 10_000),
            "{\"metadata\":" + String(repeating: "{\"a\":", count: 40),
            "{\"quoteId\":\"\u{0}\"}", "\u{FEFF}{}", "{\"quoteId\":\"q\"} x",
        ] {
            #expect(try send(body, [("Idempotency-Key", "k")]).status == 400)
        }
    }
}
