import SupplierKit
import TravelModel

// The life of one hold, without any I/O: rows and events in, rows and orders out.
//
//              revalidated             keep              lookedUp: not found, failed
//   claimed ---------------> claimed --------> keeping           .-----.
//    |    \                   |                | |  \  kept:     v     |
//    |     `-- granted -------|------.    kept | |   `-------> doubtful
//    | refused, closed        |       \        | | refused,     |  |  refused, closed
//    v                        v        v       v v closed       |  v
//   refused (settled) <-------'      held | price confirmed <---' refused (watching)
//                                     (settled)     lookedUp: found      |
//                                        |                               | lookedUp: found
//              ended, lookedUp: ended    |                               v
//                                        v                          (releasing)
//                          released | expired (releasing) -- givenBack --> (settled)
//
// Situations: what a row's state and stage are together. Every pair that is not listed is
// impossible, takes no event and changes nothing.
//
//   claimed     pending, claimed                       written down; at most a price was asked
//   keeping     pending, keeping                       a request that may keep a room left, or may
//   doubtful    pending, doubtful                      its answer was lost; look-ups decide
//   granted     held | price confirmed, settled        decided
//   releasing   refused | released | expired, releasing   the supplier must still let go
//   watched     refused | released | expired, watching    the supplier may keep it after all
//   over        refused | released | expired, settled  decided, nothing left to do
//
// Transitions. An event that is not listed for a situation is refused: `on` gives `nil` and the row
// is as it was. `~` is "any of".
//
//   claimed    resume                 claimed    order revalidate; after a restored ledger: lookUp,
//                                                or forget for our own rooms (invariant 9)
//              lookedUp  found        granted    adopted; only after a restored ledger
//                        not found    claimed    order revalidate
//                        ended        claimed    order renumber
//                        failed       claimed    order forget
//              revalidated            claimed    order hold, grant, refuse or forget
//              keep                   keeping    order ask
//              granted                granted
//              refused, closed        over, or watched where an earlier attempt was
//   keeping    resume                 doubtful   order lookUp
//              kept      held         granted    or releasing, when it is over already
//                        price changed  claimed  order renumber
//                        sold out, refused   keeping   order refuse
//                        did nothing, throttled   keeping   order forget
//                        duplicate, unknown, failed       doubtful  order lookUp
//              refused                over, or watched where an earlier attempt was
//              closed                 watched
//   doubtful   resume                 doubtful   order lookUp
//              lookedUp  found        granted    or releasing, when it is over already
//                        not found, failed   doubtful   order lookUp, or refuse in the end
//                        ended        doubtful   order refuse
//              refused, closed        watched
//   granted    resume                 granted    order rest
//              lookedUp  found, failed, not found    granted    only a supplier's hold
//                        ended        over       released, for the supplier let it go
//                        not found twice      releasing   released likewise
//              ended                  over       or releasing, when a supplier has to let go
//              extend                 granted    once, where the holder can
//   releasing  resume                 releasing  order release
//              unconfirmed            releasing  order release
//              givenBack, closed      over
//   watched    resume                 watched    order lookUp
//              lookedUp  found        releasing
//                        ended        over
//                        not found, failed    watched, over in the end
//              forsaken, closed       over
//   over       resume                 over       order rest
//              suspected              watched    order lookUp; not for our own rooms
//
// Invariants (docs/holds.md tells them to people)
//  1. The claim is durable before the supplier hears of it; `keeping` is durable before a request
//     that may keep a room leaves.
//  2. From `keeping` on, only a supplier's word, our own ledger or a person ends the doubt: an answer
//     that is lost, odd or late leads to look-ups, never to a refusal by itself.
//  3. A grant is at a price and on terms the client accepted: unchanged, cheaper, or dearer by no
//     more than `maxIncrease`.
//  4. States only move forward: pending -> held | price confirmed | refused | expired;
//     held | price confirmed -> released | expired.
//  5. A hold that surely did nothing is forgotten or refused; a stored refusal never changes.
//  6. The announced deadline is never later than the supplier's own, and the hold does not expire
//     before it. A supplier that lets go earlier makes it released, not expired.
//  7. What was granted or found and is over is given back until the supplier says it is gone.
//  8. What ended here without the supplier's word is looked up there until nothing can turn up; an
//     attempt that is judged anew under its reference takes that on.
//  9. After an older ledger was restored nothing is asked for that the lost time may have got.

