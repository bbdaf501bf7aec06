import MockKit

/// The committed catalogue and a supplier that does nothing but echo, for tests of the kit itself.
enum World {
    static let folder: String = {
        // This file is Tests/MockKitTests/World.swift of the repository.
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/mocks/catalogue"
    }()

    static let suppliers = [
        "linkrest", "otaxml", "streamrates", "signednet", "asyncbook", "direct",
    ]

    static let catalogue = Result { () throws(CatalogueFault) in
        try Catalogue(folder: folder, suppliers: suppliers)
    }

    static let start = Moment(milliseconds: 1_796_000_000_000)

    static func stay(_ checkIn: String, nights: Int) -> Stay? {
        Day(checkIn).flatMap { Stay(checkIn: $0, checkOut: $0.adding(nights)) }
    }
}

/// Answers every call with its number; `hold` takes a room of the first hotel.
struct EchoMock: MockSupplier {
    let id = "linkrest"
    let steps = ["search", "hold"]
    private var answered = 0

    func outline(of request: MockRequest, in shop: Shop) -> CallOutline? {
        guard let step = request.path.first, steps.contains(step) else { return nil }
        return CallOutline(
            step: step, hotels: request.parameters("hotel"),
            reference: request.parameter("reference"))
    }

    mutating func answer(
        _ request: MockRequest, _ call: CallOutline, in shop: inout Shop
    ) -> MockAnswer {
        answered += 1
        let forced = shop.forced.map { "\($0)" } ?? "none"
        let text = "{\"answer\":\(answered),\"forced\":\"\(forced)\",\"pad\":\"\(padding)\"}"
        return MockAnswer(
            type: "application/json", body: .whole(Array(text.utf8)),
            committed: call.step == "hold" ? "R\(answered)" : nil)
    }

    func throttled(_ request: MockRequest) -> MockAnswer {
        MockAnswer(status: 429, type: "application/json", body: .whole(Array("{}".utf8)))
    }

    func failed(_ request: MockRequest, status: Int) -> MockAnswer {
        MockAnswer(status: status, type: "application/json", body: .whole(Array("{}".utf8)))
    }

    init() {}

    private var padding: String { String(repeating: "x", count: 2000) }
}
