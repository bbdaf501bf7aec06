internal import Gateway
internal import SupplierKit
internal import TravelModel
internal import WireFormat

// What can go wrong between a quote and a hold, in the words of the contract.
extension Problem {
    static let quoteUnknown = Problem(.quoteUnknown, "No quote of yours has this id.")
    static let holdUnknown = Problem(.holdUnknown, "No hold of yours has this name.")

    /// Nothing was done; by default the client comes again after a moment.
    static func supplierUnavailable(retryAfter: Duration?) -> Problem {
        var problem = Problem(
            .supplierUnavailable, "The supplier surely did nothing; try again.")
        problem.retryAfter = retryAfter ?? .seconds(2)
        return problem
    }

    /// With the search to repeat, where the quote is still known.
    static func quoteExpired(_ quote: Quote?) -> Problem {
        var problem = Problem(.quoteExpired, "The quote is over; search again for a new one.")
        if let quote {
            problem.more = { writer in
                writer.key("search")
                writer.beginObject()
                writer.member("href", SearchAgain.address(of: quote))
                writer.endObject()
            }
        }
        return problem
    }

    init(_ fault: StorageFault) {
        switch fault {
        case .busy:
            self.init(.overloaded, "Too much waits to be written; nothing was done.")
            retryAfter = .seconds(1)
        case .unavailable:
            self.init(.storageUnavailable, "The storage cannot be used now; nothing was done.")
            retryAfter = .seconds(5)
        case .corrupt:
            self.init(.storageUnavailable, "What is stored cannot be read; nothing was done.")
        case .damagedRow:
            self.init(
                .storageUnavailable,
                "What is stored of this is damaged, and an operator must look; nothing was done.")
        }
    }

    /// A decline of the desk, which says whether nothing was done; each is judged anew when asked again.
    ///
    /// `shown` gives the offer of a hold that has the quote already, as its client sees it.
    init(_ decline: HoldDecline, shown: (HoldRecord) -> PricedOffer?) {
        switch decline {
        case .quoteUnknown: self = .quoteUnknown
        case .quoteExpired(let quote): self = .quoteExpired(quote)
        case .offerMismatch:
            self.init(.offerMismatch, "offerId names another offer than the quote is for.")
        case .guestsRequired(let needs): self = Self.guestsRequired(needs)
        case .guestsMismatch(let detail): self.init(.guestsMismatch, detail + ".")
        case .keyReused:
            self.init(.idempotencyKeyReused, "This Idempotency-Key came with another body.")
        case .inProgress:
            self.init(.idempotencyInProgress, "The first request with this key still runs.")
            retryAfter = .seconds(1)
        case .quoteAlreadyHeld(let view):
            self.init(.quoteAlreadyHeld, "Another key holds this quote.")
            let offer = shown(view.record)
            more = { writer in
                writer.key("hold")
                writer.hold(view, offer)
            }
        case .tooManyHolds(let cap, let wait):
            let whose = cap.scope == .buyer ? "This buyer" : "You"
            self.init(.tooManyHolds, "\(whose) may have \(cap.most) holds open at once.")
            retryAfter = wait
        case .supplierUnavailable(let wait): self = .supplierUnavailable(retryAfter: wait)
        case .storage(let fault): self.init(fault)
        case .outcomeUnknown:
            self.init(
                .storageUnavailable,
                "The hold was begun and the storage cannot say what became of it: it may be held. "
                    + "Send the same request again, with the same Idempotency-Key.")
            retryAfter = .seconds(5)
        case .overloaded:
            self.init(.overloaded, "Too much is under way here; nothing was done.")
            retryAfter = .seconds(1)
        }
    }

    /// No room for a request to hold; nothing was done.
    init(_ refusal: FairShare.Refusal) {
        switch refusal {
        case .full: self.init(.overloaded, "Too many holds are under way; nothing was done.")
        case .share:
            self.init(
                .rateLimited, "As many of your holds are under way as leave room for others.")
        }
        retryAfter = .seconds(1)
    }

    private static func guestsRequired(_ needs: HoldAbility.Needs) -> Problem {
        var problem = Problem(
            .guestsRequired,
            "This supplier wants " + needs.names.joined(separator: " and ") + " with a hold.")
        problem.faults = needs.names.map {
            InputFault(place: .pointer("/" + $0), detail: "required by the supplier")
        }
        return problem
    }
}

/// The search that would find a quoted offer again.
enum SearchAgain {
    static func address(of quote: Quote) -> String {
        var query = [
            ("hotelId", quote.hotel.text), ("checkIn", quote.stay.checkIn.description),
            ("checkOut", quote.stay.checkOut.description),
        ]
        query += quote.rooms.map { ("occupancy", $0.description) }
        query += [
            ("currency", quote.shownIn.currency.text), ("residency", quote.shopper.residency.text),
            ("lang", quote.shopper.language), ("channel", quote.shopper.channel.rawValue),
        ]
        return "/v1/offers?"
            + query.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }
}