/// Decides what follows for one hold from what happened.
struct HoldMachine {
    /// What happened, or what the owner is about to do.
    enum Event {
        /// An owner begins with the row as it found it.
        case resume
        /// The supplier's word on the quoted offer, compared where there is one.
        case revalidated(RevalidateEnd, OfferComparison?)
        /// The supplier is about to be asked to keep this offer.
        case keep(Offer)
        /// Nobody else needs to be asked: our own room was taken, or the price is all there is.
        case granted(Offer)
        /// The supplier's answer; `mayHaveActed` false is certain knowledge that no request that may
        /// keep a room reached it.
        case kept(StepVerdict<HoldEnd>, mayHaveActed: Bool)
        /// What the supplier says about our reference.
        case lookedUp(StepVerdict<RetrieveEnd>)
        /// The refusal that was ordered, with its body.
        case refused(StoredRefusal)
        /// A person ends the wait for a decision.
        case closed(StoredRefusal)
        /// Released or expired.
        case ended(HoldState, by: HoldEnder)
        /// The client wants more time.
        case extend
        /// The supplier says that it keeps nothing any more.
        case givenBack
        /// The supplier did not say that it keeps nothing.
        case unconfirmed
        /// The attempt is judged anew under the same reference: this row gives nothing back.
        case forsaken
        /// A person wants to know whether the supplier keeps something.
        case suspected
    }

    /// What the owner does next.
    enum Order {
        /// Ask for the offer as it is now.
        case revalidate
        /// Make the offer kept by the supplier, from ``Event/keep(_:)`` on.
        case hold(Offer)
        /// Grant the offer, with what that does to our own rooms.
        case grant(Offer, InventoryChange)
        /// Send the request that may keep a room; the row has to be stored first.
        case ask(Offer)
        /// Look our reference up after the wait.
        case lookUp(after: Duration)
        /// Go on from the claim under the attempt's next reference: this one is spent.
        case renumber
        /// Give the room back at the supplier after the wait.
        case release(after: Duration)
        /// Nothing: the hold is decided.
        case rest
        /// Nothing, and the row should be forgotten: nothing was done.
        case forget(Abandonment)
        /// Refuse, with a body that still has to be written.
        case refuse(Refusal)
    }

    /// Why a claim did nothing.
    enum Abandonment: Sendable, Hashable {
        case quoteExpired
        case unavailable(retryAfter: Duration?)
        /// Our own limit was reached; the supplier was not asked.
        case overloaded

        init(_ failure: SupplierFailure) {
            self =
                failure.code == .overloaded
                ? .overloaded : .unavailable(retryAfter: failure.retryAfter)
        }
    }

    /// A refusal that will be stored.
    enum Refusal {
        case priceChanged(OfferComparison, Offer)
        case termsChanged(OfferComparison, Offer)
        case soldOut
        case unavailable
    }

    /// The life of a granted hold.
    let holdLife: Duration
    /// When look-ups happen.
    let lookup: LookupSchedule
    /// How long the supplier keeps a room from when it is asked, where its contract says so.
    var supplierLife: Duration?
    /// Until when a hold of the time that a restored ledger lost may live; `nil` in ordinary times.
    var guardedUntil: StampedTime?

    /// What follows; `nil`, and the row as it was, for an event that its situation does not take.
    func on(_ event: Event, _ record: inout HoldRecord, at now: StampedTime) -> Order? {
        var next = record
        let order: Order? =
            switch (record.state, record.stage) {
            case (.pending, .claimed): claimed(event, &next, now)
            case (.pending, .keeping): keeping(event, &next, now)
            case (.pending, .doubtful): doubtful(event, &next, now)
            case (.held, .settled), (.priceConfirmed, .settled): granted(event, &next, now)
            case (.refused, .releasing), (.released, .releasing), (.expired, .releasing):
                releasing(event, &next, now)
            case (.refused, .watching), (.released, .watching), (.expired, .watching):
                watched(event, &next, now)
            case (.refused, .settled), (.released, .settled), (.expired, .settled):
                over(event, &next, now)
            default: nil
            }
        if order != nil { record = next }
        return order
    }
}
