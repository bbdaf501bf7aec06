import Foundation
import MutationTesting
import SupplierKit
import WireFormat

/// What a supplier answers in a sample, before it is cut into events.
struct SampleAnswer: Sendable {
    var head: ResponseHead?
    var body: [UInt8]
    /// How the exchange breaks, `nil` when it ends well.
    var fault: TransportFault?

    init(head: ResponseHead?, body: [UInt8], fault: TransportFault? = nil) {
        self.head = head
        self.body = body
        self.fault = fault
    }

    init(_ node: JSONValue, of sample: Sample) throws {
        if let status: Int = node["status"]?.integer() {
            let fields = (node["headers"]?.members ?? []).map {
                (name: $0.name, value: $0.value.string ?? "")
            }
            head = ResponseHead(status: status, headers: fields)
        }
        if let text = node["text"]?.string {
            body = Array(text.utf8)
        } else if let file = node["file"]?.string {
            let folder = URL(filePath: sample.path).deletingLastPathComponent()
            body = Array(try Data(contentsOf: folder.appending(path: file)))
        } else if let json = node["body"] {
            var writer = JSONWriter()
            json.write(to: &writer)
            body = writer.bytes
        } else {
            body = []
        }
        if let broken = node["fault"] {
            guard let phase = broken["phase"]?.string.flatMap({ CallPhase(rawValue: $0) }),
                let reason = broken["reason"]?.string.flatMap({
                    TransportFault.Reason(rawValue: $0)
                })
            else { throw SampleFault("\(sample): answer/fault is unusable") }
            fault = TransportFault(phase: phase, reason: reason)
        }
    }

    /// The events of request `tag`, the body cut into pieces of `size` bytes.
    func events(_ tag: RequestTag, pieces size: Int) -> [StepEvent] {
        var events: [StepEvent] = []
        if let head { events.append(.head(tag, head)) }
        for start in stride(from: 0, to: body.count, by: max(size, 1)) {
            let end = min(start + max(size, 1), body.count)
            events.append(.bytes(tag, Array(body[start..<end])))
        }
        if let fault {
            events.append(.fault(tag, fault))
        } else {
            events.append(.end(tag))
        }
        return events
    }

    /// Bytes up to and including the last that is not white space.
    var meaningfulCount: Int {
        (body.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1) + 1
    }

    /// The same answer with less or other body.
    func with(body: [UInt8], fault: TransportFault? = nil) -> SampleAnswer {
        SampleAnswer(head: head, body: body, fault: fault ?? self.fault)
    }

    /// The same answer with another status or a damaged header field.
    func withDamagedHead(seed: UInt64) -> SampleAnswer {
        guard let head else { return self }
        var mutation = Mutation(seed: ~seed)
        let fields =
            [("Retry-After", "120"), ("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")]
            + head.headers.map { ($0.name, $0.value) }
        let (name, value) = fields[Int(seed / 2 % UInt64(fields.count))]
        let damaged = String(decoding: mutation.damage(Array(value.utf8)), as: UTF8.self)
        let statuses = [head.status, head.status, 200, 204, 302, 400, 429, 500, 503, 0, -1, 999]
        var changed = self
        changed.head = ResponseHead(
            status: statuses[Int(seed / 16 % UInt64(statuses.count))],
            headers: head.headers.filter { $0.name != name } + [(name, damaged)])
        return changed
    }
}
