import Gateway
import Places
import TravelModel

extension FileCatalogue {
    /// The hotels as the place index knows them, by id; one whose id is no place id is not among them.
    var indexedHotels: [IndexedHotel] {
        all.compactMap { hotel in
            PlaceID(hotel.id.text).map { id in
                IndexedHotel(
                    id: id, name: hotel.name, city: hotel.place, country: hotel.country,
                    position: hotel.position, zone: hotel.zone ?? "")
            }
        }
    }
}
