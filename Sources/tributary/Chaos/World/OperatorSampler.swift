import HTTPClient
import Reactor

/// Asks the gateway's operators' routes once a second what they show.
struct OperatorSampler: Sendable {
    /// Beyond it every second sample is dropped.
    static let most = 4000

    let port: ClientPort
    let progress: RunProgress

    /// Samples until the task is cancelled; the oldest first.
    func run() async -> [OperatorSample] {
        var samples: [OperatorSample] = []
        while (try? await port.loop.sleep(for: .seconds(1))) != nil {
            let at = port.clock.now()
            let suppliers = await get("/admin/suppliers")
            let metrics = await get("/metrics")
            guard suppliers != nil || metrics != nil else { continue }
            let page = String(decoding: metrics ?? [], as: UTF8.self)
            let sample = OperatorSample(
                at: at,
                circuits: OperatorReading.circuits(suppliers.flatMap(AnswerReading.value)),
                unsettled: OperatorReading.gauge(
                    "tributary_holds_unsettled", by: "need", in: page))
            progress.note(sample)
            samples.append(sample)
            if samples.count > Self.most {
                samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
            }
        }
        return samples
    }

    private func get(_ target: String) async -> [UInt8]? {
        let reply = await port.send(.get, target, patience: 900)
        return reply.end == .whole && reply.status == 200 ? reply.body : nil
    }
}
