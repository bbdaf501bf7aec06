import TravelModel

/// A word of the model with a number that is stored and so must never change its meaning.
///
/// New cases get new numbers; a removed case's number is not given away again.
protocol StableCode: CaseIterable {
    /// Unique within the type.
    var code: UInt8 { get }
}

extension StableCode {
    /// The case with this number.
    static func read(_ reader: inout BinaryReader, _ member: String) throws(CodecFault) -> Self {
        let code = try reader.byte()
        guard let value = allCases.first(where: { $0.code == code }) else {
            throw .badValue(member)
        }
        return value
    }
}

extension Board: StableCode {
    var code: UInt8 {
        switch self {
        case .roomOnly: 1
        case .bedAndBreakfast: 2
        case .halfBoard: 3
        case .fullBoard: 4
        case .allInclusive: 5
        case .selfCatering: 6
        case .other: 7
        }
    }
}

extension PriceComponent.Kind: StableCode {
    var code: UInt8 {
        switch self {
        case .base: 1
        case .tax: 2
        case .serviceFee: 3
        case .extraPerson: 4
        case .propertyFee: 5
        case .resortFee: 6
        case .cityTax: 7
        case .discount: 8
        case .adjustment: 9
        }
    }
}

extension PriceComponent.Payable: StableCode {
    var code: UInt8 {
        switch self {
        case .now: 1
        case .atProperty: 2
        }
    }
}

extension OfferPrice.Completeness: StableCode {
    var code: UInt8 {
        switch self {
        case .full: 1
        case .taxesUnknown: 2
        case .textOnlyCharges: 3
        }
    }
}

extension CancellationTerms.Kind: StableCode {
    var code: UInt8 {
        switch self {
        case .freeUntil: 1
        case .partiallyRefundable: 2
        case .nonRefundable: 3
        case .unknown: 4
        }
    }
}

extension OfferPayment.Timing: StableCode {
    var code: UInt8 {
        switch self {
        case .now: 1
        case .deposit: 2
        case .atProperty: 3
        case .mixed: 4
        }
    }
}

extension OfferPayment.Merchant: StableCode {
    var code: UInt8 {
        switch self {
        case .supplier: 1
        case .property: 2
        case .us: 3
        }
    }
}

extension HoldAbility.Keeper: StableCode {
    var code: UInt8 {
        switch self {
        case .supplier: 1
        case .inventory: 2
        case .priceCheck: 3
        }
    }
}
