import WireFormat

/// A report for programs: the members are described in `docs/chaos.md`.
enum ReportJSON {
    static func bytes(_ report: ChaosReport) -> [UInt8] {
        var json = JSONWriter(capacity: 1 << 14)
        json.beginObject()
        json.member("sound", report.isSound)
        settings(report.settings, &json)
        list("invariants", report.verdicts, &json) { json, verdict in
            json.member("id", verdict.id)
            json.member("promise", verdict.promise)
            json.member("checked", verdict.checked)
            json.member("broken", verdict.broken)
            json.key("examples")
            json.beginArray()
            for example in verdict.examples { json.string(example) }
            json.endArray()
        }
        list("requests", report.requests, &json) { json, row in
            json.member("kind", row.name)
            json.member("left", row.cut)
            quantiles("milliseconds", row.quantiles, &json)
            counts("outcomes", row.outcomes, &json)
        }
        list("interruptions", report.interruptions, &json) { json, entry in
            json.member("signal", entry.record.interruption.name)
            json.key("atSeconds")
            json.double((entry.second * 1000).rounded() / 1000)
            if let time = entry.record.milliseconds {
                json.key("withoutServiceMs")
                json.double(time.rounded())
            }
            if let status = entry.record.status { json.member("exitStatus", status) }
            json.member("lost", entry.lost)
        }
        list("latencies", report.overTime.latencies, &json) { json, latency in
            json.member("of", latency.name)
            quantiles("milliseconds", latency.quantiles, &json)
        }
        counts(
            "sources", report.overTime.sources.map { .init(name: $0.name, count: $0.total) }, &json)
        list("accuracy", report.accuracy, &json) { json, entry in
            json.member("source", entry.source)
            json.member("asQuoted", entry.asQuoted)
            json.member("priceChanged", entry.priceChanged)
            json.member("termsChanged", entry.termsChanged)
            json.member("soldOut", entry.soldOut)
        }
        counts(
            "holdRequests",
            report.holdOutcomes.map { .init(name: $0.outcome.rawValue, count: $0.count) }, &json)
        list("suppliers", report.suppliers, &json) { json, column in
            json.member("supplier", column.supplier)
            counts("statuses", column.statuses, &json)
        }
        counts("holds", report.holds, &json)
        json.member("pendingAfterGrace", report.stillPending)
        json.member("releasingAfterGrace", report.stillReleasing)
        json.member("supplierCalls", report.calls)
        counts("supplierFaults", report.faults, &json)
        timing(report, &json)
        json.endObject()
        return json.bytes + [10]
    }

    private static func settings(_ settings: ChaosSettings, _ json: inout JSONWriter) {
        json.key("settings")
        json.beginObject()
        json.member("scenario", settings.scenario)
        json.member("seed", settings.seed)
        json.member("durationSeconds", settings.duration)
        json.member("clients", settings.clients)
        json.member("restarts", settings.restarts)
        json.member("graceSeconds", settings.grace)
        json.member("holdLifeMs", settings.holdLife)
        json.endObject()
    }

    private static func timing(_ report: ChaosReport, _ json: inout JSONWriter) {
        json.key("doneAfterDeadline")
        json.beginObject()
        quantiles("seenMs", report.lateSeen, &json)
        quantiles("writtenMs", report.lateWritten, &json)
        quantiles("waitsMs", report.waits, &json)
        json.key("gatewayWaitShare")
        json.double((report.gatewayWaitShare * 1000).rounded() / 1000)
        json.key("allowedMs")
        json.double(SearchInvariants.grace + SearchInvariants.way)
        json.endObject()
    }

    private static func quantiles(
        _ name: StaticString, _ quantiles: Quantiles, _ json: inout JSONWriter
    ) {
        json.key(name)
        json.beginObject()
        json.member("count", quantiles.count)
        let values: [(StaticString, Double)] = [
            ("p50", quantiles.p50), ("p95", quantiles.p95), ("p99", quantiles.p99),
            ("max", quantiles.most),
        ]
        for (name, value) in values {
            json.key(name)
            json.double((value * 1000).rounded() / 1000)
        }
        json.endObject()
    }

    private static func counts(
        _ name: StaticString, _ counts: [ChaosReport.Count], _ json: inout JSONWriter
    ) {
        json.key(name)
        json.beginObject()
        for count in counts {
            json.key(count.name)
            json.integer(count.count)
        }
        json.endObject()
    }

    private static func list<Element>(
        _ name: StaticString, _ elements: [Element], _ json: inout JSONWriter,
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        json.key(name)
        json.beginArray()
        for element in elements {
            json.beginObject()
            write(&json, element)
            json.endObject()
        }
        json.endArray()
    }
}
