internal import SupplierKit
internal import Telemetry
public import TravelModel

/// Hides credentials and guests' data in what was said on the wire, however it is spelled there.
public struct ExchangeMask: Sendable {
    /// Bytes of the longest spelling that is looked for; of longer ones the beginning.
    static let longest = 1024
    private static let star = Array("***".utf8)

    /// Spellings with ASCII letters in lower case, by their first byte, longest first.
    private var spellings: [[[UInt8]]] = Array(repeating: [], count: 256)

    /// Hides every credential, and whatever the guests and the contact say.
    public init(_ credentials: SupplierCredentials, guests: [Guest], contact: Contact?) {
        var values: [String] = []
        for guest in guests { values += [guest.firstName, guest.lastName] }
        if let contact {
            values.append(contact.email)
            if let phone = contact.phone {
                values += [phone] + Self.parts(ofPhone: phone)
            }
        }
        self.init(credentials, values)
    }

    /// Hides every credential, and what only the shopper's own request tells.
    init(_ credentials: SupplierCredentials, shopper: ShopperContext) {
        let trace = ShopperTrace(shopper)
        self.init(
            credentials, [trace.ipAddress, trace.userAgent, trace.session].compactMap { $0 })
    }

    private init(_ credentials: SupplierCredentials, _ personal: [String]) {
        let secrets = credentials.all.map { $0.reveal() }
        // A pair of them as HTTP's basic scheme writes it (RFC 7617), should a supplier repeat it.
        let pairs = secrets.flatMap { user in
            secrets.map { Base64.encode(Array("\(user):\($0)".utf8)) }
        }
        let values = secrets + personal + (secrets.count <= 8 ? pairs : [])
        var spellings: Set<[UInt8]> = []
        // One letter alone says nothing, and would be everywhere.
        for value in values where value.utf8.count >= 2 {
            for cased in [value, value.uppercased(), value.lowercased()] {
                for text in Self.spellings(of: cased) {
                    spellings.insert(Array(text.utf8.prefix(Self.longest).map(Self.lower)))
                }
            }
        }
        let sorted = spellings.sorted {
            $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1)
        }
        for spelling in sorted {
            if let first = spelling.first { self.spellings[Int(first)].append(spelling) }
        }
    }

    /// A number as suppliers take it apart: from each group of digits on to the end, and each group.
    ///
    /// Short ones only where they are a whole value, or prices would be hidden as well.
    private static func parts(ofPhone phone: String) -> [String] {
        let groups = phone.split { !("0"..."9").contains($0) }
        let rests = groups.indices.map { groups[$0...].joined() }
        let parts = rests + groups.map(String.init)
        return parts.filter { $0.utf8.count >= 5 }
            + parts.flatMap { ["\"\($0)\"", ">\($0)<"] }
    }

    /// The bytes as text with everything hidden, then cut to `most` bytes.
    ///
    /// Of what was cut before it came here, an end that may begin something hidden is hidden as well.
    func text(_ bytes: [UInt8], most: Int, isCut: Bool = false) -> String {
        let lowered = bytes.map(Self.lower)
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count, shown.count < most {
            let hidden = spellings[Int(lowered[index])].first { spelling in
                let rest = lowered[index...]
                return rest.starts(with: spelling)
                    || isCut && rest.count < spelling.count && spelling.starts(with: rest)
            }
            if let hidden {
                shown += Self.star
                index += hidden.count
            } else {
                shown.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: shown.prefix(most), as: UTF8.self)
    }

    /// The failure, with everything hidden in the supplier's own words.
    func masked(_ failure: SupplierFailure) -> SupplierFailure {
        if failure.detail.isEmpty { return failure }
        let words = Array(failure.detail.utf8)
        // A failure cuts its words to 200 characters, perhaps within something hidden.
        let shown = text(words, most: 800, isCut: words.count >= 200)
        return failure.saying(shown)
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte + 32 : byte
    }

    /// As it is, in addresses, in XML, in JSON.
    private static func spellings(of value: String) -> [String] {
        let percent = value.utf8.map { byte -> String in
            isUnreserved(byte)
                ? String(UnicodeScalar(byte)) : "%" + hexadecimal(UInt32(byte), digits: 2)
        }.joined()
        let json = value.unicodeScalars.map { scalar -> String in
            if scalar.isASCII { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + hexadecimal(UInt32($0), digits: 4) }.joined()
        }.joined()
        let form = percent.split(separator: "%20", omittingEmptySubsequences: false)
            .joined(separator: "+")
        return [value, percent, form, XMLText.escaped(value), json]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 46, 95, 126: true
        default: false
        }
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
