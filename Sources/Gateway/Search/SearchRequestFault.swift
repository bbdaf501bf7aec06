public import TravelModel

/// One thing that is wrong with a search as asked.
public struct SearchRequestFault: Sendable, Hashable {
    /// The part of the request, for the edge to name in its own terms.
    public enum Part: String, Sendable, CaseIterable {
        case area, checkIn, checkOut, occupancy, limit, maxAge, suppliers
    }

    /// What is at fault.
    public let part: Part
    /// What would be right, as a short sentence without a full stop.
    public let detail: String

    /// Puts the two together.
    public init(_ part: Part, _ detail: String) {
        self.part = part
        self.detail = detail
    }
}

/// Every fault of one request; never empty.
public struct SearchRequestFaults: Error, Sendable, Hashable {
    /// In the order of the request's parts.
    public let faults: [SearchRequestFault]
}

/// Why a search was not started.
public enum SearchRefusal: Error, Sendable, Hashable {
    /// Nobody knows the place.
    case unknownPlace
    /// Hotels asked for that nobody knows, in the order given; never empty.
    case unknownHotels([HotelID])
    /// Suppliers asked for that are not configured; never empty.
    case unknownSuppliers([SupplierID])
    /// As many searches run as the gateway carries; nothing was done.
    case overloaded
    /// As many searches of the tenant run as leave room for others; nothing was done.
    case overShare
    /// The gateway is shutting down; nothing was done.
    case draining
}
