internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// The body of `POST /v1/holds`, read with every fault at once.
struct HoldBody {
    /// Bytes of a body at most.
    static let mostBytes = 65_536
    /// The longest a client may wait for a decision.
    static let longestWait = 30_000
    static let members = [
        "quoteId", "offerId", "guests", "contact", "maxIncrease", "clientReference", "buyer",
        "metadata", "waitMs", "requestId",
    ]
    private static let contactMembers = ["email", "phone"]
    private static let increaseMembers = ["amount", "currency", "percent"]
    private static let mostMetadata = 4096
    private static let mostFaults = 100
    private static let limits = JSONLimits(
        bytes: mostBytes, depth: 16, string: 16_384, values: 4096)

    /// A rise as the client spelled it; an amount may lack the currency of the quote.
    enum Increase {
        case none
        case basisPoints(Int)
        case amount(String, CurrencyCode?)
    }

    var quote = QuoteID(text: "")
    var offer: OfferID?
    var guests: [Guest] = []
    var contact: Contact?
    var increase = Increase.none
    var clientReference: String?
    var buyer: String?
    var metadata: [UInt8]?
    var wait: Duration = .seconds(10)
    /// The older name of the key.
    var requestID: String?

    private(set) var faults: [InputFault] = []

    /// Reads what can be read; see ``faults``.
    init(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            faults = [Self.fault("", "the body is missing; a JSON object is needed")]
            return
        }
        var reader = DocumentReader(file: "body", bytes: bytes, limits: Self.limits)
        var found: [InputFault] = []
        if let root = reader.root {
            reader.refuseMembers(of: root, except: Self.members)
            if root.value.kind == .object { found = read(root, &reader) }
        }
        faults =
            reader.faults.map { fault in
                let hint = fault.suggestion.map { "; \($0)" } ?? ""
                return InputFault(place: .pointer(fault.pointer), detail: fault.problem + hint)
            } + found
    }

    private mutating func read(
        _ root: DocumentNode, _ reader: inout DocumentReader
    ) -> [InputFault] {
        var found: [InputFault] = []
        if let node = reader.member("quoteId", of: root, required: true),
            let text = reader.text(node, most: 512)
        {
            quote = QuoteID(text: text)
        }
        if let text = text("offerId", root, &reader, most: 128) { offer = OfferID(text: text) }
        if let list = reader.member("guests", of: root) {
            guests = GuestList.read(list, &reader, &found)
        }
        readContact(root, &reader, &found)
        readIncrease(root, &reader, &found)
        clientReference = label("clientReference", root, &reader, &found)
        buyer = label("buyer", root, &reader, &found)
        readMetadata(root, &reader, &found)
        if let node = reader.member("waitMs", of: root),
            let milliseconds = reader.integer(node, in: 0...Self.longestWait)
        {
            wait = .milliseconds(milliseconds)
        }
        requestID = text("requestId", root, &reader, most: 255)
        return found
    }

    private func text(
        _ name: String, _ node: DocumentNode, _ reader: inout DocumentReader, most: Int
    ) -> String? {
        reader.member(name, of: node).flatMap { reader.text($0, most: most) }
    }

    /// 1 to 64 characters in one line.
    private func label(
        _ name: String, _ root: DocumentNode, _ reader: inout DocumentReader,
        _ found: inout [InputFault]
    ) -> String? {
        guard let text = text(name, root, &reader, most: 256) else { return nil }
        guard let fault = LabelText.fault(in: text, most: 64) else { return text }
        found.append(Self.fault("/" + name, fault))
        return nil
    }

    private mutating func readContact(
        _ root: DocumentNode, _ reader: inout DocumentReader, _ found: inout [InputFault]
    ) {
        guard let node = reader.member("contact", of: root) else { return }
        reader.refuseMembers(of: node, except: Self.contactMembers)
        guard node.value.kind == .object else { return }
        let email = reader.member("email", of: node, required: true).flatMap {
            reader.text($0, most: 254)
        }
        let phone = text("phone", node, &reader, most: 32)
        // Each by the rule contacts have, beside another that is sound.
        if let email, Contact(email: email, phone: nil) == nil {
            found.append(Self.fault(node.pointer + "/email", "a mail address"))
        }
        if let phone {
            let digits = phone.utf8.count { (48...57).contains($0) }
            if digits < 3 || Contact(email: "a@b.example", phone: phone) == nil {
                found.append(
                    Self.fault(
                        node.pointer + "/phone",
                        "3 to 32 digits, spaces and +()-, at least 3 of them digits"))
            }
        }
        contact = email.flatMap { Contact(email: $0, phone: phone) }
    }

    private mutating func readIncrease(
        _ root: DocumentNode, _ reader: inout DocumentReader, _ found: inout [InputFault]
    ) {
        guard let node = reader.member("maxIncrease", of: root) else { return }
        reader.refuseMembers(of: node, except: Self.increaseMembers)
        guard node.value.kind == .object else { return }
        let amount = text("amount", node, &reader, most: 32)
        let code = text("currency", node, &reader, most: 3)
        let currency = code.flatMap { CurrencyCode($0) }
        if code != nil, currency == nil {
            found.append(Self.fault(node.pointer + "/currency", "a code of ISO 4217"))
        }
        let percent = reader.member("percent", of: node).map { percent in
            // Read digit by digit: no binary fraction rounds it.
            Self.basisPoints(percent.value.number ?? "")
        }
        switch (amount, percent) {
        case (let amount?, nil): increase = .amount(amount, currency)
        case (nil, .some(.some(let points))) where code == nil: increase = .basisPoints(points)
        case (nil, .some(nil)):
            found.append(
                Self.fault(
                    node.pointer + "/percent", "a number from 0 to 100, at most two decimals"))
        default:
            found.append(Self.fault(node.pointer, "either amount, with its currency, or percent"))
        }
    }

    private mutating func readMetadata(
        _ root: DocumentNode, _ reader: inout DocumentReader, _ found: inout [InputFault]
    ) {
        guard let node = reader.member("metadata", of: root) else { return }
        guard node.value.kind == .object else {
            found.append(Self.fault(node.pointer, "must be an object"))
            return
        }
        let before = found.count
        checkTexts(in: node, &found)
        guard found.count == before else { return }
        var writer = JSONWriter(capacity: 512)
        node.value.canonical.write(to: &writer)
        guard writer.bytes.count <= Self.mostMetadata else {
            found.append(Self.fault(node.pointer, "at most \(Self.mostMetadata) bytes"))
            return
        }
        metadata = writer.bytes
    }

    /// Metadata comes back as it was sent, and operators read it: any text but what misleads them.
    private func checkTexts(in node: DocumentNode, _ found: inout [InputFault]) {
        guard found.count < Self.mostFaults else { return }
        if let text = node.value.string, let fault = PlainText.fault(inPassage: text) {
            found.append(Self.fault(node.pointer, fault.description))
        }
        let names = (node.value.members ?? []).map { PlainText.fault(inPassage: $0.name) }
        // Such a name cannot stand in a pointer: whoever reads that would be misled in turn.
        if let fault = names.lazy.compactMap({ $0 }).first {
            found.append(Self.fault(node.pointer, "the name of a member \(fault)"))
        }
        for (place, child) in node.children.enumerated()
        where !names.indices.contains(place) || names[place] == nil {
            checkTexts(in: child, &found)
        }
    }

    /// Hundredths of a percent of `2`, `2.5`, `12.25`, 0 to 100 percent.
    static func basisPoints(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = PlainNumber.integer(parts[0]),
            (0...100).contains(whole)
        else { return nil }
        guard parts.count == 2 else { return whole * 100 }
        let digits = parts[1]
        guard (1...2).contains(digits.utf8.count), let fraction = PlainNumber.integer(digits),
            fraction >= 0
        else { return nil }
        let points = whole * 100 + (digits.utf8.count == 1 ? fraction * 10 : fraction)
        return points <= 10_000 ? points : nil
    }

    private static func fault(_ pointer: String, _ detail: String) -> InputFault {
        InputFault(place: .pointer(pointer), detail: detail)
    }
}
