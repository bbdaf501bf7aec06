internal import Places
internal import TravelModel
internal import WireFormat

extension JSONWriter {
    /// One line of a suggestion list.
    mutating func suggestion(_ item: PlaceSuggestion) {
        beginObject()
        member("placeId", item.placeID.text)
        member("kind", item.kind.rawValue)
        member("name", item.name)
        member("label", item.label)
        member("region", ifPresent: item.region)
        member("country", item.country)
        member("countryCode", item.countryCode.text)
        position(item.position)
        if let population = item.population { member("population", population) }
        member("iata", ifPresent: item.iata)
        member("hotelCount", item.hotelCount)
        list("matched", item.matched) { writer, range in
            writer.beginArray()
            writer.integer(range.lowerBound)
            writer.integer(range.upperBound)
            writer.endArray()
        }
        member("matchedAlias", ifPresent: item.matchedAlias)
        if !item.also.isEmpty {
            list("also", item.also) { writer, chip in
                writer.beginObject()
                writer.member("placeId", chip.placeID.text)
                writer.member("kind", chip.kind.rawValue)
                writer.member("label", chip.label)
                writer.endObject()
            }
        }
        endObject()
    }

    /// One place with all its names and the ground a search for it covers.
    mutating func place(_ place: Place) {
        beginObject()
        member("placeId", place.id.text)
        member("kind", place.kind.rawValue)
        member("name", place.name)
        member("region", ifPresent: place.region)
        member("country", place.country)
        member("countryCode", place.countryCode.text)
        position(place.centre)
        member("timeZone", ifPresent: place.zone)
        if let population = place.population { member("population", population) }
        member("iata", ifPresent: place.iata)
        extent(place.extent)
        list("parents", place.parents) { $0.string($1.text) }
        list("names", place.names) { writer, name in
            writer.beginObject()
            writer.member("text", name.text)
            writer.list("languages", name.languages) { $0.string($1) }
            writer.endObject()
        }
        endObject()
    }

    /// One page of what has changed since the client's version.
    mutating func changes(_ page: PlaceChanges, since version: String) {
        beginObject()
        member("since", version)
        member("version", page.version)
        list("changed", page.changed) { $0.suggestion($1) }
        list("removed", page.removed) { $0.string($1.text) }
        member("after", ifPresent: page.next?.text)
        endObject()
    }

    private mutating func extent(_ extent: PlaceExtent) {
        switch extent {
        case .circle(let radius):
            key("radiusKm")
            double(radius)
        case .box(let west, let south, let east, let north):
            list("bbox", [west, south, east, north]) { $0.double($1) }
        }
    }
}
