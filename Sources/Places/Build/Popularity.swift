internal import Glibc

/// How popular a place is before anything is typed.
///
/// Bookings should replace this once there are any.
enum Popularity {
    /// What being a country's capital adds.
    static let capitalBonus = 1.0
    /// What an island or a coast is worth more than a division: people travel there, however few
    /// live there.
    static let destinationBonus = 1.0

    /// - Parameter names: in how many languages it is named, a sign of fame.
    static func city(population: Int, names: Double) -> Double {
        log10(Double(population) + 10) + 0.405 * log2(1 + names)
    }

    static func country(population: Int) -> Double {
        3.2 + 0.75 * log10(Double(population) + 10)
    }

    /// - Parameters:
    ///   - population: of all its cities.
    ///   - names: in how many languages it is named.
    static func region(population: Int, names: Double) -> Double {
        0.85 * log10(Double(population) + 10) + 0.35 * log2(1 + names)
    }

    /// - Parameter population: of the city it belongs to.
    static func hotel(population: Int) -> Double {
        1 + 0.4 * log10(Double(population) + 10)
    }

    /// - Parameter population: of the city it belongs to.
    static func landmark(population: Int) -> Double {
        2.5 + 0.55 * log10(Double(population) + 10)
    }

    /// - Parameters:
    ///   - served: inhabitants of the city it mainly serves, 0 for none.
    ///   - away: kilometres to that city.
    static func airport(
        served: Int, away: Double, isInternational: Bool, isInMetroArea: Bool
    ) -> Double {
        0.6 * log10(Double(served) * exp(-away / 25) + 10) + 1.0
            + (isInternational ? 1.5 : 0) + (isInMetroArea ? 0.8 : 0)
    }
}
