import Gateway
import SupplierKit
import TravelModel

/// What is searched for: questions of which few are asked very often and most hardly ever.
struct ReplayTraffic {
    /// One place, stay and party.
    struct Question {
        let stay: StayDates
        let lead: LeadTime
        /// One a supplier, in their order.
        let asked: [CacheTrial.Question]
        /// One list a supplier: what it calls the hotels of the place, ascending.
        let codes: [[SupplierHotelCode]]
    }

    let questions: [Question]
    /// How often each of the questions and those before it are asked, of all.
    private let shares: [Double]
    private var random: SeededRandom

    /// Draws the questions; the days to arrival are spread as follows: 15 % within a day, 20 % within
    /// a week, 30 % within a month, 20 % within three, 15 % beyond.
    init?(_ settings: ReplaySettings, houses: [SupplierID], start: CivilDate) {
        var dice = SeededRandom(seed: settings.seed, stream: 1)
        let leads = [0...1, 2...7, 8...30, 31...90, 91...300]
        var questions: [Question] = []
        for number in 0..<settings.questions {
            let days = dice.within(leads[dice.weighted([15, 20, 30, 20, 15])])
            guard
                let question = Self.question(
                    number, days: days, nights: [1, 2, 3, 7][dice.weighted([35, 35, 20, 10])],
                    houses, start)
            else { return nil }
            questions.append(question)
        }
        self.questions = questions
        // Zipf's law with exponent 1: the second is asked half as often as the first.
        var sum = 0.0
        var shares: [Double] = []
        for rank in questions.indices {
            sum += 1 / Double(rank + 1)
            shares.append(sum)
        }
        self.shares = shares.map { $0 / sum }
        random = SeededRandom(seed: settings.seed, stream: 2)
    }

    /// The number of the next question.
    mutating func next() -> Int {
        let point = Double.random(in: 0..<1, using: &random)
        var (low, high) = (0, shares.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if shares[middle] > point { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func question(
        _ number: Int, days: Int, nights: Int, _ houses: [SupplierID], _ start: CivilDate
    ) -> Question? {
        guard let checkIn = start.adding(days: days), let out = checkIn.adding(days: nights),
            let stay = StayDates(checkIn: checkIn, checkOut: out),
            let residency = CountryCode("DE"), let currency = CurrencyCode("EUR"),
            let room = Occupancy(adults: 2)
        else { return nil }
        let shopper = ShopperContext(residency: residency, language: "en", currency: currency)
        // Each question has hotels of its own: none is answered by another's answer.
        let codes = houses.map { house in
            (0..<ReplaySettings.hotels).compactMap {
                SupplierHotelCode("\(house)-\(number)-\($0)")
            }
        }
        return Question(
            stay: stay, lead: LeadTime(daysAhead: days),
            asked: houses.map {
                CacheTrial.Question($0, stay: stay, rooms: [room], shopper: shopper)
            }, codes: codes)
    }
}
