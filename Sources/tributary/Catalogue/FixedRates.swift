import Gateway
import TravelModel

/// One table of rates for as long as the process runs, and those of earlier runs for what was quoted
/// with them.
struct FixedRates: RateSource {
    let table: ExchangeRateTable
    private let byDay: [CivilDate: ExchangeRateTable]

    /// `table` is in force; it stands for its day, whatever `earlier` says of it.
    init(table: ExchangeRateTable, earlier: [ExchangeRateTable] = []) {
        self.table = table
        byDay = Dictionary(
            (earlier + [table]).map { ($0.asOf, $0) }, uniquingKeysWith: { _, last in last })
    }

    func current() -> ExchangeRateTable { table }

    func table(asOf date: CivilDate) -> ExchangeRateTable? { byDay[date] }
}
