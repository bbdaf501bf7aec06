import MockKit
import Testing
import WireFormat

@Suite struct ScenarioTests {
    private let known = ["linkrest": ["shop", "book"], "otaxml": ["avail"]]

    private func faults(in text: String) -> [String] {
        do throws(ScenarioFaults) {
            _ = try ScenarioReader.read(Array(text.utf8), file: "s.json", known: known)
            return []
        } catch {
            return error.faults.map(\.description)
        }
    }

    @Test func aWholeFileReads() {
        let text = """
            {"name":"x","drift":{"everySeconds":60,"share":0.5,"percent":3},
             "suppliers":{"*":{"steps":{"*":{"latency":{"fixedMs":5}}}},
              "linkrest":{"down":false,"holdSeconds":60,"tokenSeconds":30,
               "retrieveLag":{"uniformMs":[0,900]},
               "steps":{"book":{"latency":{"medianMs":9,"sigma":1,"tailShare":0.1,"tailMs":[5,9]},
                "gap":{"fixedMs":1},"faults":[{"kind":"status","status":504,"share":0.5},
                 {"kind":"drip","share":0.5}]}}}}}
            """
        #expect(faults(in: text).isEmpty)
    }

    @Test(arguments: [
        ("{", "s.json:1:2"),
        ("{\"name\":1}", "s.json:1:9: /name: must be a string"),
        ("{\"name\":\"a\",\"suplliers\":{}}", "s.json:1:13: /suplliers: unknown member"),
        ("{\"name\":\"a\",\"suppliers\":{\"linkrset\":{}}}", "linkrest"),
        (
            "{\"name\":\"a\",\"suppliers\":{\"linkrest\":{\"steps\":{\"bok\":{}}}}}",
            "did you mean “book”?"
        ),
        (
            "{\"name\":\"a\",\"suppliers\":{\"*\":{\"steps\":{\"*\":{\"faults\":[{\"kind\":\"drp\",\"share\":1}]}}}}}",
            "did you mean “drip”?"
        ),
        (
            "{\"name\":\"a\",\n\"suppliers\":{\"*\":{\"steps\":{\"*\":{\"faults\":[{\"kind\":\"drip\",\"share\":0.6},{\"kind\":\"hang\",\"share\":0.6}]}}}}}",
            "s.json:2:"
        ),
        (
            "{\"name\":\"a\",\"suppliers\":{\"*\":{\"steps\":{\"*\":{\"latency\":{\"uniformMs\":[9,1]}}}}}}",
            "the least and the most"
        ),
        ("{\"name\":\"a\",\"drift\":{\"share\":2}}", "must be a number"),
        (
            "{\"name\":\"a\",\"outages\":[{\"suppliers\":[\"x\"],\"everySeconds\":9,\"lastSeconds\":1,\"fault\":\"reset\"}]}",
            "unknown supplier"
        ),
        (
            "{\"name\":\"a\",\"outages\":[{\"suppliers\":[],\"everySeconds\":9,\"lastSeconds\":9,\"fault\":\"reset\"}]}",
            "lasts as long"
        ),
    ])
    func faultsAreNamedWithTheirPlace(text: String, part: String) {
        let found = faults(in: text)
        #expect(found.contains { $0.contains(part) }, "\(found)")
    }

    @Test func allFaultsAtOnce() {
        let text = "{\"drift\":{\"share\":9,\"percent\":99},\"x\":1}"
        #expect(faults(in: text).count == 4)
    }

    @Test func ownEntryBeforeTheStar() throws {
        let text = """
            {"name":"x","suppliers":{"*":{"holdSeconds":5},"otaxml":{"holdSeconds":7,"down":true}}}
            """
        let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json", known: known)
        #expect(scenario.behaviour(of: "linkrest").holdLife == 5000)
        #expect(scenario.behaviour(of: "otaxml").holdLife == 7000)
        #expect(scenario.behaviour(of: "otaxml").isDown)
    }
}
