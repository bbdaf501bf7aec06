import Ledger

/// No room is sold twice, and none is kept that nobody asked for.
enum StockInvariants {
    /// The mocks' own count of every night against its allotment, in every look at their books.
    static func supplierStock(_ history: History) -> Verdict {
        var verdict = Verdict(
            "supplier-stock", "No night at a supplier has more rooms taken than there are")
        for book in history.books.flatMap({ $0 }) {
            for night in book.nights {
                guard let allotment = night.allotment else { continue }
                verdict.check(
                    night.taken <= allotment,
                    "\(book.supplier) \(night.name): \(night.taken) of \(allotment) taken")
            }
        }
        return verdict
    }

    /// Our own rooms, by the ledger after the gateway's end.
    static func ownStock(_ history: History) -> Verdict {
        var verdict = Verdict(
            "own-stock",
            "No night of our own rooms is oversold, and every room taken belongs to an open hold")
        for night in history.ledger?.nights ?? [] {
            verdict.check(
                night.taken <= night.allotment && night.taken == night.accounted,
                "\(night.hotel) \(night.room) day \(night.day): \(night.taken) taken of "
                    + "\(night.allotment), holds account for \(night.accounted)")
        }
        return verdict
    }

    /// Reservations a supplier ever made under one reference of ours.
    static func onePerReference(_ history: History) -> Verdict {
        var verdict = Verdict(
            "one-per-reference", "A supplier never keeps two rooms under one reference")
        for book in history.books.last ?? [] {
            let byReference = Dictionary(grouping: book.reservations, by: \.reference)
            for (reference, found) in byReference.sorted(by: { $0.key < $1.key }) {
                verdict.check(
                    found.count == 1,
                    "\(book.supplier) \(reference): \(found.map(\.id).sorted())")
            }
        }
        return verdict
    }

    /// Reservations that come from one idempotency key, by way of the ledger.
    static func onePerKey(_ history: History) -> Verdict {
        var verdict = Verdict(
            "one-per-key", "One idempotency key never keeps two rooms at a supplier")
        // A key that was judged anew keeps its reference, and the older row has lost the key.
        let keys = Dictionary(
            (history.ledger?.holds ?? []).map { ($0.reference, $0.attempt) },
            uniquingKeysWith: { $0.contains(" ") ? $1 : $0 })
        var made: [String: [String]] = [:]
        for book in history.books.last ?? [] {
            for reservation in book.reservations {
                guard let key = keys[reservation.reference] else { continue }
                made[key, default: []].append("\(book.supplier) \(reservation.id)")
            }
        }
        for (key, reservations) in made.sorted(by: { $0.key < $1.key }) {
            verdict.check(reservations.count == 1, "key \(key): \(reservations.sorted())")
        }
        return verdict
    }

    /// Reservations that are alive at a supplier after everything was released.
    ///
    /// A hold that is still undecided or still being given back accounts for its room; both are
    /// reported apart.
    static func orphans(_ history: History) -> Verdict {
        var verdict = Verdict(
            "no-orphans", "Every room a supplier still keeps belongs to a hold that knows of it")
        let rows = Dictionary(grouping: history.ledger?.holds ?? [], by: \.reference)
        for book in history.books.last ?? [] {
            for reservation in book.reservations where reservation.isLive {
                let holds = rows[reservation.reference] ?? []
                let isKnown = holds.contains {
                    ["PENDING", "HELD"].contains($0.state) || $0.stage == "releasing"
                }
                verdict.check(
                    isKnown,
                    "\(book.supplier) \(reservation.id) is \(reservation.state) under "
                        + "\(reservation.reference), holds of that reference: "
                        + "\(holds.map { "\($0.id) \($0.state) \($0.stage)" })")
            }
            // What was given back was looked at as well: a run without any says so by its count.
            for reservation in book.reservations where !reservation.isLive {
                verdict.check(true, reservation.id)
            }
        }
        return verdict
    }
}
