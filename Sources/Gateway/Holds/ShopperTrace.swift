public import SupplierKit

/// What only the shopper's own request tells: passed to the suppliers that want it, in every step.
///
/// Personal data: kept with a hold as long as its guests are, and erased with them.
public struct ShopperTrace: Sendable, Hashable {
    /// An IPv4 or IPv6 address.
    public var ipAddress: String?
    /// The shopper's browser, at most 512 bytes.
    public var userAgent: String?
    /// One value for one shopper's journey, at most 128 bytes.
    public var session: String?

    /// Nothing known.
    public init() {}

    /// What a context says of the shopper.
    public init(_ shopper: ShopperContext) {
        ipAddress = shopper.ipAddress
        userAgent = shopper.userAgent
        session = shopper.session
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { ipAddress == nil && userAgent == nil && session == nil }
}

extension ShopperContext {
    /// The same terms, asked for this shopper.
    public func asked(for trace: ShopperTrace) -> ShopperContext {
        var shopper = self
        shopper.ipAddress = trace.ipAddress
        shopper.userAgent = trace.userAgent
        shopper.session = trace.session
        return shopper
    }
}
