/// What goes into an index beside the data that ships: the hotels of the catalogue and the operator's
/// own places.
public struct PlaceAdditions: Sendable {
    /// The hotels of the catalogue.
    public var hotels: [IndexedHotel]
    /// The operator's own places.
    public var own: OwnPlaces
    /// Whether an own place that does not fit the data ends the build; else it is left out and told.
    public var refusesMisfits: Bool
    /// Tells these inputs and the data file from others, in any short printable form; kept in the
    /// index, and part of its version when it is not empty.
    public var fingerprint: String

    /// Nothing beside the data.
    public static var none: PlaceAdditions { PlaceAdditions() }

    /// Additions that let misfits out.
    public init(
        hotels: [IndexedHotel] = [], own: OwnPlaces = .none, refusesMisfits: Bool = false,
        fingerprint: String = ""
    ) {
        self.hotels = hotels
        self.own = own
        self.refusesMisfits = refusesMisfits
        self.fingerprint = fingerprint
    }

    /// Puts everything into a collector that has the data.
    ///
    /// - Returns: the places that do not fit the data, told by their lines.
    func add(to collector: inout PlaceCollector) -> [PlaceDataFault] {
        var misfits: [PlaceDataFault] = []
        for place in own.places {
            do throws(LineFault) {
                try collector.add(place)
            } catch {
                misfits.append(
                    PlaceDataFault(file: own.file, line: place.line, message: error.message))
            }
        }
        for (index, hotel) in hotels.enumerated() {
            do throws(LineFault) {
                try collector.add(hotel)
            } catch {
                misfits.append(
                    PlaceDataFault(file: "catalogue", line: index + 1, message: error.message))
            }
        }
        return misfits
    }
}
