internal import TravelModel

/// What every query needs of every place, in order of rank; one block of the index, read as it lies
/// there.
struct PlaceTable {
    /// Score, latitude, longitude (each eight bytes), country code (two), kind, nothing (one each), the
    /// rank of what it lies in next, 0 for nothing (four); little endian.
    static let bytesPerPlace = 32
    /// Before the places: how many there are, and how many cities and countries.
    static let bytesOfHead = 16

    let count: Int
    private let block: [UInt8]
    private let cityCount: Int
    private let countryCount: Int

    /// The ranks of the countries.
    let countryRanks: [CountryCode: Int]

    /// Takes a block (`PlaceTableWriter`); `nil` when it is damaged.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.bytesOfHead else { return nil }
        func number(_ offset: Int) -> Int {
            Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        count = number(0)
        cityCount = number(4)
        countryCount = number(8)
        let lists = Self.bytesOfHead + count * Self.bytesPerPlace
        guard bytes.count == lists + (cityCount + countryCount) * 4 else { return nil }
        block = Array(bytes)
        var ranks: [CountryCode: Int] = [:]
        for index in 0..<countryCount {
            let rank = number(lists + (cityCount + index) * 4)
            guard rank >= 1, rank <= count else { return nil }
            let start = Self.bytesOfHead + (rank - 1) * Self.bytesPerPlace + 24
            guard
                let code = CountryCode(String(decoding: bytes[start..<(start + 2)], as: UTF8.self))
            else { return nil }
            ranks[code] = rank
        }
        countryRanks = ranks
        for index in 0..<cityCount {
            let rank = number(lists + index * 4)
            guard rank >= 1, rank <= count else { return nil }
        }
    }

    /// Whether there is a place of this rank.
    func contains(_ rank: Int) -> Bool { rank >= 1 && rank <= count }

    /// The popularity of a place; below all others when there is none of this rank.
    func score(_ rank: Int) -> Double { number(rank, 0) ?? -100 }

    /// The kind of a place.
    func kind(_ rank: Int) -> PlaceKind? {
        contains(rank) ? PlaceKind(code: Int(block[offset(rank) + 26])) : nil
    }

    /// The country of a place.
    func country(_ rank: Int) -> CountryCode? {
        guard contains(rank) else { return nil }
        let start = offset(rank) + 24
        return CountryCode(String(decoding: block[start..<(start + 2)], as: UTF8.self))
    }

    /// What a place lies in next, below its country.
    func parent(_ rank: Int) -> Int? {
        guard contains(rank) else { return nil }
        let start = offset(rank) + 28
        let parent = block.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        }
        return contains(parent) ? parent : nil
    }

    /// Where a place is.
    func position(_ rank: Int) -> GeoPoint? {
        guard let latitude = number(rank, 8), let longitude = number(rank, 16) else { return nil }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    /// The cities within a distance, nearest first; ties go to the more popular.
    func cities(near point: GeoPoint, withinKm radius: Double) -> [(rank: Int, km: Double)] {
        let degrees = radius / 110.5
        var low = 0
        var high = cityCount
        while low < high {
            let middle = (low + high) / 2
            if latitude(ofCity: middle) < point.latitude - degrees {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var found: [(rank: Int, km: Double)] = []
        for index in low..<cityCount {
            if latitude(ofCity: index) > point.latitude + degrees { break }
            let rank = city(index)
            guard let away = position(rank)?.kilometres(to: point) else { continue }
            if away <= radius { found.append((rank, away)) }
        }
        return found.sorted { ($0.km, $0.rank) < ($1.km, $1.rank) }
    }

    /// The rank of a city, counted from south to north.
    private func city(_ index: Int) -> Int {
        let start = Self.bytesOfHead + count * Self.bytesPerPlace + index * 4
        return block.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        }
    }

    private func latitude(ofCity index: Int) -> Double { number(city(index), 8) ?? 0 }

    private func offset(_ rank: Int) -> Int { Self.bytesOfHead + (rank - 1) * Self.bytesPerPlace }

    private func number(_ rank: Int, _ field: Int) -> Double? {
        guard contains(rank) else { return nil }
        let start = offset(rank) + field
        return block.withUnsafeBytes {
            Double(
                bitPattern: UInt64(
                    littleEndian: $0.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
        }
    }
}
