import MockKit

/// The numbers by which Rapid names rooms, rates and beds; stable for a hotel.
enum Identifiers {
    static func room(_ room: RoomType, _ code: String, seed: UInt64) -> String {
        number(seed, "room", code, room.code, digits: 9)
    }

    static func rate(_ room: RoomType, _ plan: RatePlan, _ code: String, seed: UInt64) -> String {
        number(seed, "rate", code, "\(room.code)/\(plan.code)", digits: 9)
    }

    static func beds(_ room: RoomType) -> String {
        number(0, "beds", room.beds, "", digits: 5)
    }

    private static func number(
        _ seed: UInt64, _ kind: String, _ code: String, _ word: String, digits: Int
    ) -> String {
        var chance = Chance(seed, "linkrest", kind, code, word)
        let first = chance.within(1...9)
        let rest = (1..<digits).map { _ in String(chance.below(10)) }
        return "\(first)\(rest.joined())"
    }
}
