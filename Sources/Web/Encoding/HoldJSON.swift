internal import Gateway
internal import SupplierKit
internal import TravelModel
internal import WireFormat

extension JSONWriter {
    /// A hold as it is now; `shown` is the offer as granted, where its rates are still kept.
    mutating func hold(_ view: HoldView, _ shown: PricedOffer?) {
        let record = view.record
        beginObject()
        member("holdId", record.id.text)
        holdState(view)
        member("quoteId", record.quote.id.text)
        if let shown {
            key("offer")
            offer(shown, at: view.now.wall)
            key("price")
            price(shown.price)
        }
        if let change = view.change {
            key("change")
            beginObject()
            self.change(change)
            endObject()
        }
        member("by", record.keeper.rawValue)
        member("supplierReference", ifPresent: record.supplierHold?.reference.text)
        member("clientReference", ifPresent: record.clientReference)
        if let metadata = record.metadata {
            key("metadata")
            json(metadata)
        }
        if let refusal = record.refusal {
            key("refusal")
            json(refusal.body)
        }
        if record.isExtended { member("extended", true) }
        member("endedBy", ifPresent: record.endedBy?.rawValue)
        member("createdAt", record.createdAt.wall)
        endObject()
    }

    /// The members that say where a hold stands.
    mutating func holdState(_ view: HoldView) {
        member("state", view.state.rawValue)
        member("version", view.record.version)
        if let expires = view.record.expiresAt { member("expiresAt", expires.wall) }
        if let left = view.expiresIn { member("expiresInMs", milliseconds: left) }
    }
}
