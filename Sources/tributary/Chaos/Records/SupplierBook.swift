/// One mock supplier's own books, as `/__mock/inventory` tells them.
struct SupplierBook: Sendable {
    struct Reservation: Hashable, Sendable {
        var id: String
        var reference: String
        /// `held`, `booked`, `released` or `expired`.
        var state: String
        var heldUntil: RunTime?

        var isLive: Bool { state == "held" || state == "booked" }
    }

    struct Night: Hashable, Sendable {
        /// Hotel, room and date.
        var name: String
        var taken: Int
        /// `nil` where the mock does not say.
        var allotment: Int?
    }

    struct Movement: Hashable, Sendable {
        var reservation: String
        var state: String
        var at: RunTime
    }

    var supplier: String
    var reservations: [Reservation] = []
    var nights: [Night] = []
    var movements: [Movement] = []
}

/// What a mock's call log says of one call.
struct SupplierCall: Hashable, Sendable {
    var supplier: String
    var step: String
    var outcome: String
    var fault: String?
}
