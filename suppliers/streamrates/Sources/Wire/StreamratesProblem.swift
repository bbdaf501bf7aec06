import SupplierKit
import TravelModel
import WireFormat

/// `{"error": {"code", "message"}}`, with any status and also inside a stream: the code decides.
struct StreamratesProblem: Sendable, Hashable {
    let code: Int

    init(code: Int) { self.code = code }

    /// `nil` unless the body is JSON with an error code.
    init?(_ body: [UInt8]) {
        var found: Int?
        do throws(JSONFault) {
            var reader = try JSONReader(body)
            try reader.members { key, reader throws(JSONFault) in
                guard key == "error" else { return false }
                found = try StreamratesProblem.code(from: &reader)
                return true
            }
            try reader.finish()
        } catch { return nil }
        guard let found else { return nil }
        code = found
    }

    /// Reads the error object; `nil` when it has no code.
    static func code(from reader: inout JSONReader) throws(JSONFault) -> Int? {
        var code: Int?
        try reader.members { key, reader throws(JSONFault) in
            guard key == "code" else { return false }
            code = try reader.textOrNumberOrNull()?.integer()
            return true
        }
        return code
    }

    /// Nothing to sell for what was asked: an answer, not an error.
    var isNoAvailability: Bool { code == 2001 }

    /// The offer or its token is no longer known.
    var isOutdated: Bool { [4002, 4010, 4040].contains(code) }

    /// What the code means where it is a failure.
    func failure(_ head: ResponseHead, at now: Instant) -> SupplierFailure {
        let plain = SupplierFailure.ofStatus(head, at: now)
        let kind: SupplierFailure.Code =
            switch code {
            case 401, 40302: .auth
            case 4290, 4291: .throttled
            default: plain?.code ?? .supplierError
            }
        // Its own 4xxx, but for the prebook that took too long.
        let isOfRequest = (4000..<4100).contains(code) && code != 4016 && head.status < 500
        return SupplierFailure(
            kind, phase: .decode, detail: "code \(code), HTTP \(head.status)",
            retryAfter: head.retryAfter(at: now),
            isOfRequest: kind == .supplierError && (isOfRequest || plain?.isOfRequest ?? false))
    }
}
