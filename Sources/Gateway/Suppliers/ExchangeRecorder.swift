internal import SupplierKit
internal import TravelModel

/// Takes down the requests and answers of one step, bounded, and masks them when they are asked for.
struct ExchangeRecorder: Sendable {
    private struct Taken {
        let tag: RequestTag
        let since: Uptime
        var exchange: SupplierExchange
        let path: String
        let fields: [(name: String, value: String)]
        let sent: [UInt8]
        var received: [UInt8] = []
        var answered: [(name: String, value: String)] = []
        var sendingAfter: Duration?
        var lastByteAfter: Duration?
        var measure: ExchangeMeasure?

        var bytes: Int {
            let texts = path.utf8.count + sent.count + received.count
            return (fields + answered).reduce(256 + texts) {
                $0 + 64 + $1.name.utf8.count + $1.value.utf8.count
            }
        }
    }

    /// Fields of a head that are kept.
    private static let mostFields = 32
    /// Bytes of a field's value that are kept.
    private static let mostValue = 256

    private let step: SupplierStep
    private var taken: [Taken] = []
    /// No more text is taken, only what happens and when.
    var isFull = false

    init(_ step: SupplierStep) { self.step = step }

    /// About what it takes in memory.
    var bytes: Int { taken.reduce(0) { $0 + $1.bytes } }

    /// A request as the adapter made it, before any credential is in it.
    mutating func note(
        _ request: SupplierRequest, _ tag: RequestTag, at now: Instant, uptime: Uptime
    ) {
        guard taken.count < SupplierExchange.mostKept else { return }
        var sent: [UInt8] = []
        let room = isFull ? 0 : Self.room(SupplierExchange.mostRequestBytes)
        for part in request.body where sent.count < room {
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
                path: request.path, fields: isFull ? [] : Self.cut(request.headers),
                sent: Array(sent.prefix(room))))
    }

    /// What came of a request.
    mutating func note(_ event: StepEvent, at uptime: Uptime) {
        let isFull = isFull
        switch event {
        case .head(let tag, let head):
            change(tag, uptime) { taken, after in
                taken.exchange.status = head.status
                taken.exchange.headAfter = after
                if !isFull { taken.answered = Self.cut(head.headers) }
            }
        case .bytes(let tag, let bytes):
            let room = isFull ? 0 : Self.room(SupplierExchange.mostResponseBytes)
            change(tag, uptime) { taken, after in
                taken.received += bytes.prefix(max(0, room - taken.received.count))
                taken.exchange.responseBytes += bytes.count
                taken.lastByteAfter = after
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

    /// A connection stands and the request is going out.
    mutating func sending(_ tag: RequestTag, at uptime: Uptime) {
        change(tag, uptime) { $0.sendingAfter = $1 }
    }

    /// What the transport measured of a request.
    mutating func note(_ measure: ExchangeMeasure, _ tag: RequestTag) {
        guard let index = taken.lastIndex(where: { $0.tag == tag }) else { return }
        taken[index].measure = measure
    }

    /// Everything taken down, masked and cut.
    func exchanges(maskedBy mask: ExchangeMask) -> [SupplierExchange] {
        taken.map { Self.exchange($0, mask) }
    }

    /// The same with heads and times, these from `start` on.
    func traces(maskedBy mask: ExchangeMask, since start: Uptime) -> [ExchangeTrace] {
        taken.map { taken in
            let given = start.duration(to: taken.since)
            return ExchangeTrace(
                exchange: Self.exchange(taken, mask),
                requestFields: taken.fields.map { Self.line($0, mask) },
                responseFields: taken.answered.map { Self.line($0, mask) }, given: given,
                sent: taken.sendingAfter.map { given + $0 },
                firstByte: taken.exchange.headAfter.map { given + $0 },
                lastByte: taken.lastByteAfter.map { given + $0 },
                ended: taken.exchange.endAfter.map { given + $0 }, measure: taken.measure)
        }
    }

    private static func exchange(_ taken: Taken, _ mask: ExchangeMask) -> SupplierExchange {
        var exchange = taken.exchange
        let path = mask.text(Array(taken.path.utf8), most: 2048)
        exchange.request = "\(taken.exchange.request) \(path)"
        exchange.requestBody = mask.text(taken.sent, most: SupplierExchange.mostRequestBytes)
        exchange.responseBody = mask.text(taken.received, most: SupplierExchange.mostResponseBytes)
        exchange.fault = exchange.fault.map { mask.text(Array($0.utf8), most: 400) }
        return exchange
    }

    /// `Name: value`; what a field's name alone says to be a secret is not shown at all.
    private static func line(
        _ field: (name: String, value: String), _ mask: ExchangeMask
    ) -> String {
        let name = mask.text(Array(field.name.utf8), most: mostValue)
        let isSecret = secretWords.contains { field.name.lowercased().contains($0) }
        let value = isSecret ? "***" : mask.text(Array(field.value.utf8), most: mostValue)
        return "\(name): \(value)"
    }

    private static let secretWords = [
        "authorization", "authenticate", "cookie", "secret", "signature", "token", "key",
        "password",
    ]

    /// The first fields, each with a little more of its value than is shown.
    private static func cut(
        _ fields: [(name: String, value: String)]
    ) -> [(name: String, value: String)] {
        func cut(_ text: String) -> String {
            let most = mostValue + ExchangeMask.longest
            return text.utf8.count <= most
                ? text : String(decoding: text.utf8.prefix(most), as: UTF8.self)
        }
        return fields.prefix(mostFields).map { (cut($0.name), cut($0.value)) }
    }

    /// A little more is taken than is kept, so that nothing stands cut, and thus unmasked, at the end.
    private static func room(_ most: Int) -> Int { most + ExchangeMask.longest }
}
