internal import TravelModel

/// A region that cities refer to.
private struct RegionPlace {
    var name: String
    /// The words that may follow the name of a city in it.
    var context: [String]
}

/// Turns records into draft places: checks that what a record refers to stands above it, and derives
/// names, context and popularity.
struct PlaceCollector {
    private(set) var places: [DraftPlace] = []
    /// The words of each country that may follow a name in it.
    private var countries: [CountryCode: [String]] = [:]
    private var regions: [String: RegionPlace] = [:]
    private var cities: [String: Int] = [:]
    private var known: Set<PlaceID> = []
    /// Whether the last record may have names.
    private var isOpen = false

    /// Takes the next record.
    ///
    /// - Throws: `LineFault`; the record is then left out.
    mutating func add(_ record: PlaceDataRecord) throws(LineFault) {
        if case .name(let name) = record {
            guard isOpen, !places.isEmpty else { throw LineFault("a name without a place above") }
            places[places.count - 1].names.append(name)
            return
        }
        isOpen = false
        switch record {
        case .source, .name: return
        case .region(let region): try add(region)
        case .country(let country): try add(country)
        case .city(let city): try add(city)
        case .airport(let airport): try add(airport)
        case .destination(let destination): try add(destination)
        case .landmark(let landmark): try add(landmark)
        }
    }

    /// All places, the most popular first; ties end in ids.
    consuming func ranked() -> [DraftPlace] {
        // `popularity` holds what the record gave until the names are all known.
        for index in places.indices {
            let (people, fame) = (places[index].population, Self.fame(places[index]))
            switch places[index].kind {
            case .city:
                places[index].popularity += Popularity.city(
                    population: people, names: fame)
            case .region:
                places[index].popularity += Popularity.region(population: people, names: fame)
            case .country, .airport, .landmark, .hotel: break
            }
        }
        let places = places
        let order = places.indices.sorted {
            (places[$1].popularity, places[$0].id) < (places[$0].popularity, places[$1].id)
        }
        return order.map { places[$0] }
    }

    /// In how many languages a city is named.
    ///
    /// Names without a language count half: machine
    /// romanisations and misspellings are among them.
    private static func fame(_ place: DraftPlace) -> Double {
        place.names.reduce(0.0) { sum, name in
            if name.weight == .code { return sum }
            let languages = name.languages.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
            return sum + (name.languages.isEmpty ? 0.5 : Double(languages + 1))
        }
    }

    private mutating func open(_ place: DraftPlace) throws(LineFault) {
        guard known.insert(place.id).inserted else { throw LineFault("\(place.id) stands twice") }
        places.append(place)
        isOpen = true
    }

    private func identifier(_ text: String) throws(LineFault) -> PlaceID {
        guard let id = PlaceID(text) else { throw LineFault("\(text) is no place id") }
        return id
    }

    private mutating func add(_ record: CountryRecord) throws(LineFault) {
        guard countries[record.code] == nil else {
            throw LineFault("country \(record.code) stands twice")
        }
        var place = DraftPlace(
            id: try identifier("geonames:\(record.geonames)"), kind: .country, name: record.name,
            country: record.code, region: "", position: record.centre,
            population: record.population, zone: "", box: record.box)
        place.derivedNames = [record.code.text, record.iso3].map {
            NameRecord(weight: .code, languages: "", text: $0)
        }
        place.popularity = Popularity.country(population: record.population)
        try open(place)
        var context = [record.name, record.code.text, record.iso3]
        switch record.code.text {
        case "GB": context.append("UK")
        case "US": context.append("USA America")
        case "AE": context.append("UAE")
        default: break
        }
        countries[record.code] = Self.words(context)
    }

    private mutating func add(_ record: CityRecord) throws(LineFault) {
        let code = "\(record.country).\(record.region)"
        let region = regions[code]?.name ?? ""
        var place = DraftPlace(
            id: try identifier("geonames:\(record.geonames)"), kind: .city, name: record.name,
            country: record.country, region: region, position: record.position,
            population: record.population, zone: record.zone)
        place.context = try regionContext(code, in: record.country)
        place.popularity = record.isCapital ? Popularity.capitalBonus : 0
        cities[record.geonames] = places.count
        try open(place)
    }

