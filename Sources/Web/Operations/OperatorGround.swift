internal import Gateway
internal import HTTPServer
internal import WireFormat

/// The body of every step an operator takes: `{"reason": "...", "actor": "..."}`.
enum OperatorGround {
    static func read(_ body: [UInt8]) throws(Problem) -> HoldSupport.Ground {
        var reader = DocumentReader(file: "body", bytes: body)
        var found: [InputFault] = []
        var ground: HoldSupport.Ground?
        if let root = reader.root {
            reader.refuseMembers(of: root, except: ["reason", "actor"])
            let reason = label("reason", most: 200, root, &reader, &found)
            let actor = label("actor", most: 64, root, &reader, &found)
            if let reason, let actor {
                ground = HoldSupport.Ground(reason: reason, person: actor)
            }
        }
        let faults = reader.faults.map {
            InputFault(place: .pointer($0.pointer), detail: $0.problem)
        }
        guard let ground, faults.isEmpty else { throw Problem(faults: faults + found) }
        return ground
    }

    private static func label(
        _ name: String, most: Int, _ root: DocumentNode, _ reader: inout DocumentReader,
        _ found: inout [InputFault]
    ) -> String? {
        guard
            let text = reader.member(name, of: root, required: true)
                .flatMap({ reader.text($0, most: most * 4) })
        else { return nil }
        guard let fault = LabelText.fault(in: text, most: most) else { return text }
        found.append(InputFault(place: .pointer("/" + name), detail: fault))
        return nil
    }
}

extension HTTPResponse {
    /// A document for operators: never kept by anybody.
    static func operators(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            fields: [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")],
            body: .bytes(body))
    }
}
