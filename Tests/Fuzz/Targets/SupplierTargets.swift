import SupplierKit
import SupplierLinkrest
import SupplierOtaxml
import SupplierStreamrates

extension FuzzTarget {
    /// Answers of a linkrest supplier to every step.
    static let linkrest = supplier(
        "linkrest", LinkrestAdapter.self,
        SupplierDrive.Asking(
            type: "application/json", hotels: ["19248", "20011"], rooms: ["2-9,4"], currency: "USD",
            offersFrom: "exemplary/shop-one-room.json",
            checkedBy: "exemplary/price-check-available.json"))

    /// Answers of an otaxml supplier to every step.
    static let otaxml = supplier(
        "otaxml", OtaxmlAdapter.self,
        SupplierDrive.Asking(
            type: "text/xml", hotels: ["H1", "H2"], rooms: ["2"], currency: "EUR",
            offersFrom: "exemplary/search-one-room.xml"))

    /// Answers of a streamrates supplier to every step, as a stream and in one piece.
    static let streamrates = supplier(
        "streamrates", StreamratesAdapter.self,
        SupplierDrive.Asking(
            type: "text/event-stream", hotels: ["lp1897", "lp2000"], rooms: ["2"], currency: "EUR",
            offersFrom: "exemplary/stream-one-room.sse"))

    /// Whatever is answered, each step ends, the same way however the bytes are cut, and what it
    /// gives is within the model's bounds.
    private static func supplier(
        _ name: String, _ adapter: any SupplierAdapter.Type,
        _ asking: SupplierDrive.Asking
    ) -> FuzzTarget {
        let drive = Result { try SupplierDrive(name, adapter, asking) }
        return FuzzTarget(
            name, seeds: [.answers("suppliers/\(name)/Tests/Samples")], longest: 8192
        ) { input in
            let drive = try drive.get()
            var chance = Chance(input)
            let odd = [201, 204, 400, 401, 404, 409, 410, 429, 500, 503].randomElement(
                using: &chance)
            let type = asking.type
            let types = type == "text/event-stream" ? [type, "application/json"] : [type]
            for (status, type) in types.map({ (200, $0) }) + [(odd ?? 500, types[0])] {
                let head = ResponseHead(status: status, headers: [("Content-Type", type)])
                let whole = try drive.runs(head, [input])
                for pieces in input.waysOfArriving().prefix(status == 200 ? 3 : 1) {
                    let cut = try drive.runs(head, pieces)
                    try expectSame(cut, whole, "a verdict depends on how the answer was cut")
                }
                for run in whole { try run.check() }
            }
        }
    }
}
