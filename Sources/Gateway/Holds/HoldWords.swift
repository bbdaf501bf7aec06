import SupplierKit
import TravelModel

/// Answers and decisions as one sentence each, for those who look a hold up later; no guest data.
enum HoldWords {
    /// Who asked for what: the tenant, and the id of its key, never the key.
    static func claimed(_ record: HoldRecord, by keyID: String?) -> String {
        let key = keyID.map { ", key \($0)" } ?? ""
        return "as \(record.reference) at \(record.quote.supplier) for \(record.tenant)\(key)"
    }

    static func of(_ end: RevalidateEnd, _ comparison: OfferComparison?) -> String {
        switch end {
        case .current:
            guard let comparison else { return "there" }
            let price =
                comparison.old == comparison.new
                ? "same price \(comparison.new)" : "\(comparison.old) -> \(comparison.new)"
            let terms = comparison.terms.map { "; \($0.field.rawValue): \($0.old) -> \($0.new)" }
            return price + terms.joined()
        case .soldOut: return "sold out"
        case .expired: return "the supplier has forgotten the offer"
        case .failed(let failure): return of(failure)
        }
    }

    static func of(_ verdict: StepVerdict<HoldEnd>, _ mayHaveActed: Bool) -> String {
        let doubt = mayHaveActed ? "; it may have kept the room" : "; it surely did nothing"
        switch verdict {
        case .ended(.held(let hold)): return of(hold)
        case .ended(.soldOut): return "sold out"
        case .ended(.priceChanged): return "the price is another"
        case .ended(.refused(let failure)): return "refused: " + of(failure)
        case .ended(.duplicate): return "our reference is known already"
        case .ended(.unknown(let failure)), .failed(let failure): return of(failure) + doubt
        }
    }

    static func of(_ verdict: StepVerdict<RetrieveEnd>) -> String {
        switch verdict {
        case .ended(.found(let hold)): of(hold)
        case .ended(.notFound): "not found"
        case .ended(.ended): "the supplier let it go"
        case .ended(.failed(let failure)), .failed(let failure): of(failure)
        }
    }

    /// Why it was granted at its price.
    static func granted(_ record: HoldRecord) -> String {
        let keeper = record.keeper.rawValue
        let increase =
            switch record.maxIncrease {
            case .basisPoints(0): "no increase accepted"
            case .basisPoints(let points): "an increase of \(points) basis points accepted"
            case .amount(let money): "an increase of \(money) accepted"
            }
        return "\(record.state.rawValue) by \(keeper); \(increase)"
    }

    private static func of(_ hold: SupplierHold) -> String {
        "kept as \(hold.reference.text)" + (hold.expires.map { " until \($0)" } ?? "")
    }

    private static func of(_ failure: SupplierFailure) -> String {
        // Its own words may name a guest; the exchange has them, masked.
        "\(failure.code.rawValue) at \(failure.phase.rawValue)"
    }
}
