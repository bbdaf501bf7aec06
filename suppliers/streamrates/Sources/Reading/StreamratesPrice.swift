import SupplierKit
import TravelModel

/// The price of an offer, summed over its rooms.
struct StreamratesPrice {
    let price: OfferPrice
    /// The total of each room, in the order of the rooms.
    let roomTotals: [Money]
    /// All of it, whoever is paid.
    let total: Money

    /// `taxBasis` decides what a supplier that is silent about taxes means.
    init(_ offer: StreamratesOffer, taxBasis: SupplierManifest.TaxBasis) throws(RateFault) {
        var totals: [Money] = []
        for rate in offer.rates {
            guard let money = try rate.total.money() else {
                throw RateFault(.malformed, "a room without total")
            }
            totals.append(money)
        }
        guard let first = totals.first else { throw RateFault(.malformed, "no rooms") }
        var sum = Money.zero(first.currency)
        for money in totals { sum = try sum.plus(money) }
        let whole = try offer.total.money() ?? sum
        // Doubles are rounded room by room: one minor unit a room is no contradiction.
        guard try whole.minus(sum).minorUnits.magnitude <= UInt64(totals.count) else {
            throw RateFault(.priceContradiction, "rooms make \(sum), the offer is \(whole)")
        }
        let isAtHotel = StreamratesPrice.isPaidAtHotel(offer)
        var lines = StreamratesLines()
        for rate in offer.rates { try lines.add(rate.fees ?? []) }
        let components = try lines.components(total: whole, payable: isAtHotel ? .atProperty : .now)
        do {
            price = try OfferPrice(
                charge: isAtHotel ? .zero(whole.currency) : whole, components: components,
                completeness: Self.completeness(of: offer, lines: lines, taxBasis: taxBasis))
        } catch { throw RateFault(error) }
        roomTotals = totals
        total = whole
    }

    /// Whether the hotel is the only one who takes the money.
    static func isPaidAtHotel(_ offer: StreamratesOffer) -> Bool {
        let types = offer.rates.flatMap(\.paymentTypes)
        return !types.isEmpty && types.allSatisfy { $0 == "PROPERTY_PAY" }
    }

    private static func completeness(
        of offer: StreamratesOffer, lines: StreamratesLines, taxBasis: SupplierManifest.TaxBasis
    ) -> OfferPrice.Completeness {
        // Taxes first: of what may be missing they are the most.
        let isSilent = offer.rates.contains { $0.fees == nil }
        if isSilent, taxBasis != .included { return .taxesUnknown }
        let mentions = offer.rates.contains { ChargeWords.mention(in: $0.remarks) }
        return mentions && !lines.hasFeesAtHotel ? .textOnlyCharges : .full
    }
}

/// Taxes and fees gathered by kind, in the order of the kinds.
private struct StreamratesLines {
    private var included: [PriceComponent.Kind: Money] = [:]
    private var atHotel: [(kind: PriceComponent.Kind, amount: Money)] = []

    var hasFeesAtHotel: Bool { !atHotel.isEmpty }

    mutating func add(_ fees: [StreamratesFee]) throws(RateFault) {
        for fee in fees {
            guard let amount = try fee.amount.money(), amount.minorUnits != 0 else { continue }
            guard amount.minorUnits > 0 else { throw RateFault(.priceContradiction, "fee below 0") }
            let kind = Self.kind(of: fee)
            guard !fee.isIncluded else {
                let before = included[kind] ?? .zero(amount.currency)
                included[kind] = try before.plus(amount)
                continue
            }
            let same = atHotel.firstIndex {
                $0.kind == kind && $0.amount.currency == amount.currency
            }
            if let same {
                atHotel[same].amount = try atHotel[same].amount.plus(amount)
            } else {
                atHotel.append((kind, amount))
            }
        }
    }

    /// What the total holds besides the taxes inside it is the base.
    func components(
        total: Money, payable: PriceComponent.Payable
    ) throws(RateFault) -> [PriceComponent] {
        var base = total
        var lines: [PriceComponent] = []
        for kind in PriceComponent.Kind.allCases {
            // A tax told in another currency than the total cannot be taken out of it.
            guard let amount = included[kind], amount.currency == total.currency else { continue }
            base = try base.minus(amount)
            lines.append(PriceComponent(kind: kind, amount: amount, payable: payable))
        }
        guard base.minorUnits >= 0 else {
            throw RateFault(.priceContradiction, "taxes above the total")
        }
        lines.insert(PriceComponent(kind: .base, amount: base, payable: payable), at: 0)
        for fee in atHotel {
            lines.append(PriceComponent(kind: fee.kind, amount: fee.amount, payable: .atProperty))
        }
        return lines
    }

    private static func kind(of fee: StreamratesFee) -> PriceComponent.Kind {
        let text = fee.text.lowercased()
        if fee.isIncluded {
            let isFee = text.contains("fee") && !text.contains("tax") && !text.contains("vat")
            return isFee ? .serviceFee : .tax
        }
        if text.contains("resort") { return .resortFee }
        return text.contains("tax") ? .cityTax : .propertyFee
    }
}
