import Foundation
import Gateway
import Testing

/// Concurrent holds of one kind of our own rooms behave as if they had come one after another.
@Suite struct LinearizabilityTests {
    /// `TRIBUTARY_HISTORIES` seeds of 4,000 operations for the long check; by default 3 of 800.
    private static let seeds = ProcessInfo.processInfo.environment["TRIBUTARY_HISTORIES"]
        .flatMap { UInt64($0) }
    private static let clients = 8
    private static let each = (seeds == nil ? 800 : 4_000) / clients

    @Test(arguments: 1...(seeds ?? 3))
    func concurrentHoldsHaveAnOrder(seed: UInt64) throws {
        let crowd = try RoomCrowd(seed: seed, rooms: Int(seed % 3) + 1)
        let history = try crowd.run(clients: Self.clients, each: Self.each)
        #expect(RoomHistory(history, rooms: crowd.rooms).fault() == nil)
        #expect(crowd.untimely == 0)
        // The history has seen everything, and little else was said.
        let told = Dictionary(grouping: history) { Kind($0.told) }.mapValues(\.count)
        for kind in Kind.allCases {
            #expect(told[kind] ?? 0 >= Self.each / 20, "\(told)")
        }
        #expect(crowd.others.values.reduce(0, +) < history.count / 20, "\(crowd.others)")
    }

    /// One grant that takes no room is found, whatever the seed.
    @Test(arguments: UInt64(1)...(seeds ?? 6))
    func aGrantThatTakesNoRoomIsFound(seed: UInt64) throws {
        let crowd = try RoomCrowd(seed: seed, rooms: 1)
        let history = try crowd.run(clients: Self.clients, each: 100, fault: true)
        let placed = try #require(RoomHistory(history, rooms: crowd.rooms).fault())
        #expect(placed < history.count)
    }

    @Test(arguments: handmade)
    func judgesHandmadeHistories(_ history: Handmade) {
        let fault = RoomHistory(history.operations, rooms: 1).fault()
        #expect((fault == nil) == history.isSound, "\(history.name)")
    }

    struct Handmade: Sendable, CustomTestStringConvertible {
        let name: String
        let isSound: Bool
        let operations: [RoomOperation]

        var testDescription: String { name }
    }

    private static let handmade = [
        Handmade(
            name: "one of two that overlap gets the room", isSound: true,
            operations: [operation(.soldOut, 1, 4), operation(.granted(hold: 0), 2, 3)]),
        Handmade(
            name: "sold out before anybody began", isSound: false,
            operations: [operation(.soldOut, 1, 2), operation(.granted(hold: 0), 3, 4)]),
        Handmade(
            name: "two grants of one room", isSound: false,
            operations: [operation(.granted(hold: 0), 1, 4), operation(.granted(hold: 1), 2, 3)]),
        Handmade(
            name: "released, then granted", isSound: true,
            operations: [
                operation(.granted(hold: 0), 1, 2), operation(.released(hold: 0), 3, 6),
                operation(.granted(hold: 1), 4, 5), operation(.released(hold: 0), 7, 8),
            ]),
        Handmade(
            name: "held after it was released", isSound: false,
            operations: [
                operation(.granted(hold: 0), 1, 2), operation(.released(hold: 0), 3, 4),
                operation(.seen(hold: 0, .held), 5, 6),
            ]),
        Handmade(
            name: "sold out although it had expired", isSound: false,
            operations: [
                operation(.granted(hold: 0), 1, 2), operation(.expired(hold: 0), 3, 4),
                operation(.soldOut, 5, 6),
            ]),
        Handmade(
            name: "sold out while the expiry is being written", isSound: true,
            operations: [
                operation(.granted(hold: 0), 1, 2), operation(.expired(hold: 0), 3, 8),
                operation(.seen(hold: 0, .expired), 4, 5), operation(.soldOut, 6, 7),
            ]),
    ]

    private static func operation(
        _ told: RoomOperation.Told, _ begin: Int, _ end: Int
    ) -> RoomOperation {
        func moment(_ number: Int) -> RecordedMoment {
            RecordedMoment(uptime: Uptime(nanoseconds: Int64(number)), number: number)
        }
        return RoomOperation(told: told, invoked: moment(begin), returned: moment(end))
    }

    private enum Kind: CaseIterable {
        case granted, soldOut, released, seen, expired

        init(_ told: RoomOperation.Told) {
            self =
                switch told {
                case .granted: .granted
                case .soldOut: .soldOut
                case .released: .released
                case .seen: .seen
                case .expired: .expired
                }
        }
    }
}
