import Testing
import WireFormat

@Suite struct JSONReaderTests {
    @Test func readsMembersInPlace() throws {
        let body = Array(
            #"{"id":"a\u00e9","n":-12,"p":"10.50","q":10.5,"x":[{}, null],"b":true}"#.utf8)
        var reader = try JSONReader(body)
        var seen = JSONSeen()
        var id = ""
        var n: Int8 = 0
        var amounts: [String] = []
        var flag = false
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id":
                try seen.once(0, key)
                id = try reader.string()
            case "n": n = try reader.integer()
            case "p", "q": amounts.append(try reader.textOrNumber().string)
            case "b": flag = try reader.bool()
            default: try reader.skip()
            }
        }
        try reader.finish()
        #expect(id == "aé")
        #expect(n == -12)
        #expect(amounts == ["10.50", "10.5"])
        #expect(flag)
        #expect(seen.contains(0))
    }
}