    private mutating func add(_ record: AirportRecord) throws(LineFault) {
        var place = DraftPlace(
            id: try identifier("iata:\(record.iata)"), kind: .airport, name: record.name,
            country: record.country, region: record.region, position: record.position,
            population: 0, zone: record.zone, iata: record.iata)
        place.derivedNames = AirportNames.derived(from: record)
        let country = try countryContext(record.country)
        var context = [record.city, record.region]
        var served = 0
        var away = 0.0
        if !record.serves.isEmpty {
            guard let index = cities[record.serves] else {
                throw LineFault("city \(record.serves) does not stand above")
            }
            let city = places[index]
            served = city.population
            away = city.position.kilometres(to: record.position)
            context += [city.name]
            if !record.metro.isEmpty {
                places[index].derivedNames.append(
                    NameRecord(weight: .code, languages: "", text: record.metro))
            }
            context += city.names.filter { $0.weight == .majorLanguage }.map(\.text)
        }
        place.context = Self.words(context, after: country + AirportNames.context)
        let words = Self.words([record.name])
        place.popularity = Popularity.airport(
            served: served, away: away,
            isInternational: words.contains("international") || words.contains("intl"),
            isInMetroArea: !record.metro.isEmpty)
        try open(place)
    }

    private mutating func add(_ record: RegionRecord) throws(LineFault) {
        guard regions[record.code] == nil else {
            throw LineFault("region \(record.code) stands twice")
        }
        var place = DraftPlace(
            id: try identifier("geonames:\(record.geonames)"), kind: .region, name: record.name,
            country: record.country, region: "", position: record.centre,
            population: record.population, zone: "", box: record.box)
        let country = try countryContext(record.country)
        place.context = country
        if !record.localName.isEmpty {
            place.names = [
                NameRecord(weight: .majorLanguage, languages: "", text: record.localName)
            ]
        }
        let hasLetters = record.iso.utf8.contains { $0 > UInt8(ascii: "9") }
        if hasLetters {
            place.derivedNames = [NameRecord(weight: .code, languages: "", text: record.iso)]
        }
        regions[record.code] = RegionPlace(
            name: record.name,
            context: Self.words([record.name, record.localName, record.iso], after: country))
        try open(place)
    }

    private mutating func add(_ record: DestinationRecord) throws(LineFault) {
        var place = DraftPlace(
            id: try identifier("region:\(record.slug)"), kind: .region, name: record.name,
            country: record.country, region: "", position: record.centre,
            population: record.population, zone: "", box: record.box)
        place.context = try countryContext(record.country)
        place.popularity = Popularity.destinationBonus
        try open(place)
    }

    private mutating func add(_ record: LandmarkRecord) throws(LineFault) {
        guard let index = cities[record.city] else {
            throw LineFault("city \(record.city) does not stand above")
        }
        let city = places[index]
        var place = DraftPlace(
            id: try identifier("landmark:\(record.slug)"), kind: .landmark, name: record.name,
            country: record.country, region: city.region, position: record.position,
            population: 0, zone: city.zone)
        place.context = Self.words(
            [city.name] + city.names.filter { $0.weight == .majorLanguage }.map(\.text),
            after: city.context)
        place.popularity = Popularity.landmark(population: city.population)
        try open(place)
    }

    /// The words that may follow a city's name: its country's, its region's.
    private func regionContext(
        _ code: String, in country: CountryCode
    ) throws(LineFault) -> [String] {
        if let known = regions[code]?.context { return known }
        return try countryContext(country)
    }

    private func countryContext(_ code: CountryCode) throws(LineFault) -> [String] {
        guard let country = countries[code] else {
            throw LineFault("country \(code) does not stand above")
        }
        return country
    }

    /// The different folded words of `texts`, in order, behind words that are already folded.
    private static func words(_ texts: [String], after folded: [String] = []) -> [String] {
        var words = folded
        var seen = Set(folded)
        for text in texts {
            let folded = FoldedText(text)
            for index in folded.words.indices {
                let word = String(decoding: folded.word(index), as: UTF8.self)
                if seen.insert(word).inserted { words.append(word) }
            }
        }
        return words
    }
}
