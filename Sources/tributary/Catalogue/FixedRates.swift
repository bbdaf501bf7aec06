import Gateway
import TravelModel

/// One table of rates for as long as the process runs.
struct FixedRates: RateSource {
    let table: ExchangeRateTable

    func current() -> ExchangeRateTable { table }

    func table(asOf date: CivilDate) -> ExchangeRateTable? { table.asOf == date ? table : nil }
}
