import SupplierKit
import TravelModel

/// The links an offer carries: the one that checks its price and, after a check, the one that books.
///
/// Both are the supplier's capabilities and go back to it as they came.
struct LinkrestReference: Hashable {
    var check: String
    var book: String?

    init(check: String, book: String? = nil) {
        self.check = check
        self.book = book
    }

    /// Reads what ``reference(expires:)`` wrote.
    init?(_ reference: RateReference) {
        let lines = reference.token.split(separator: "\n", omittingEmptySubsequences: false)
        guard (1...2).contains(lines.count), let check = lines.first, !check.isEmpty else {
            return nil
        }
        self.check = String(check)
        book = lines.count == 2 ? String(lines[1]) : nil
    }

    /// One line a link; a link too long to keep makes the rate unusable.
    func reference(expires: Instant?) throws(RateFault) -> RateReference {
        let token = check + (book.map { "\n" + $0 } ?? "")
        guard let reference = RateReference(token: token, expires: expires) else {
            throw RateFault(.malformed, "link too long")
        }
        return reference
    }
}

/// The links of a hold: the one that gives it back and the one that makes it a booking.
struct LinkrestHoldLinks: Hashable {
    var cancel: String?
    var resume: String?

    init(_ links: [String: LinkrestLink], baseURL: String) {
        cancel = links["cancel"].flatMap { RequestPath.link($0.href, baseURL: baseURL) }
        resume = links["resume"].flatMap { RequestPath.link($0.href, baseURL: baseURL) }
    }

    /// Reads what ``token`` wrote; anything else has no links.
    init(token: String) {
        let lines = token.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 2 else { return }
        cancel = lines[0].isEmpty ? nil : String(lines[0])
        resume = lines[1].isEmpty ? nil : String(lines[1])
    }

    /// Two lines, an absent link empty; at most 8,001 bytes, since a link has at most 4,000.
    var token: String { (cancel ?? "") + "\n" + (resume ?? "") }
}
