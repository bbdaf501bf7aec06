import Gateway
import Places
import Synchronization

/// How many hotels a search for a place would look at, counted once a place.
final class HotelCounts: Sendable {
    /// Counts kept; a catalogue is counted anew quickly, so beyond these all are forgotten.
    private static let mostKept = 100_000

    private let catalogue: any HotelCatalogue
    // A lock around counts; two threads may count the same place, and find the same.
    private let known = Mutex<[PlaceGround: Int]>([:])

    init(_ catalogue: any HotelCatalogue) { self.catalogue = catalogue }

    func count(_ ground: PlaceGround) -> Int {
        if let count = known.withLock({ $0[ground] }) { return count }
        let count = catalogue.hotels(in: SearchArea(ground), most: .max).count
        known.withLock { known in
            if known.count >= Self.mostKept { known = [:] }
            known[ground] = count
        }
        return count
    }
}
