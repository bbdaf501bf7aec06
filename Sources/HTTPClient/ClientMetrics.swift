public import Telemetry

/// What all clients of a process count together.
public struct ClientMetrics: Sendable {
    private let outcomes: MetricFamily<Counter>
    private let connections: Counter
    private let resent: Counter
    private let receivedBytes: Counter
    private let total: MetricFamily<Histogram>
    private let phases: MetricFamily<Histogram>

    private static let whole = "whole"

    private enum Part: String, CaseIterable {
        case nameLookup = "name_lookup"
        case connect, tls
        case firstByte = "first_byte"
    }

    /// Declares the metrics; once for a registry.
    ///
    /// - Throws: `MetricFault.nameTaken`.
    public init(_ registry: MetricsRegistry) throws(MetricFault) {
        let bounds: [Duration] = [
            1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000,
        ].map { .milliseconds($0) }
        let outcome = Dimension(
            "outcome", values: [Self.whole] + ClientFault.Reason.allCases.map(\.rawValue))
        outcomes = try registry.counters(
            "http_client_exchanges_total", help: "Exchanges by how they ended and where.",
            by: [outcome, Dimension("phase", of: ClientPhase.self)])
        connections = try registry.counters(
            "http_client_connections_total", help: "Connections opened."
        ).series()
        resent = try registry.counters(
            "http_client_resent_total", help: "Requests sent again after a stale connection."
        ).series()
        receivedBytes = try registry.counters(
            "http_client_received_bytes_total", help: "Body bytes received, before inflating."
        ).series()
        total = try registry.histograms(
            "http_client_exchange_seconds", help: "Time from call to end.", by: [outcome],
            bounds: bounds)
        phases = try registry.histograms(
            "http_client_part_seconds", help: "Time of the parts of whole exchanges.",
            by: [Dimension("part", of: Part.self)], bounds: bounds)
    }

    func record(_ outcome: Result<ClientReport, ClientFault>) {
        let report: ClientReport
        switch outcome {
        case .success(let whole):
            report = whole
            outcomes.series(Self.whole, ClientPhase.body.rawValue).add()
            total.series(Self.whole).observe(whole.total)
            record(parts: whole)
        case .failure(let fault):
            report = fault.report
            outcomes.series(fault.reason.rawValue, fault.phase.rawValue).add()
            total.series(fault.reason.rawValue).observe(fault.report.total)
        }
        if report.newConnection { connections.add() }
        if report.attempts > 1 { resent.add(report.attempts - 1) }
        receivedBytes.add(report.receivedBytes)
    }

    private func record(parts report: ClientReport) {
        if report.newConnection {
            phases.series(Part.nameLookup.rawValue).observe(report.nameLookup)
            phases.series(Part.connect.rawValue).observe(report.connect)
            if report.tls > .zero { phases.series(Part.tls.rawValue).observe(report.tls) }
        }
        phases.series(Part.firstByte.rawValue).observe(report.firstByte)
    }
}
