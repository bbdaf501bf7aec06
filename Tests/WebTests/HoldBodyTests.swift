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
            (" ", [": not valid JSON: the text ends too soon"]), ("null", [": must be an object"]),
            ("[]", [": must be an object"]),
            ("{}", [": member \u{201C}quoteId\u{201D} is missing"]),
            (#"{"quoteId":1}"#, ["/quoteId: must be a string"]),
            (#"{"quoteId":"q","quoteId":"q"}"#, [": not valid JSON: an object has a member twice"]),
            (
                #"{"quoteId":"q","offerid":"o"}"#,
                ["/offerid: unknown member; did you mean \u{201C}offerId\u{201D}?"]
            ),
            (
                #"{"quoteId":"q","guests":[{"room":8,"firstname":"A","lastName":"B"},{"room":0,"firstName":"","lastName":"B","lead":true}]}"#,
                [
                    "/guests/0/firstname: unknown member; did you mean \u{201C}firstName\u{201D}?",
                    "/guests/0/room: must be a whole number; from 0 to 7",
                    "/guests/0: member \u{201C}firstName\u{201D} is missing",
                    "/guests/1/firstName: 1 to 60 characters",
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
                    "/contact/phone: 3 to 32 digits, spaces and +()-, at least 3 of them digits",
                ]
            ),
            (
                #"{"quoteId":"q","contact":{"email":"a@b.example","phone":"x"}}"#,
                ["/contact/phone: 3 to 32 digits, spaces and +()-, at least 3 of them digits"]
            ),
            (
                #"{"quoteId":"q","contact":{"email":"a@b.example","phone":" - ( )"}}"#,
                ["/contact/phone: 3 to 32 digits, spaces and +()-, at least 3 of them digits"]
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
                    "/clientReference: 1 to 64 characters",
                    "/buyer: contains a control character (U+000A)",
                ]
            ),
        ] as [(String, [String])])
    func everyFaultIsNamed(body: String, errors: [String]) throws {
        let answer = try send(body, [("Idempotency-Key", "k1")])
        #expect(answer.status == 400)
        #expect(answer.code == "INVALID_REQUEST")
        #expect(answer.errors == errors)
    }

    /// Texts that mislead whoever reads them, and what is said of them.
    private static let misleading: [(text: String, told: String)] =
        [
            (" ", "has nothing that can be seen"),
            ("\\u3164\\u2800", "has nothing that can be seen"),
            ("\\u00a0\\u3000", "has nothing that can be seen"),
            ("\\u200d\\u0301", "has nothing that can be seen"),
            ("a\\u0007", "contains a control character (U+0007)"),
            ("a\\u0085", "contains a control character (U+0085)"),
            ("a\\u2028", "contains a control character (U+2028)"),
            ("\\u200b", "contains an invisible character (U+200B)"),
            ("a\\ufeffb", "contains an invisible character (U+FEFF)"),
            ("a\\u00adb", "contains an invisible character (U+00AD)"),
        ] + turning
    private static let turning =
        ([0x202A...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0x061C...0x061C] as [ClosedRange<Int>])
        .joined().map { (value: Int) -> (text: String, told: String) in
            let hex = String(value, radix: 16, uppercase: true)
            let digits = String(repeating: "0", count: 4 - hex.count) + hex
            return (
                "a\\u\(digits)b",
                "contains a character that turns the direction of text (U+\(digits))"
            )
        }

    @Test func noTextThatGoesOnMisleadsItsReader() throws {
        for (text, told) in Self.misleading {
            let answer = try send(
                """
                {"quoteId":"q","clientReference":"\(text)","buyer":"\(text)",
                 "guests":[{"room":9,"firstName":"\(text)","lastName":"\(text)"}]}
                """, [("Idempotency-Key", "k1")])
            #expect(answer.status == 400)
            #expect(answer.code == "INVALID_REQUEST")
            #expect(
                answer.errors == [
                    "/guests/0/room: must be a whole number; from 0 to 7",
                    "/guests/0/firstName: \(told)", "/guests/0/lastName: \(told)",
                    "/clientReference: \(told)", "/buyer: \(told)",
                ], "\(text)")
        }
    }

    @Test func metadataIsFreeTextThatTurnsNothing() throws {
        for (text, told) in Self.turning {
            let answer = try send(
                #"{"quoteId":"q","metadata":{"a/b":["x",{"c":"\#(text)"}],"e\#(text)":1,"f":" "}}"#,
                [("Idempotency-Key", "k1")])
            #expect(
                answer.errors == [
                    "/metadata: the name of a member \(told)", "/metadata/a~1b/1/c: \(told)",
                ])
        }
        let plain = #"{"quoteId":"q","metadata":{"":"","n":"two\nlines\tand \u200d"}}"#
        #expect(try send(plain, [("Idempotency-Key", "k")]).code == "QUOTE_UNKNOWN")
    }

    @Test(
        "Names of many scripts are names",
        arguments: [
            "Zoë", "李", "محمد", "नेहा", "می\u{200C}خواهم", "क्\u{200D}ष", "O’Neil-Đặng", "👩\u{200D}🚀",
        ])
    func names(name: String) throws {
        let body =
            #"{"quoteId":"q","guests":[{"room":0,"firstName":"\#(name)","lastName":"\#(name)"}],"#
            + #""clientReference":"\#(name)","buyer":"\#(name)"}"#
        #expect(try send(body, [("Idempotency-Key", "k")]).code == "QUOTE_UNKNOWN")
    }

    @Test(
        "A stay has one lead: several guests say which, one alone need not",
        arguments: [
            ([nil], []), ([true], []), ([false], []), ([true, nil], []), ([false, true, nil], []),
            ([nil, nil], ["/guests: no lead: of several guests exactly one has \"lead\": true"]),
            (
                [false, false],
                ["/guests: no lead: of several guests exactly one has \"lead\": true"]
            ),
            (
                [true, nil, true, true],
                [
                    "/guests/2/lead: another guest is the lead already; a stay has one",
                    "/guests/3/lead: another guest is the lead already; a stay has one",
                ]
            ),
        ] as [([Bool?], [String])])
    func leads(flags: [Bool?], errors: [String]) throws {
        let guests = flags.map { flag in
            let lead = flag.map { #","lead":\#($0)"# } ?? ""
            return #"{"room":0,"firstName":"A","lastName":"B"\#(lead)}"#
        }
        let answer = try send(
            #"{"quoteId":"q","guests":[\#(guests.joined(separator: ","))]}"#,
            [("Idempotency-Key", "k")])
        #expect(answer.errors == errors)
        #expect(answer.status == (errors.isEmpty ? 404 : 400))
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
