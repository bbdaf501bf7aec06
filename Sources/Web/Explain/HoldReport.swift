internal import Gateway
internal import SupplierKit
internal import TravelModel

/// A hold's history as text that a support agent reads from top to bottom; no guest's data in it.
enum HoldReport {
    static func text(of history: HoldSupport.History) -> String {
        var writer = ReportWriter()
        let record = history.view.record
        writer.head("Hold \(record.id) of tenant \(record.tenant)")
        writer.head("Asked for \(record.createdAt.wall), now \(history.view.state.rawValue).")
        writer.section("What for")
        writer.value("supplier", "\(record.quote.supplier)")
        writer.value("hotel", "\(record.quote.hotel), there \(record.quote.offer.hotel)")
        writer.value("stay", "\(record.quote.stay)")
        writer.value("rooms", record.quote.rooms.map(\.description).joined(separator: " and "))
        writer.value("quoted", amounts(history.view.quotedTotal, record.quote.offer))
        if let granted = record.granted, let total = history.view.grantedTotal {
            writer.value("granted", amounts(total, granted))
        }
        writer.value("kept by", record.keeper.rawValue)
        writer.value("reference", "ours \(record.reference)")
        if let theirs = record.supplierHold?.reference {
            writer.value("", "the supplier's \(theirs)")
        }
        if let end = record.expiresAt { writer.value("until", "\(end.wall)") }
        if let refusal = record.refusal { writer.value("refused", refusal.reason.rawValue) }
        if let doubt = record.doubt {
            writer.value("in doubt", "since \(doubt.since.wall), \(doubt.lookups) look-ups")
        }
        writer.section("What happened")
        for entry in history.entries { write(entry, to: &writer) }
        return writer.text
    }

    private static func write(_ entry: HoldEntry, to writer: inout ReportWriter) {
        writer.line("\(entry.at)  \(entry.kind.rawValue) by \(entry.actor): \(entry.note)")
        if let old = entry.old { writer.value("before", terms(old), depth: 2) }
        if let new = entry.new { writer.value("now", terms(new), depth: 2) }
        for exchange in entry.exchanges { write(exchange, to: &writer) }
    }

    /// What the client saw, and what the supplier charges of it: the rest is paid at the property.
    private static func amounts(_ total: Money, _ offer: Offer) -> String {
        "total \(total) shown to the client, charge \(offer.price.charge) at the supplier"
    }

    private static func terms(_ offer: Offer) -> String {
        let rooms = offer.rooms.map(\.name).joined(separator: " and ")
        return "charge \(offer.price.charge), \(rooms), board \(offer.board.rawValue), "
            + "\(offer.cancellation.kind.rawValue), paid \(offer.payment.timing.rawValue)"
    }

    private static func write(_ exchange: SupplierExchange, to writer: inout ReportWriter) {
        writer.line("\(exchange.step.rawValue) sent \(exchange.sentAt)", depth: 2)
        writer.quote(exchange.request, behind: ">")
        if !exchange.requestBody.isEmpty { writer.quote("\n" + exchange.requestBody, behind: ">") }
        let end = exchange.endAfter.map { " over after \($0.milliseconds)" } ?? " no end"
        let status = exchange.status.map { "\($0)" } ?? "no answer"
        let fault = exchange.fault.map { ", broken: \($0)" } ?? ""
        writer.quote("\(status), \(exchange.responseBytes) bytes,\(end)\(fault)", behind: "<")
        if !exchange.responseBody.isEmpty {
            writer.quote("\n" + exchange.responseBody, behind: "<")
        }
    }
}
