internal import TravelModel
internal import WireFormat

/// Reads a query string parameter by parameter and collects every fault.
struct QueryReader {
    private static let mostFaults = 100

    private(set) var faults: [InputFault] = []
    private var pairs: [(name: String, value: String)] = []

    /// Takes the query apart; names outside `known` are faults with the nearest known one.
    ///
    /// Names in `unbuilt` belong to the contract and are refused as not supported yet, so that
    /// nothing a client asks for is silently left out.
    init(_ query: String?, known: [String], unbuilt: [String] = []) {
        for piece in (query ?? "").split(separator: "&") {
            let halves = piece.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let rawName = halves.first ?? ""
            guard let name = PercentEncoding.decode(rawName, plus: .space),
                let value = PercentEncoding.decode(
                    halves.count == 2 ? halves[1] : "", plus: .space)
            else {
                report(String(rawName.prefix(64)), "not percent-encoded UTF-8")
                continue
            }
            if known.contains(name) {
                pairs.append((name, value))
            } else if unbuilt.contains(name) {
                report(name, "not supported yet")
            } else if faults.count < Self.mostFaults {
                let nearest = Spelling.nearest(to: name, among: known)
                let hint =
                    nearest.map { "did you mean \u{201C}\($0)\u{201D}?" }
                    ?? "known: " + known.joined(separator: ", ")
                report(String(name.prefix(64)), "unknown parameter; \(hint)")
            }
        }
    }

    mutating func report(_ name: String, _ detail: String) {
        guard faults.count < Self.mostFaults else { return }
        faults.append(.parameter(name, detail))
    }

    /// Whether the parameter was given at all.
    func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

    /// Every value of a parameter that may be repeated.
    func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

    /// The only value; a second one is a fault.
    mutating func one(_ name: String) -> String? {
        let values = all(name)
        if values.count > 1 { report(name, "given \(values.count) times, at most once") }
        return values.first
    }

    /// The only value as `read` understands it; anything else is the fault `otherwise`.
    mutating func value<Value>(
        _ name: String, otherwise: String, _ read: (String) -> Value?
    ) -> Value? {
        guard let text = one(name) else { return nil }
        guard let value = read(text) else {
            report(name, otherwise)
            return nil
        }
        return value
    }

    /// A whole number within a range.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        let otherwise = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return value(name, otherwise: otherwise) { text in
            PlainNumber.integer(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// `true` or `false`.
    mutating func flag(_ name: String) -> Bool? {
        value(name, otherwise: "true or false") { Bool($0) }
    }

    /// One of a closed set of words.
    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) -> Choice? {
        guard let text = one(name) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        reportChoice(name, text, type)
        return nil
    }

    /// Words of a closed set, separated by commas.
    mutating func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Choice.Type
    ) -> [Choice] {
        guard let text = one(name) else { return [] }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return words.compactMap { word in
            if let choice = Choice(rawValue: word) { return choice }
            reportChoice(name, word, type)
            return nil
        }
    }

    /// `38.72,-9.14`: latitude, then longitude.
    mutating func point(_ name: String) -> GeoPoint? {
        value(name, otherwise: "latitude,longitude in degrees, such as 38.72,-9.14") { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2, let latitude = PlainNumber.double(parts[0]),
                let longitude = PlainNumber.double(parts[1])
            else { return nil }
            return GeoPoint(latitude: latitude, longitude: longitude)
        }
    }

    /// A BCP 47 tag by its form.
    mutating func language(_ name: String) -> String? {
        value(name, otherwise: LanguageTag.example) { LanguageTag.isWellFormed($0) ? $0 : nil }
    }

    private mutating func reportChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ word: String, _ type: Choice.Type
    ) {
        let words = Choice.allCases.map(\.rawValue)
        let nearest = Spelling.nearest(to: word, among: words)
        let hint = nearest.map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? ""
        report(name, "one of " + words.joined(separator: ", ") + hint)
    }
}

/// Numbers as people write them: digits, a sign, a point; no exponents, no names.
enum PlainNumber {
    static func integer(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 20, isPlain(text, point: false) else { return nil }
        return Int(text)
    }

    static func double(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 32, isPlain(text, point: true) else { return nil }
        return Double(text)
    }

    private static func isPlain(_ text: some StringProtocol, point: Bool) -> Bool {
        var digits = 0
        var points = 0
        var last: UInt8 = 0
        for (place, byte) in text.utf8.enumerated() {
            last = byte
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "-") where place == 0: break
            case UInt8(ascii: ".") where point && digits > 0: points += 1
            default: return false
            }
        }
        return digits > 0 && points <= 1 && last != UInt8(ascii: ".")
    }
}
