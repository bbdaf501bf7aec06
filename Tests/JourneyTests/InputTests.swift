import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// What clients get wrong, and what they may ask of any route.
    @Suite struct InputTests {
        private func expectProblem(
            _ answer: Answer, _ status: Int, _ code: String,
            at place: SourceLocation = #_sourceLocation
        ) throws {
            #expect(answer.status == status, "\(answer.text)", sourceLocation: place)
            #expect(
                answer["Content-Type"] == "application/problem+json", sourceLocation: place)
            let body = try answer.json
            #expect(body["code"]?.string == code, sourceLocation: place)
            #expect(body.number("status") == status, sourceLocation: place)
            #expect(body["type"]?.string != nil && body["title"]?.string != nil)
            let id = try #require(body["requestId"]?.string, sourceLocation: place)
            #expect(answer["X-Request-Id"] == id, sourceLocation: place)
        }

        @Test(.stage) func everyFaultOfASearchIsToldAtOnce() async throws {
            let stage = try Stage.current
            let answer = try await stage.get(
                "/v1/offers?placeID=geonames:2267057&checkIn=2027-02-30&checkOut=2027-01-13"
                    + "&occupancy=9&currency=EURO&limit=0&suppliers=linkrset&sort=cheap")
            try expectProblem(answer, 400, "INVALID_REQUEST")
            let errors = try answer.json["errors"]?.elements ?? []
            var told: [String: String] = [:]
            for error in errors {
                told[error["parameter"]?.string ?? ""] = error["detail"]?.string
            }
            #expect(told["placeID"]?.contains("placeId") == true, "\(told)")
            #expect(told["suppliers"]?.contains("linkrest") == true)
            for name in ["checkIn", "occupancy", "currency", "limit", "sort"] {
                #expect(told[name] != nil, "\(name)")
            }
            #expect(try await stage.calls("linkrest", "shop").isEmpty)
        }

        @Test(.stage) func everyFaultOfAHoldIsToldAtOnce() async throws {
            let stage = try Stage.current
            let answer = try await stage.send(
                .post, "/v1/holds?dry=1", fields: [("Content-Type", "application/json")],
                body: """
                    {"quoteID":"x","guests":[{"room":0,"firstName":"","lastName":"Reis"}],\
                    "contact":{"email":"nobody"},"waitMs":-1}
                    """)
            try expectProblem(answer, 400, "INVALID_REQUEST")
            let errors = try answer.json["errors"]?.elements ?? []
            let places = errors.compactMap {
                $0["pointer"]?.string ?? $0["parameter"]?.string
            }
            let expected = [
                "", "/quoteID", "/guests/0/firstName", "/contact/email", "/waitMs",
                "Idempotency-Key",
                "dry",
            ]
            for place in expected { #expect(places.contains(place), "\(place) in \(places)") }
            let missing = errors.first { $0["pointer"]?.string?.isEmpty == true }
            #expect(missing?["detail"]?.string?.contains("quoteId") == true)
            let misspelt = errors.first { $0["pointer"]?.string == "/quoteID" }
            #expect(misspelt?["detail"]?.string?.contains("quoteId") == true)
        }

        @Test(.stage) func guestsAreAskedForBeforeTheSupplierIs() async throws {
            let stage = try Stage.current
            let offer = try #require(try await stage.holdable(by: "supplier", "linkrest").first)
            func post(_ body: String) async throws -> Answer {
                try await stage.send(
                    .post, "/v1/holds",
                    fields: [
                        ("Content-Type", "application/json"), ("Idempotency-Key", "guests"),
                    ], body: body)
            }
            let bare = try await post("{\"quoteId\":\"\(offer.quoteID)\"}")
            try expectProblem(bare, 422, "GUESTS_REQUIRED")
            let wrong = try await post(
                """
                {"quoteId":"\(offer.quoteID)","guests":[{"room":3,"firstName":"Ana",\
                "lastName":"Reis"}],"contact":{"email":"ana@example.org"}}
                """)
            try expectProblem(wrong, 422, "GUESTS_MISMATCH")
            #expect(try await stage.calls("linkrest", "priceCheck").isEmpty)
            // Nothing was stored under the key.
            #expect(try await stage.hold(offer.quoteID, key: "guests").status == 201)
        }

        @Test(.stage) func whatIsNotThereIsNotFound() async throws {
            let stage = try Stage.current
            let cases = [
                ("/v1/offer", "NOT_FOUND"), ("/v1/holds/none", "HOLD_UNKNOWN"),
                ("/v1/holds?attempt=none", "HOLD_UNKNOWN"), ("/v1/quotes/none", "QUOTE_UNKNOWN"),
                ("/v1/places/geonames:1", "PLACE_UNKNOWN"),
                (
                    "/v1/offers?placeId=geonames:1&checkIn=2027-01-11&checkOut=2027-01-13"
                        + "&occupancy=2", "PLACE_UNKNOWN"
                ),
            ]
            for (path, code) in cases {
                try expectProblem(try await stage.get(path), 404, code)
            }
            let hold = try await stage.hold("forged", key: "forged")
            try expectProblem(hold, 404, "QUOTE_UNKNOWN")
        }

        @Test(.stage) func aForgedQuoteIsUnknown() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "price_check", "streamrates").first)
            let letters = Array(offer.quoteID)
            for place in stride(from: 0, to: letters.count, by: 7) {
                var forged = letters
                forged[place] = forged[place] == "A" ? "B" : "A"
                let answer = try await stage.get("/v1/quotes/\(String(forged))")
                #expect(answer.status == 404, "\(place): \(answer.text)")
            }
            let whole = try await stage.get("/v1/quotes/\(offer.quoteID)")
            #expect(whole.status == 200)
            #expect(
                try whole.json["offer"]?["price"]?["total"]?["amount"]?.string == offer.total)
        }

        @Test(.stage) func methodsAndForms() async throws {
            let stage = try Stage.current
            let search = try Query(hotels: Fixtures.hotels(of: ["linkrest"], most: 1)).path
            let patch = await stage.raw("DELETE", "/v1/offers")
            try expectProblem(patch, 405, "METHOD_NOT_ALLOWED")
            #expect(patch["Allow"]?.split(separator: ", ").sorted() == ["GET", "HEAD", "OPTIONS"])
            let options = await stage.raw("OPTIONS", "/v1/holds")
            #expect(options.status == 204)
            #expect(
                options["Allow"]?.split(separator: ", ").sorted()
                    == ["GET", "HEAD", "OPTIONS", "POST"])
            let form = await stage.raw("GET", search, ["Accept: text/html"])
            try expectProblem(form, 406, "NOT_ACCEPTABLE")
            let type = await stage.raw(
                "POST", "/v1/holds", ["Content-Type: text/plain", "Idempotency-Key: a"],
                body: "{}")
            try expectProblem(type, 415, "UNSUPPORTED_MEDIA_TYPE")
            let large = await stage.raw(
                "POST", "/v1/holds", ["Content-Type: application/json", "Idempotency-Key: a"],
                body: String(repeating: " ", count: 70_000))
            try expectProblem(large, 413, "CONTENT_TOO_LARGE")
            let long = await stage.raw(
                "GET", "/v1/offers?q=" + String(repeating: "a", count: 65_536))
            try expectProblem(long, 414, "TARGET_TOO_LONG")
            let named = await stage.raw("GET", "/v1/none", ["X-Request-Id: from-a-client-1"])
            #expect(named["X-Request-Id"] == "from-a-client-1")
        }

        /// HEAD has the status and the fields of GET, and no body.
        @Test(.stage) func headWhereverGet() async throws {
            let stage = try Stage.current
            let offer = try #require(
                try await stage.holdable(by: "price_check", "streamrates").first)
            let held = try await stage.hold(offer.quoteID, key: "head")
            let location = try #require(held["Location"])
            let search = try Query(hotels: [offer.hotel], suppliers: ["streamrates"]).path
            let paths = [
                search, "/v1/quotes/\(offer.quoteID)", location, "/v1/holds?attempt=head",
                "/v1/places/suggest?q=lis", "/v1/places/geonames:2267057", "/healthz", "/readyz",
                "/openapi.json",
            ]
            let asked = try await stage.calls("streamrates", "rates").count
            for path in paths {
                let head = await stage.raw("HEAD", path)
                #expect(head.status == 200, "\(path)")
                #expect(head.body.isEmpty, "\(path)")
                #expect(head["Content-Type"] == "application/json", "\(path)")
            }
            #expect(try await stage.calls("streamrates", "rates").count == asked)
            for path in paths {
                let whole = await stage.raw("GET", path)
                #expect(whole.status == 200 && !whole.body.isEmpty, "\(path)")
            }
            let missing = await stage.raw("HEAD", "/v1/holds/none")
            #expect(missing.status == 404 && missing.body.isEmpty)
            let stream = await stage.raw("HEAD", search, ["Accept: text/event-stream"])
            #expect(stream.status == 200 && stream.body.isEmpty)
            #expect(stream["Content-Type"] == "text/event-stream")
            #expect(stream["X-Accel-Buffering"] == "no")
        }

        @Test(.stage) func operations() async throws {
            let stage = try Stage.current
            #expect(try await stage.get("/healthz").json["status"]?.string == "ok")
            let ready = try await stage.get("/readyz")
            #expect(ready.status == 200)
            let checks = try ready.json["checks"]?.elements ?? []
            #expect(checks.count >= 3 && checks.allSatisfy { $0["ok"]?.bool == true })
            try expectProblem(try await stage.get("/metrics"), 404, "NOT_FOUND")
            _ = try await stage.search(
                Query(hotels: Fixtures.hotels(of: ["linkrest"], most: 2)))
            #expect(try await stage.metric("tributary_searches_started_total") == 1)
            #expect(
                try await stage.metric(
                    "tributary_http_requests_total{route=\"/v1/offers\",method=\"GET\","
                        + "status=\"2xx\"}") == 1)
            let document = try await stage.get("/openapi.json")
            #expect(try document.json["openapi"]?.string?.hasPrefix("3.1") == true)
        }
    }
}
