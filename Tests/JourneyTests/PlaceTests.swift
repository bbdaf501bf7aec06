import Foundation
import HTTPClient
import Testing
import WireFormat

extension Journey {
    /// From what is typed to a search, over a real index and real sockets.
    @Suite struct PlaceTests {
        /// Texts that some parser could take for something else, each also a fixture of the index.
        private static func hostileTexts() throws -> [String] {
            let file = Fixtures.root + "/Tests/PlacesTests/Fixtures/hostile.txt"
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            return lines.map { String($0).resolvingScalars }
        }

        private static func suggest(_ text: String) -> String {
            let digits = text.utf8.map { byte in
                let hex = String(byte, radix: 16, uppercase: true)
                return hex.count == 1 ? "%0" + hex : "%" + hex
            }
            return "/v1/places/suggest?q=" + digits.joined()
        }

        @Test("A suggestion of any kind leads to a search of hotels it counted", .stage)
        func suggestionsLeadToSearches() async throws {
            let stage = try Stage.current
            let kinds = [
                ("country", "portu"), ("region", "lisb"), ("city", "lisb"), ("airport", "lisb"),
                ("landmark", "belem"),
            ]
            for (kind, text) in kinds {
                let found = try await stage.get("/v1/places/suggest?q=\(text)&kinds=\(kind)")
                let place = try #require(
                    try found.json["items"]?.elements?.first, "\(kind): \(found.text)")
                #expect(place["kind"]?.string == kind)
                let id = try #require(place["placeId"]?.string)
                let counted = try #require(place.number("hotelCount"))
                try #require(counted > 0, "\(kind)")
                let answer = try await stage.search(
                    Query(hotels: [], suppliers: ["direct"], more: "&placeId=\(id)"))
                let hotels = try #require(answer["counts"]?.number("hotels"))
                #expect((1...counted).contains(hotels), "\(kind)")
                let whole = try await stage.get("/v1/places/\(id)")
                #expect(whole.status == 200)
                #expect(try whole.json["placeId"]?.string == id)
            }
        }

        @Test("A hotel is searched by its id as a place, too; an unknown one is told", .stage)
        func aHotelIsAPlace() async throws {
            let stage = try Stage.current
            let hotel = try #require(try Fixtures.hotels(of: ["direct"], most: 1).first)
            let answer = try await stage.search(
                Query(hotels: [], suppliers: ["direct"], more: "&placeId=\(hotel)"))
            let shown = answer["hotels"]?.elements ?? []
            #expect(shown.map { $0["hotelId"]?.string } == [hotel])
            let unknown = try await stage.get(
                try Query(hotels: [], more: "&placeId=hotel:nowhere").path)
            #expect(unknown.status == 404)
            #expect(try unknown.json["code"]?.string == "PLACE_UNKNOWN")
        }

        @Test("Any text is a query, and is given back as it was typed", .stage)
        func hostileTexts() async throws {
            let stage = try Stage.current
            // Twice, so that the second is answered from what was kept.
            for text in try Self.hostileTexts() + Self.hostileTexts() {
                let answer = try await stage.get(Self.suggest(text))
                #expect(answer.status == 200, "\(text): \(answer.text)")
                let query = try #require(try answer.json["query"]?.string)
                #expect(Array(query.utf8) == Array(text.utf8))
            }
            let terms = String(repeating: "a ", count: 20_000)
            let tooLong = await stage.raw("GET", Self.suggest(terms))
            #expect(tooLong.status == 414)
            let many = try await stage.get(Self.suggest(String(terms.prefix(202))))
            #expect(many.status == 400)
            let longest = try await stage.get(Self.suggest(String(terms.prefix(200))))
            #expect(longest.status == 200)
        }

        @Test("Answers are kept by their tags, and tell the version of the places", .stage)
        func tags() async throws {
            let stage = try Stage.current
            let version = try #require(
                try await stage.get("/v1/places/popular").json["version"]?.string)
            let paths = [
                "/v1/places/popular?limit=5", "/v1/places/suggest?q=lisb",
                "/v1/places/geonames:2267057", "/v1/places/changes?since=\(version)",
            ]
            for path in paths {
                let first = try await stage.get(path)
                #expect(first.status == 200, "\(path): \(first.text)")
                #expect(first["Cache-Control"] == "public, max-age=300")
                #expect(first["Server-Timing"]?.hasPrefix("places;dur=") == true)
                let tag = try #require(first["ETag"])
                let again = try await stage.send(.get, path, fields: [("If-None-Match", tag)])
                #expect(again.status == 304 && again.body.isEmpty, "\(path)")
            }
            let gone = try await stage.get("/v1/places/changes?since=other")
            #expect(gone.status == 410)
            #expect(try gone.json["code"]?.string == "CHANGES_UNKNOWN")
        }
    }
}

extension String {
    /// With each `\u{...}` as the scalar it names.
    fileprivate var resolvingScalars: String {
        replacing(#/\\u\{([0-9A-F]+)\}/#) { match in
            UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
        }
    }
}
