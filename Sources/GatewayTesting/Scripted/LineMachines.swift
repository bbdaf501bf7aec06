internal import SupplierKit
internal import TravelModel

/// The search of ``LineProtocol``: one request, offers as their lines become whole.
struct LineSearch: StepMachine {
    let input: SearchInput
    let hold: HoldAbility
    private var pending: [UInt8] = []
    private var status = 0

    init(input: SearchInput, hold: HoldAbility) {
        self.input = input
        self.hold = hold
    }

    mutating func start(at now: Instant) -> StepReaction<SearchEnd> {
        let codes = input.hotels.map(\.text).joined(separator: ",")
        var request = SupplierRequest(
            method: .get, path: "/search?\(codes)", idempotent: true)
        request.headers = LineShopper.fields(input.shopper)
        return StepReaction(orders: [.send(request, RequestTag(0))])
    }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        switch event {
        case .head(_, let head):
            status = head.status
            if status == 429 {
                return .ended(
                    .failed(
                        SupplierFailure(
                            .throttled, phase: .headers, retryAfter: head.retryAfter(at: now))))
            }
            if status == 401 { return .ended(.failed(SupplierFailure(.auth, phase: .headers))) }
            return StepReaction()
        case .bytes(_, let bytes):
            pending += bytes
            return status == LineProtocol.saidNo ? StepReaction() : lines(isLast: false)
        case .end where status == LineProtocol.saidNo:
            return .ended(.failed(LineProtocol.refusal(pending)))
        case .end:
            var reaction = lines(isLast: true)
            reaction.end =
                status == 200
                ? .complete
                : .failed(
                    SupplierFailure(
                        .supplierError, phase: .headers, detail: "status \(status)",
                        isOfRequest: (400..<500).contains(status)))
            return reaction
        case .fault(_, let fault): return .ended(.failed(SupplierFailure(fault)))
        case .timer: return StepReaction()
        }
    }

    private mutating func lines(isLast: Bool) -> StepReaction<SearchEnd> {
        var reaction = StepReaction<SearchEnd>()
        var lines = pending.split(separator: 10, omittingEmptySubsequences: false)
        pending = isLast ? [] : Array(lines.removeLast())
        for bytes in lines {
            let line = String(decoding: bytes, as: UTF8.self)
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            if let offer = OfferLine.read(line, rooms: input.rooms, hold: hold) {
                reaction.offers.append(offer)
            } else {
                reaction.drops.append(OfferDrop(.malformed, line))
            }
        }
        return reaction
    }
}

/// A step of one request whose whole answer is one text.
struct WordStep<End: Sendable>: StepMachine {
    let path: String
    let idempotent: Bool
    let shopper: ShopperContext
    let read: @Sendable (Result<String, SupplierFailure>) -> End
    private var body: [UInt8] = []
    private var status = 0

    init(
        path: String, idempotent: Bool, shopper: ShopperContext,
        read: @escaping @Sendable (Result<String, SupplierFailure>) -> End
    ) {
        self.path = path
        self.idempotent = idempotent
        self.shopper = shopper
        self.read = read
    }

    mutating func start(at now: Instant) -> StepReaction<End> {
        var request = SupplierRequest(
            method: idempotent ? .get : .post, path: path, idempotent: idempotent)
        request.headers = LineShopper.fields(shopper)
        return StepReaction(orders: [.send(request, RequestTag(0))])
    }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<End> {
        switch event {
        case .head(_, let head): status = head.status
        case .bytes(_, let bytes): body += bytes
        case .timer: break
        case .fault(_, let fault): return .ended(read(.failure(SupplierFailure(fault))))
        case .end:
            if status == LineProtocol.saidNo {
                return .ended(read(.failure(LineProtocol.refusal(body))))
            }
            guard status == 200 else {
                return .ended(read(.failure(SupplierFailure(.supplierError, phase: .headers))))
            }
            return .ended(read(.success(String(decoding: body, as: UTF8.self))))
        }
        return StepReaction()
    }
}

/// Who asks, as fields `Shopper-Ip`, `Shopper-Agent` and `Shopper-Session`.
enum LineShopper {
    static func fields(_ shopper: ShopperContext) -> [(name: String, value: String)] {
        let values = [
            ("Shopper-Ip", shopper.ipAddress), ("Shopper-Agent", shopper.userAgent),
            ("Shopper-Session", shopper.session),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }
}
