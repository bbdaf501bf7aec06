import SupplierKit
import TravelModel
import WireFormat

/// A message as it came, out of its SOAP envelope: the answer asked for, a list of errors, or a fault.
struct OtaxmlMessage: Sendable {
    /// The message's root, such as `OTA_HotelAvailRS`.
    let root: XMLElement

    /// What came instead of the message.
    enum Refusal: Error, Sendable {
        /// No XML, another message, or one that says neither yes nor no.
        case unreadable(SupplierFailure)
        /// A SOAP fault, a stumble, or errors with a status of 5xx: nobody knows how far the request
        /// came, whatever else is said beside it.
        case fault(SupplierFailure)
        /// The supplier's own errors, which decide.
        case errors(OtaxmlErrors, SupplierFailure)
    }

    /// Reads the answer to a request that is answered by a `name`.
    init(_ answer: WholeAnswer, name: String, at now: Instant) throws(Refusal) {
        let status = SupplierFailure.ofStatus(answer.head, at: now)
        guard answer.head.isOf(.xml) else { throw .unreadable(status ?? .wrongKind(answer.head)) }
        let document: XMLDocument
        do throws(XMLFault) {
            document = try XMLDocument(parsing: answer.body)
        } catch { throw .unreadable(status ?? .unreadable(error)) }
        try self.init(document, head: answer.head, name: name, at: now)
    }

    /// Reads a document that came with `head`.
    init(
        _ document: XMLDocument, head: ResponseHead, name: String, at now: Instant
    ) throws(Refusal) {
        let status = SupplierFailure.ofStatus(head, at: now)
        let message = Self.unwrapped(document.root)
        if message.name == "Fault" { throw .fault(Self.failure(ofFault: message, status)) }
        if let errors = OtaxmlErrors(message) {
            let failure = errors.failure(status)
            let decides = !errors.isStumble && head.status < 500
            throw decides ? .errors(errors, failure) : .fault(failure)
        }
        if let status { throw .unreadable(status) }
        guard message.name == name else { throw .unreadable(.odd("a \(message.name.prefix(64))")) }
        guard message.child("Success") != nil else { throw .unreadable(.odd("no Success")) }
        root = message
    }

    /// The first element in a SOAP body; a message without an envelope stands for itself.
    private static func unwrapped(_ root: XMLElement) -> XMLElement {
        guard root.name == "Envelope", let body = root.child("Body") else { return root }
        var children = body.children.makeIterator()
        return children.next() ?? root
    }

    private static func failure(
        ofFault fault: XMLElement, _ status: SupplierFailure?
    ) -> SupplierFailure {
        let code = fault.text(of: "faultcode") ?? ""
        let isAuth = ["FailedAuthentication", "InvalidSecurity", "InvalidSecurityToken"]
            .contains { code.hasSuffix($0) }
        let words = fault.text(of: "faultstring") ?? ""
        // SOAP 1.1 section 4.4.1 and SOAP 1.2 part 1 section 5.4.6: the message was wrong, whatever
        // the status, which for a fault is 500.
        let isOfRequest = ["Client", "Sender"].contains(code.split(separator: ":").last)
        return SupplierFailure(
            isAuth ? .auth : status?.code ?? .supplierError, phase: .decode,
            detail: "SOAP fault \(code.prefix(64)): \(words)", retryAfter: status?.retryAfter,
            isOfRequest: !isAuth && isOfRequest)
    }
}

extension SupplierFailure {
    /// XML that is not what was asked for.
    fileprivate static func odd(_ what: String) -> SupplierFailure {
        SupplierFailure(.malformed, phase: .decode, detail: what)
    }
}

/// `<Errors><Error Type="3" Code="..." ShortText="..."/></Errors>`, mostly with status 200.
struct OtaxmlErrors: Sendable {
    private let types: [String]
    private let codes: [String]
    private let text: String

    /// `nil` for a message without errors.
    init?(_ message: XMLElement) {
        guard let errors = message.child("Errors") else { return nil }
        let all = Array(errors.children("Error").prefix(16))
        types = all.map { $0.attribute("Type") ?? "" }
        codes = all.map { $0.attribute("Code") ?? "" }
        text = all.map { $0.attribute("ShortText") ?? $0.trimmedText }.joined(separator: "; ")
    }

    /// Nothing to sell: no availability, no hotel found, rate or room gone or not loaded; and
    /// nothing else, since absence is said of every hotel asked for.
    var isNoAvailability: Bool { all(Self.absences) }

    /// The rate or room as we named it does not exist any more, and nothing else is wrong.
    var isGone: Bool { all(Self.absences + ["249", "402"]) }

    private static let absences = ["322", "424", "436", "783", "842"]

    /// The price is another one.
    var isPriceChange: Bool { any(["365"]) }

    /// The supplier does not know our reservation, in its own words.
    var isUnknownReservation: Bool {
        let text = text.lowercased()
        let isAbout = text.contains("reservation") || text.contains("booking")
        return any(["87", "245", "284"]) || (isAbout && text.contains("not found"))
    }

    /// Given back before.
    var isCancelledBefore: Bool {
        any(["95"]) || text.lowercased().contains("already cancel")
    }

    /// The supplier stumbled: what became of the request is not said.
    ///
    /// Also true of errors that say neither type nor code.
    var isStumble: Bool {
        let isSilent = zip(types, codes).allSatisfy { $0.isEmpty && $1.isEmpty }
        return isSilent || any(["187", "448", "450"])
            || types.contains { ["1", "12"].contains($0) }
    }

    /// All that is wrong is in the request: a rule of business, a field that is missing.
    private var isOfRequest: Bool {
        !isStumble && types.allSatisfy { ["3", "10"].contains($0) }
    }

    func failure(_ status: SupplierFailure?) -> SupplierFailure {
        let isAuth = types.contains { ["4", "6"].contains($0) }
        let places = zip(types, codes).map { "\($0.prefix(8))/\($1.prefix(8))" }
        return SupplierFailure(
            isAuth ? .auth : status?.code ?? .supplierError, phase: .decode,
            detail: "errors \(places.joined(separator: ", ")): \(text)",
            retryAfter: status?.retryAfter, isOfRequest: !isAuth && isOfRequest)
    }

    private func all(_ wanted: [String]) -> Bool {
        !codes.isEmpty && codes.allSatisfy { wanted.contains($0) }
    }

    private func any(_ wanted: [String]) -> Bool { codes.contains { wanted.contains($0) } }
}

/// `<Warnings>` beside `<Success/>`.
enum OtaxmlWarnings {
    /// The first warning that may mean that a hotel was not answered, `nil` when there is none.
    ///
    /// Warnings that only say that a hotel has nothing or is not sold are answers.
    static func gap(in message: XMLElement) -> String? {
        let harmless = ["322", "424", "436", "783", "842", "361", "375", "392"]
        for warning in message.child("Warnings")?.children("Warning") ?? message.children("Warning")
        {
            let code = warning.attribute("Code") ?? ""
            guard !harmless.contains(code) else { continue }
            let words = warning.attribute("ShortText") ?? warning.trimmedText
            return "warning \(code.prefix(8)): \(words)"
        }
        return nil
    }
}
