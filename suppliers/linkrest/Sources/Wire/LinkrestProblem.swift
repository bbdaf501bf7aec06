import SupplierKit
import TravelModel
import WireFormat

/// An error answer: `{type, message, errors[{type, message}]}`.
struct LinkrestProblem: Sendable {
    private var type = ""
    private var nested: [String] = []

    /// `nil` unless the body is JSON with a `type`: only then the supplier itself has spoken.
    init?(_ answer: WholeAnswer) {
        guard answer.head.isOf(.json) else { return nil }
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            try read(&reader)
            try reader.finish()
        } catch { return nil }
        guard !type.isEmpty else { return nil }
    }

    /// Whether the answer or one of the errors inside it is of this type.
    func isOf(_ wanted: String) -> Bool { type == wanted || nested.contains(wanted) }

    /// The failure of the status code, with the supplier's error types for the operator.
    func failure(_ answer: WholeAnswer, at now: Instant) -> SupplierFailure {
        let plain = LinkrestProblem.failure(of: answer.head, at: now)
        let types = ([type] + nested.prefix(3)).joined(separator: ", ")
        return plain.saying("\(plain.detail) \(types)")
    }

    /// The failure of a status code alone; a throttled one knows when the minute's quota returns.
    static func failure(of head: ResponseHead, at now: Instant) -> SupplierFailure {
        guard let plain = SupplierFailure.ofStatus(head, at: now) else {
            return SupplierFailure(
                .malformed, phase: .headers, detail: "unexpected HTTP \(head.status)")
        }
        guard plain.code == .throttled, plain.retryAfter == nil,
            let reset = head.first("Rate-Limit-Minute-Reset").flatMap({ Int64($0) })
        else { return plain }
        let wait = now.duration(to: Instant(millisecondsSinceEpoch: reset))
        return SupplierFailure(
            plain.code, phase: plain.phase, detail: plain.detail,
            retryAfter: min(max(wait, .zero), .seconds(86_400)))
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.members { key, reader throws(JSONFault) in
            switch key {
            case "type": type = try reader.string()
            case "errors":
                try reader.elements { reader throws(JSONFault) in
                    try reader.members { key, reader throws(JSONFault) in
                        guard key == "type", nested.count < 16 else { return false }
                        nested.append(try reader.string())
                        return true
                    }
                }
            default: return false
            }
            return true
        }
    }
}
