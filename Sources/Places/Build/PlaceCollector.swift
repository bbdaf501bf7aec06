internal import TravelModel

/// A region that cities refer to.
struct RegionPlace {
    var id: PlaceID
    var name: String
    /// The words that may follow the name of a city in it.
    var context: [String]
}

/// Turns records into draft places: checks that what a record refers to stands above it, and derives
/// names, context and popularity.
struct PlaceCollector {
    private(set) var places: [DraftPlace] = []
    /// The words of each country that may follow a name in it.
    private(set) var countries: [CountryCode: [String]] = [:]
    private(set) var regions: [String: RegionPlace] = [:]
    private(set) var cities: [String: Int] = [:]
    private(set) var known: Set<PlaceID> = []
    /// The best known airport of each city, by the city's index in `places`.
    private var mainAirports: [Int: (popularity: Double, code: String)] = [:]
    /// What follows the names of what lies in a city, by its index in `places`; made when first asked.
    private var cityContexts: [Int: [String]] = [:]
    /// The cities by whole degrees, made when an own place first asks for the nearest.
    private var grid: CityGrid?
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
        for (city, airport) in mainAirports {
            places[city].derivedNames.append(
                NameRecord(weight: .code, languages: "", text: airport.code))
        }
        // `popularity` holds what the record gave until the names are all known.
        for index in places.indices {
            if let fixed = places[index].fixedPopularity {
                places[index].popularity = fixed
                continue
            }
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
            if name.weight >= .areaCode { return sum }
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
        place.parent = regions[code]?.id
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
            place.parent = city.id
            served = city.population
            away = city.position.kilometres(to: record.position)
            context += [city.name]
            if !record.metro.isEmpty {
                places[index].derivedNames.append(
                    NameRecord(weight: .areaCode, languages: "", text: record.metro))
            }
            if AirportNames.areOf(city, record) {
                places[index].derivedNames.append(
                    NameRecord(weight: .code, languages: "", text: record.iata))
            }
            context += city.names.filter { $0.weight == .majorLanguage }.map(\.text)
        }
        place.context = Self.words(context, after: country + AirportNames.context)
        let words = Self.words([record.name])
        place.popularity = Popularity.airport(
            served: served, away: away,
            isInternational: words.contains("international") || words.contains("intl"),
            isInMetroArea: !record.metro.isEmpty)
        if let city = cities[record.serves], places[city].country == record.country,
            place.popularity > mainAirports[city]?.popularity ?? 0
        {
            mainAirports[city] = (place.popularity, record.iata)
        }
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
            id: place.id, name: record.name,
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
        place.parent = city.id
        place.context = context(inCity: index)
        place.popularity = Popularity.landmark(population: city.population)
        try open(place)
    }

    /// Adds a hotel of the catalogue; one that an operator brought along already is left as it is.
    ///
    /// - Throws: `LineFault`; the hotel is then left out.
    mutating func add(_ hotel: IndexedHotel) throws(LineFault) {
        if known.contains(hotel.id) { return }
        guard let index = city(hotel.city) else {
            throw LineFault("\(hotel.id): there is no city \(hotel.city)")
        }
        let city = places[index]
        var place = DraftPlace(
            id: hotel.id, kind: .hotel, name: hotel.name, country: hotel.country,
            region: city.region, position: hotel.position, population: 0,
            zone: hotel.zone.isEmpty ? city.zone : hotel.zone)
        place.parent = city.id
        place.context = context(inCity: index)
        place.popularity = Popularity.hotel(population: city.population)
        try open(place)
        isOpen = false
    }

    /// Adds a place that an operator brought along.
    ///
    /// - Throws: `LineFault` that names the column; the place is then left out.
    mutating func add(_ own: OwnPlace) throws(LineFault) {
        guard let country = countries[own.country] else {
            throw LineFault("column country: the data has no country \(own.country)")
        }
        guard !known.contains(own.id) else {
            throw LineFault("column id: \(own.id) stands twice")
        }
        var index: Int?
        if let id = own.city {
            index = city(id)
            guard index != nil else {
                throw LineFault("column city: the data has no city \(id)")
            }
        } else {
            index = nearestCity(to: own.position, in: own.country)
        }
        let city = index.map { places[$0] }
        var place = DraftPlace(
            id: own.id, kind: own.kind, name: own.name, country: own.country,
            region: own.region.isEmpty ? city?.region ?? "" : own.region,
            position: own.position, population: own.population,
            zone: own.zone.isEmpty ? city?.zone ?? "" : own.zone)
        place.names = own.names
        place.parent = city?.id
        place.context = index.map { context(inCity: $0) } ?? country
        // What a city's or region's names add to it comes when all are ranked.
        switch own.kind {
        case .landmark: place.popularity = Popularity.landmark(population: city?.population ?? 0)
        case .hotel: place.popularity = Popularity.hotel(population: city?.population ?? 0)
        case .region: place.popularity = Popularity.destinationBonus
        case .city, .country, .airport: break
        }
        place.fixedPopularity = own.popularity
        try open(place)
        isOpen = false
    }

    private func city(_ id: PlaceID) -> Int? {
        guard id.text.hasPrefix("geonames:") else { return nil }
        return cities[String(id.text.dropFirst("geonames:".count))]
    }

    /// The words that may follow the name of what lies in a city.
    private mutating func context(inCity index: Int) -> [String] {
        if let words = cityContexts[index] { return words }
        let city = places[index]
        let names = city.names.filter { $0.weight == .majorLanguage }.map(\.text)
        let words = Self.words([city.name] + names, after: city.context)
        cityContexts[index] = words
        return words
    }

    private mutating func nearestCity(to point: GeoPoint, in country: CountryCode) -> Int? {
        let grid = grid ?? CityGrid(places)
        self.grid = grid
        return grid.nearest(to: point) { index in
            places[index].country == country ? places[index].position : nil
        }
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
