internal import SupplierKit
internal import TravelModel

/// Takes down the requests and answers of one step, bounded, and masks them at the end.
struct ExchangeRecorder: Sendable {
    private struct Taken {
        let tag: RequestTag
        let since: Uptime
        var exchange: SupplierExchange
        let path: String
        let sent: [UInt8]
        var received: [UInt8] = []
    }

    private let step: SupplierStep
    private let mask: ExchangeMask
    private var taken: [Taken] = []

    init(_ step: SupplierStep, mask: ExchangeMask) {
        self.step = step
        self.mask = mask
    }

    /// A request as the adapter made it, before any credential is in it.
    mutating func note(
        _ request: SupplierRequest, _ tag: RequestTag, at now: Instant, uptime: Uptime
    ) {
        guard taken.count < SupplierExchange.mostKept else { return }
        var sent: [UInt8] = []
        for part in request.body where sent.count < Self.room(SupplierExchange.mostRequestBytes) {
            switch part {
            case .bytes(let bytes): sent += bytes
            case .xmlCredential(let name): sent += "[credential \(name)]".utf8
            }
        }
        taken.append(
            Taken(
                tag: tag, since: uptime,
                exchange: SupplierExchange(
                    step: step, sentAt: now, request: request.method.rawValue, requestBody: ""),
                path: request.path,
                sent: Array(sent.prefix(Self.room(SupplierExchange.mostRequestBytes)))))
    }

    /// What came of a request.
    mutating func note(_ event: StepEvent, at uptime: Uptime) {
        switch event {
        case .head(let tag, let head):
            change(tag, uptime) { taken, after in
                taken.exchange.status = head.status
                taken.exchange.headAfter = after
            }
        case .bytes(let tag, let bytes):
            change(tag, uptime) { taken, _ in
                let left = Self.room(SupplierExchange.mostResponseBytes) - taken.received.count
                taken.received += bytes.prefix(max(0, left))
                taken.exchange.responseBytes += bytes.count
            }
        case .end(let tag): change(tag, uptime) { $0.exchange.endAfter = $1 }
        case .fault(let tag, let fault):
            change(tag, uptime) { taken, after in
                taken.exchange.endAfter = after
                taken.exchange.fault = "\(fault.phase.rawValue) \(fault.reason): \(fault.detail)"
            }
        case .timer: break
        }
    }

    private mutating func change(
        _ tag: RequestTag, _ uptime: Uptime, _ change: (inout Taken, Duration) -> Void
    ) {
        guard let index = taken.lastIndex(where: { $0.tag == tag }) else { return }
        change(&taken[index], taken[index].since.duration(to: uptime))
    }

    /// Everything taken down, masked and cut.
    var exchanges: [SupplierExchange] {
        taken.map { taken in
            var exchange = taken.exchange
            let path = mask.text(Array(taken.path.utf8), most: 2048)
            exchange.request = "\(taken.exchange.request) \(path)"
            exchange.requestBody = mask.text(taken.sent, most: SupplierExchange.mostRequestBytes)
            exchange.responseBody = mask.text(
                taken.received, most: SupplierExchange.mostResponseBytes)
            exchange.fault = exchange.fault.map { mask.text(Array($0.utf8), most: 400) }
            return exchange
        }
    }

    /// A little more is taken than is kept, so that nothing stands cut, and thus unmasked, at the end.
    private static func room(_ most: Int) -> Int { most + ExchangeMask.longest }
}
