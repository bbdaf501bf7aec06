import MockKit
import Testing

@Suite struct InventoryTests {
    /// Random takes, confirmations, releases and passing time, checked after every step.
    @Test(arguments: 1...40)
    func neverOversoldAndNeverLifted(seed: UInt64) throws {
        let catalogue = try World.catalogue.get()
        let hotels = catalogue.hotels.values.filter { !$0.isClosed }.sorted { $0.id < $1.id }
        let hotel = try #require(hotels.first)
        let room = try #require(hotel.rooms.first)
        let first = try #require(Day("2027-03-01"))
        var inventory = Inventory(seed: seed, supplier: "linkrest")
        var chance = Chance(seed, "inventoryTest")
        var now = World.start
        var ids: [String] = []
        for step in 0..<300 {
            now = now.adding(milliseconds: Int64(chance.below(60_000)))
            let checkIn = first.adding(chance.below(6))
            let stay = try #require(
                Stay(checkIn: checkIn, checkOut: checkIn.adding(chance.within(1...4))))
            switch chance.below(5) {
            case 0, 1:
                let left = inventory.available(hotel, room, stay, now: now)
                let count = chance.within(1...3)
                let until = chance.happens(0.7) ? now.adding(milliseconds: 120_000) : nil
                let taken = inventory.take(
                    "R\(step)", reference: "C\(step)", hotel, room, count: count, stay,
                    until: until, now: now)
                #expect(taken == (left >= count))
                if taken { ids.append("R\(step)") }
            case 2:
                if let id = chance.pick(ids) { _ = inventory.confirm(id, now: now) }
            default:
                guard let id = chance.pick(ids) else { continue }
                let state = inventory.reservation(id, now: now)?.state
                let isLive = state == .held || state == .booked
                let first = inventory.release(id, now: now)
                let again = inventory.release(id, now: now)
                #expect(first == isLive && !again)
            }
            check(inventory, hotel, room)
        }
        let everExpired = inventory.movements.contains { $0.state == .expired }
        #expect(everExpired)
    }

    /// What is taken is exactly what live reservations say, and within the allotment.
    private func check(_ inventory: Inventory, _ hotel: CatalogueHotel, _ room: RoomType) {
        var expected: [String: Int] = [:]
        for found in inventory.all where found.state == .held || found.state == .booked {
            for date in found.stay.dates { expected[date.text, default: 0] += found.count }
        }
        let nights = inventory.takenNights
        #expect(
            Dictionary(uniqueKeysWithValues: nights.map { ($0.key.date.text, $0.count) })
                == expected)
        for (key, count) in nights {
            #expect(count <= inventory.allotment(hotel, room, key.date))
        }
    }

    @Test func aHoldEndsAtItsTimeAndNotBefore() throws {
        let catalogue = try World.catalogue.get()
        let hotel = try #require(
            catalogue.hotels.values.filter { !$0.isClosed }.min { $0.id < $1.id })
        let room = try #require(hotel.rooms.first)
        var inventory = Inventory(seed: 5, supplier: "linkrest")
        let day = try #require(
            (0..<60).map { Day(number: 20_900 + $0) }
                .first { inventory.allotment(hotel, room, $0) == 1 })
        let stay = try #require(Stay(checkIn: day, checkOut: day.adding(1)))
        let end = World.start.adding(milliseconds: 600_000)
        let isHeld = inventory.take(
            "A", reference: "a", hotel, room, count: 1, stay, until: end, now: World.start)
        #expect(isHeld)
        let before = end.adding(milliseconds: -1)
        #expect(inventory.available(hotel, room, stay, now: before) == 0)
        #expect(inventory.available(hotel, room, stay, now: end) == 1)
        let isLate = !inventory.confirm("A", now: end)
        #expect(isLate)
        #expect(inventory.movements.last?.at == end)
    }

    @Test func aClosedHotelHasNothing() throws {
        let catalogue = try World.catalogue.get()
        let closed = try #require(catalogue.hotels.values.first { $0.isClosed })
        let room = try #require(closed.rooms.first)
        let stay = try #require(World.stay("2027-05-01", nights: 1))
        var inventory = Inventory(seed: 1, supplier: "linkrest")
        #expect(inventory.available(closed, room, stay, now: World.start) == 0)
    }
}
