public import TravelModel
public import WireFormat

/// What kind of body a protocol answers with.
public enum AnswerKind: Sendable {
    case json, xml, eventStream
}

extension ResponseHead {
    /// Whether the declared media type is of `kind`; a missing one is trusted to the parser.
    public func isOf(_ kind: AnswerKind) -> Bool {
        guard let type = mediaType else { return true }
        switch kind {
        case .json: return type == "application/json" || type.hasSuffix("+json")
        case .xml: return type == "text/xml" || type == "application/xml" || type.hasSuffix("+xml")
        case .eventStream: return type == "text/event-stream"
        }
    }

    /// The media type in lower case without parameters; `nil` when none is declared.
    public var mediaType: String? {
        guard let field = first("Content-Type") else { return nil }
        let type = field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        return type.isEmpty ? nil : type.lowercased()
    }

    /// How long the supplier asks to be left alone (RFC 9110 section 10.2.3), at most a day.
    ///
    /// A date is read by the supplier's own clock where its answer tells that.
    public func retryAfter(at now: Instant) -> Duration? {
        guard let field = first("Retry-After") else { return nil }
        if let seconds = Int(field) {
            return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil
        }
        guard let date = Instant(httpDate: field) else { return nil }
        return min(max(clock(now).duration(to: date), .zero), .seconds(86_400))
    }

    /// The supplier's wall clock as its answer left; ours where it does not say (RFC 9110 section
    /// 6.6.1).
    func clock(_ now: Instant) -> Instant { first("Date").flatMap { Instant(httpDate: $0) } ?? now }
}

extension SupplierFailure {
    /// The failure a status code alone stands for; `nil` for 2xx.
    ///
    /// 401 and 403 are `auth`, 429 is `throttled` with the wait asked for, 3xx and below 200 are
    /// `malformed`, everything else the supplier's own error. Of those, 4xx are of the request, but for
    /// 408 and 425, which ask for another try (RFC 9110 section 15.5.9, RFC 8470 section 5.2).
    public static func ofStatus(_ head: ResponseHead, at now: Instant) -> SupplierFailure? {
        let detail = "HTTP \(head.status)"
        switch head.status {
        case 200..<300: return nil
        case 401, 403: return SupplierFailure(.auth, phase: .headers, detail: detail)
        case 429:
            return SupplierFailure(
                .throttled, phase: .headers, detail: detail, retryAfter: head.retryAfter(at: now))
        case 400..<600:
            return SupplierFailure(
                .supplierError, phase: .headers, detail: detail,
                retryAfter: head.retryAfter(at: now),
                isOfRequest: head.status < 500 && ![408, 425].contains(head.status))
        default: return SupplierFailure(.malformed, phase: .headers, detail: detail)
        }
    }

    /// A body that is not what the protocol answers with, such as a page for people with status 200.
    public static func wrongKind(_ head: ResponseHead) -> SupplierFailure {
        SupplierFailure(
            .malformed, phase: .decode, detail: "content type \(head.mediaType ?? "none")")
    }

    /// Bytes that could not be read as JSON, with the reader's words; what breaks one of its limits
    /// is too large, not malformed.
    public static func unreadable(_ fault: JSONFault) -> SupplierFailure {
        let isLimit: Bool =
            switch fault.reason {
            case .tooDeep, .bodyTooLong, .stringTooLong, .numberTooLong, .tooManyValues: true
            default: false
            }
        return SupplierFailure(
            isLimit ? .tooLarge : .malformed, phase: .decode, detail: fault.description)
    }

    /// Bytes that could not be read as XML; as for JSON.
    public static func unreadable(_ fault: XMLFault) -> SupplierFailure {
        let isLimit: Bool =
            switch fault.reason {
            case .tooDeep, .bodyTooLong, .tooManyAttributes, .tooManyNamespaces, .tooManyElements,
                .textTooLong, .markupTooLong:
                true
            default: false
            }
        return SupplierFailure(
            isLimit ? .tooLarge : .malformed, phase: .decode, detail: fault.description)
    }
}

extension Instant {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7, the one form still sent).
    public init?(httpDate text: some StringProtocol) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", parts[0].utf8.count == 4,
            let month = Self.months.firstIndex(of: String(parts[2]))
        else { return nil }
        let two = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        guard let civil = CivilDateTime("\(parts[3])-\(two)-\(parts[1])T\(parts[4])") else {
            return nil
        }
        self.init(civil, offsetSeconds: 0)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
