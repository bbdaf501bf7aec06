/// How the supplier or the hotel reaches the guest.
///
/// Personal data, as ``Guest``.
public struct Contact: Hashable, Sendable {
    /// Checked by shape only; whether it exists is not known.
    public let email: String
    /// International form, such as `+351 21 000 0000`.
    public let phone: String?

    /// `nil` unless the address has one `@` inside 3 to 254 visible ASCII characters and the phone, if
    /// any, is 3 to 32 digits, spaces and `+()-`.
    public init?(email: String, phone: String?) {
        let bytes = Array(email.utf8)
        guard (3...254).contains(bytes.count), bytes.allSatisfy({ (33...126).contains($0) }),
            bytes.filter({ $0 == 64 }).count == 1, bytes.first != 64, bytes.last != 64
        else { return nil }
        if let phone {
            let allowed = Set("0123456789 +()-".utf8)
            guard (3...32).contains(phone.utf8.count), phone.utf8.allSatisfy(allowed.contains)
            else { return nil }
        }
        self.email = email
        self.phone = phone
    }
}
