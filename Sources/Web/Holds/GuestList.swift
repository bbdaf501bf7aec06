internal import Gateway
internal import TravelModel
internal import WireFormat

/// The member `guests` of a request to hold, read with every fault at once.
enum GuestList {
    /// Guests at most: eight rooms of ten.
    static let most = 80
    static let members = ["room", "firstName", "lastName", "age", "lead"]
    private static let longestName = 60

    /// The guests that could be read; what is wrong is left in the reader or added to `found`.
    static func read(
        _ list: DocumentNode, _ reader: inout DocumentReader, _ found: inout [InputFault]
    ) -> [Guest] {
        let nodes = reader.elements(of: list, most: most)
        var leads: [DocumentNode] = []
        var isClear = true
        let guests = nodes.compactMap { node -> Guest? in
            reader.refuseMembers(of: node, except: members)
            guard node.value.kind == .object else { return nil }
            let room = reader.member("room", of: node, required: true).flatMap {
                reader.integer($0, in: 0...(SearchLimits.rooms - 1))
            }
            let first = name("firstName", node, &reader, &found)
            let last = name("lastName", node, &reader, &found)
            let age = reader.member("age", of: node).flatMap { reader.integer($0, in: 0...120) }
            var isLead = false
            if let flag = reader.member("lead", of: node) {
                let told = reader.flag(flag)
                if told == nil { isClear = false }
                if told == true { leads.append(flag) }
                isLead = told ?? false
            }
            guard let room, let first, let last else { return nil }
            return Guest(room: room, firstName: first, lastName: last, age: age, lead: isLead)
        }
        for second in leads.dropFirst() {
            found.append(
                InputFault(
                    place: .pointer(second.pointer),
                    detail: "another guest is the lead already; a stay has one"))
        }
        // One guest alone is whom the hotel asks for, said or not.
        if leads.isEmpty, isClear, nodes.count > 1 {
            found.append(
                InputFault(
                    place: .pointer(list.pointer),
                    detail: "no lead: of several guests exactly one has \"lead\": true"))
        }
        return guests
    }

    private static func name(
        _ member: String, _ node: DocumentNode, _ reader: inout DocumentReader,
        _ found: inout [InputFault]
    ) -> String? {
        guard
            let text = reader.member(member, of: node, required: true)
                .flatMap({ reader.text($0, most: 240) })
        else { return nil }
        let fault = LabelText.fault(in: text, most: longestName)
        if let fault {
            found.append(InputFault(place: .pointer("\(node.pointer)/\(member)"), detail: fault))
        }
        return fault == nil ? text : nil
    }
}

/// The rule for short texts that clients and operators type.
enum LabelText {
    /// What is wrong with a text that must have 1 to `most` characters in one line, with something to
    /// see in it; `nil` when all is well.
    static func fault(in text: String, most: Int) -> String? {
        guard (1...most).contains(text.count) else { return "1 to \(most) characters" }
        return PlainText.fault(inLine: text)?.description
    }
}
