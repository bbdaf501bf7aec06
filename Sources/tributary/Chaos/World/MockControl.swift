import HTTPClient
import Reactor
import WireFormat

/// Looks into the mocks' own books over their control routes.
struct MockControl: Sendable {
    /// A control route did not answer as it should.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let port: ClientPort
    let suppliers: [String]

    /// Every supplier's reservations, nights and movements now.
    func books() async throws -> [SupplierBook] {
        var books: [SupplierBook] = []
        for supplier in suppliers {
            let value = try await get("/__mock/inventory?supplier=\(supplier)")
            books += (value["suppliers"]?.elements ?? []).map(Self.book)
        }
        return books
    }

    /// Every call since the start.
    func calls() async throws -> [SupplierCall] {
        var calls: [SupplierCall] = []
        for supplier in suppliers {
            var since = 0
            while true {
                let value = try await get("/__mock/calls?supplier=\(supplier)&since=\(since)")
                let page = value["calls"]?.elements ?? []
                guard let last = page.last?["sequence"]?.integer(as: Int.self) else { break }
                since = last
                calls += page.map {
                    SupplierCall(
                        supplier: supplier, step: $0["step"]?.string ?? "?",
                        outcome: $0["outcome"]?.string ?? "?", fault: $0["fault"]?.string)
                }
            }
        }
        return calls
    }

    private func get(_ target: String) async throws -> JSONValue {
        let reply = await port.send(.get, target, patience: 90_000)
        guard reply.status == 200, reply.end == .whole,
            let value = AnswerReading.value(reply.body)
        else {
            throw Fault(
                description: "the mocks answered \(target) with \(reply.status), \(reply.end)")
        }
        return value
    }

    static func book(_ value: JSONValue) -> SupplierBook {
        func text(_ value: JSONValue, _ name: String) -> String { value[name]?.string ?? "?" }
        var book = SupplierBook(supplier: text(value, "supplier"))
        book.reservations = (value["reservations"]?.elements ?? []).map {
            SupplierBook.Reservation(
                id: text($0, "reservation"), reference: text($0, "reference"),
                state: text($0, "state"), heldUntil: AnswerReading.time($0["heldUntil"]))
        }
        book.nights = (value["taken"]?.elements ?? []).map {
            SupplierBook.Night(
                name: "\(text($0, "hotel")) \(text($0, "room")) \(text($0, "date"))",
                taken: $0["taken"]?.integer(as: Int.self) ?? 0,
                allotment: $0["allotment"]?.integer(as: Int.self))
        }
        book.movements = (value["movements"]?.elements ?? []).compactMap { value in
            AnswerReading.time(value["at"]).map {
                SupplierBook.Movement(
                    reservation: text(value, "reservation"), state: text(value, "state"), at: $0)
            }
        }
        return book
    }
}
