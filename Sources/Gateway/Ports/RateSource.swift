public import TravelModel

/// The exchange rates in force.
public protocol RateSource: Sendable {
    /// The table every conversion of a search that starts now uses.
    func current() -> ExchangeRateTable

    /// The table of a day that a quote was made with; `nil` when it is no longer kept.
    func table(asOf date: CivilDate) -> ExchangeRateTable?
}
