internal import TravelModel

/// Turns a supplier's price and rules into what a client is shown, with one table of rates.
struct OfferPricing: Sendable {
    let rates: ExchangeRateTable
    /// The currency asked for.
    let currency: CurrencyCode

    /// Converts each amount once; the included lines keep adding up to the total.
    func price(_ price: OfferPrice) -> DisplayPrice {
        let converted = rates.convert(price.charge, to: currency)
        let payNow = converted ?? price.charge
        let target = payNow.currency
        let property = price.components.filter { $0.payable == .atProperty }.map { line in
            PropertyCharge(
                kind: line.kind, money: line.amount,
                converted: rates.convert(line.amount, to: target), mandatory: line.mandatory)
        }
        var total = payNow
        var completeness = price.completeness
        for charge in property where charge.mandatory {
            if let amount = charge.converted, let sum = try? total.adding(amount) {
                total = sum
            } else if completeness == .full {
                completeness = charge.kind.isTax ? .taxesUnknown : .textOnlyCharges
            }
        }
        return DisplayPrice(
            total: total, payNow: payNow, payAtProperty: property,
            breakdown: breakdown(price, payNow: payNow),
            nightly: price.nightly.compactMap { rates.convert($0, to: target) },
            charge: price.charge, fx: conversion(from: price.charge.currency, to: target),
            completeness: completeness, inSearchCurrency: target == currency)
    }

    /// An amount in the currency of a shown total, or as it is where it has no rate.
    func shown(_ money: Money, beside total: Money) -> Money {
        rates.convert(money, to: total.currency) ?? money
    }

    /// The lines in the supplier's order; the last one payable now takes what rounding left over.
    private func breakdown(_ price: OfferPrice, payNow: Money) -> [PriceLine] {
        let target = payNow.currency
        var lines = price.components.map { line in
            let converted = rates.convert(line.amount, to: target)
            return PriceLine(
                kind: line.kind, money: converted ?? line.amount,
                included: line.mandatory && converted != nil, payable: line.payable)
        }
        let places = lines.indices.filter { lines[$0].included && lines[$0].payable == .now }
        guard let last = places.last else {
            guard payNow.minorUnits != 0 else { return lines }
            lines.insert(
                PriceLine(kind: .base, money: payNow, included: true, payable: .now), at: 0)
            return lines
        }
        var rest = payNow
        for place in places.dropLast() {
            guard let next = try? rest.subtracting(lines[place].money) else { return lines }
            rest = next
        }
        let line = lines[last]
        lines[last] = PriceLine(
            kind: line.kind, money: rest, included: true, payable: line.payable)
        return lines
    }

    private func conversion(from: CurrencyCode, to target: CurrencyCode) -> Conversion? {
        guard from != target, let rate = rates.rateText(from: from, to: target) else { return nil }
        return Conversion(rate: rate, asOf: rates.asOf, source: rates.source)
    }
}

extension PriceComponent.Kind {
    /// Whether a charge of this kind goes to a government.
    fileprivate var isTax: Bool { self == .tax || self == .cityTax }
}
