/// What a hold of an offer can mean, and what it needs to know.
public struct HoldAbility: Hashable, Sendable {
    /// Who keeps the room.
    public enum Keeper: String, Sendable, CaseIterable {
        /// The supplier keeps it under our reference.
        case supplier
        /// Our own inventory keeps it.
        case inventory
        /// Nobody: the price is confirmed now and checked again at booking.
        case priceCheck = "price_check"
    }

    /// What must be sent along.
    public struct Needs: OptionSet, Hashable, Sendable {
        /// The set as bits.
        public let rawValue: UInt8

        /// Any bits; unknown ones are kept.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A name for each room at least.
        public static let guests = Needs(rawValue: 1)
        /// A mail address; a phone number may go with it.
        public static let contact = Needs(rawValue: 2)
    }

    /// Decides whether a granted hold is a kept room or only a confirmed price.
    public let keeper: Keeper
    /// Empty when a hold asks for nothing about the guests.
    public let needs: Needs

    /// Any keeper goes with any needs.
    public init(keeper: Keeper, needs: Needs = []) {
        self.keeper = keeper
        self.needs = needs
    }
}
