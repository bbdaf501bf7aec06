import SupplierKit
import Testing

/// Words for operators are bounded in bytes, not in characters a supplier can pile marks on.
@Suite struct DetailTests {
    private static let piled = "e" + String(repeating: "\u{301}", count: 250_000)

    @Test func everyDetailIsCut() {
        let details = [
            SupplierFailure(.malformed, phase: .decode, detail: Self.piled).detail,
            TransportFault(phase: .body, reason: .brokenBody, detail: Self.piled).detail,
            OfferDrop(.malformed, Self.piled).what,
        ]
        #expect(details.allSatisfy { (1...800).contains($0.utf8.count) })
        let plain = String(repeating: "x", count: 300)
        #expect(SupplierFailure(.malformed, phase: .decode, detail: plain).detail.count == 200)
    }
}
