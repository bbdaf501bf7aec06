internal import TravelModel
internal import WireFormat

// The small values of the contract; every one is written the same way wherever it appears.
extension JSONWriter {
    /// `{"amount":"123.45","currency":"EUR"}`.
    mutating func money(_ money: Money) {
        beginObject()
        member("amount", money.decimalText)
        member("currency", money.currency.text)
        endObject()
    }

    mutating func member(_ name: StaticString, _ value: Money) {
        key(name)
        money(value)
    }

    mutating func member(_ name: StaticString, _ value: Instant) {
        member(name, value.description)
    }

    mutating func member(_ name: StaticString, milliseconds value: Duration) {
        member(name, value.wholeMilliseconds)
    }

    /// An instant, and the time left until then at `now`, never below zero.
    mutating func expiry(_ instant: Instant, at now: Instant) {
        member("expiresAt", instant)
        member("expiresInMs", milliseconds: max(.zero, now.duration(to: instant)))
    }

    mutating func member(_ name: StaticString, _ stay: StayDates) {
        key(name)
        beginObject()
        member("checkIn", stay.checkIn.description)
        member("checkOut", stay.checkOut.description)
        member("nights", stay.nights)
        endObject()
    }

    /// A list of any length, each element by `write`.
    mutating func list<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements,
        _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }
}
