import TravelModel
public import WireFormat

/// Turns `supplier.json` into a checked manifest and the adapter that speaks its protocol.
public struct ManifestLoader: Sendable {
    /// A supplier that is ready to be asked.
    public struct Supplier: Sendable {
        /// What the file says.
        public let manifest: SupplierManifest
        /// The adapter, made from it.
        public let adapter: any SupplierAdapter
    }

    /// Everything wrong with one file.
    public struct Refusal: Error, Sendable, CustomStringConvertible {
        /// In the order found; never empty.
        public let faults: [DocumentFault]

        /// One fault a line.
        public var description: String { faults.map(\.description).joined(separator: "\n") }
    }

    private let adapters: [any SupplierAdapter.Type]

    /// A loader that knows these protocols.
    public init(adapters: [any SupplierAdapter.Type]) { self.adapters = adapters }

    /// The names manifests may give under `protocol`, in order.
    public var protocolNames: [String] { adapters.map { $0.protocolName }.sorted() }

    /// Whether text can be a supplier's base address: `http` or `https`, a host, no slash at the end.
    public static func isBaseURL(_ text: String) -> Bool {
        let schemes = ["http://", "https://"]
        let isPlain = text.utf8.allSatisfy { (33...126).contains($0) }
        let rest = schemes.first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
        guard isPlain, let rest, let host = rest.split(separator: "/").first else { return false }
        return rest.first != "/" && !host.isEmpty && text.last != "/"
            && !text.contains(where: { "?#@\\".contains($0) })
    }

    /// Reads a manifest; `file` is only used to name the place of a fault.
    public func load(file: String, bytes: [UInt8]) throws(Refusal) -> Supplier {
        var reading = ManifestReading(
            document: DocumentReader(
                file: file, bytes: bytes, limits: JSONLimits(bytes: 256 << 10, depth: 8)))
        let manifest = reading.manifest(protocols: protocolNames)
        guard let manifest, reading.document.faults.isEmpty,
            let type = adapters.first(where: { $0.protocolName == manifest.protocolName })
        else { throw Refusal(faults: reading.document.faults) }
        do {
            return Supplier(manifest: manifest, adapter: try Self.make(type, manifest))
        } catch {
            reading.report(error)
            throw Refusal(faults: reading.document.faults)
        }
    }

    private static func make(
        _ type: any SupplierAdapter.Type, _ manifest: SupplierManifest
    ) throws(DialectFault) -> any SupplierAdapter {
        try type.init(manifest: manifest)
    }
}

/// One reading of one document; each function reads the members of one object.
struct ManifestReading {
    var document: DocumentReader

    mutating func manifest(protocols: [String]) -> SupplierManifest? {
        guard let root = document.root else { return nil }
        guard root.value.members != nil else {
            document.report(root, "must be an object", nil)
            return nil
        }
        document.refuseMembers(of: root, except: ManifestMembers.root)
        let id = identity(of: root)
        let name = required("name", of: root) { $0.text($1, most: 80) }
        let speaks = required("protocol", of: root) { Self.word($1, &$0, among: protocols) }
        let baseURL = required("baseURL", of: root) { Self.baseURL($1, &$0) }
        // A missing part must not hide the faults of the rest: the stand-in never leaves the loader.
        guard let id = id ?? SupplierID("unread") else { return nil }
        var manifest = SupplierManifest(
            id: id, name: name ?? "", protocolName: speaks ?? "", baseURL: baseURL ?? "")
        set(&manifest.allowPrivateAddress, "allowPrivateAddress", of: root) { $0.flag($1) }
        set(&manifest.taxBasis, "taxBasis", of: root) {
            $0.choice($1, SupplierManifest.TaxBasis.self)
        }
        manifest.contractCurrency = optional("contractCurrency", of: root) {
            Self.currency($1, &$0)
        }
        manifest.tokenLife = optional("tokenLifeSeconds", of: root) {
            Self.seconds($1, &$0, 30...86_400)
        }
        if let node = document.member("auth", of: root) { manifest.auth = auth(node) }
        if let node = document.member("limits", of: root) { read(&manifest.limits, node) }
        if let node = document.member("timeoutSeconds", of: root) { read(&manifest.timeouts, node) }
        if let node = document.member("cacheable", of: root) { manifest.cacheable = steps(node) }
        if let node = document.member("hold", of: root) { readHold(&manifest, node) }
        if let node = document.member("lookup", of: root) { read(&manifest.lookup, node) }
        if let node = document.member("dialect", of: root) { manifest.dialect = dialect(node) }
        return manifest
    }

    /// Places an adapter's complaint about its dialect.
    mutating func report(_ fault: DialectFault) {
        guard let root = document.root else { return }
        let dialect = document.member("dialect", of: root)
        let node = dialect.flatMap { document.member(fault.setting, of: $0) } ?? dialect ?? root
        let isPlaced = node.pointer.hasSuffix("/" + fault.setting)
        document.report(
            node, isPlaced ? fault.problem : "\(fault.setting): \(fault.problem)",
            fault.suggestion)
    }

    private mutating func identity(of root: DocumentNode) -> SupplierID? {
        required("id", of: root) { document, node in
            guard let text = document.text(node) else { return nil }
            guard let id = SupplierID(text) else {
                document.report(
                    node, "is no supplier id",
                    "1 to 32 lower-case letters, digits and -, a letter first")
                return nil
            }
            return id
        }
    }

    private static func word(
        _ node: DocumentNode, _ document: inout DocumentReader, among words: [String]
    ) -> String? {
        guard let text = document.text(node) else { return nil }
        guard !words.contains(text) else { return text }
        let nearest = Spelling.nearest(to: text, among: words)
        document.report(
            node, "must be one of " + words.joined(separator: ", "),
            nearest.map { "did you mean \u{201C}\($0)\u{201D}?" })
        return nil
    }

    private static func currency(
        _ node: DocumentNode, _ document: inout DocumentReader
    ) -> CurrencyCode? {
        guard let text = document.text(node, most: 8) else { return nil }
        let code = CurrencyCode(text)
        if code == nil { document.report(node, "is no ISO 4217 currency", "such as \"EUR\"") }
        return code
    }

    private static func baseURL(
        _ node: DocumentNode, _ document: inout DocumentReader
    ) -> String? {
        guard let text = document.text(node, most: 512) else { return nil }
        guard ManifestLoader.isBaseURL(text) else {
            document.report(
                node, "is no base address",
                "such as \"https://api.example.com\", no slash at the end")
            return nil
        }
        return text
    }

    private mutating func steps(_ node: DocumentNode) -> Set<SupplierStep> {
        var steps: Set<SupplierStep> = []
        for element in document.elements(of: node, most: SupplierStep.allCases.count) {
            if let step = document.choice(element, SupplierStep.self) { steps.insert(step) }
        }
        return steps
    }

    private mutating func readHold(_ manifest: inout SupplierManifest, _ node: DocumentNode) {
        document.refuseMembers(of: node, except: ManifestMembers.hold)
        set(&manifest.holdKeeper, "keeper", of: node) { $0.choice($1, HoldAbility.Keeper.self) }
        manifest.holdLife = optional("lifeSeconds", of: node) {
            Self.seconds($1, &$0, 30...86_400)
        }
        guard let needs = document.member("needs", of: node) else { return }
        for element in document.elements(of: needs, most: 2) {
            switch Self.word(element, &document, among: ["guests", "contact"]) {
            case "guests": manifest.holdNeeds.insert(.guests)
            case "contact": manifest.holdNeeds.insert(.contact)
            default: break
            }
        }
    }

    private mutating func dialect(_ node: DocumentNode) -> [String: String] {
        guard let members = node.value.members else {
            document.report(node, "must be an object", nil)
            return [:]
        }
        var settings: [String: String] = [:]
        for member in members {
            switch member.value.content {
            case .string(let text): settings[member.name] = text
            case .number(let digits): settings[member.name] = digits
            case .bool(let flag): settings[member.name] = flag ? "true" : "false"
            case .object, .array, .null:
                guard let child = document.member(member.name, of: node) else { continue }
                document.report(child, "must be a string, a number, true or false", nil)
            }
        }
        return settings
    }
}

// The members' shapes.
extension ManifestReading {
    typealias Read<Value> = (inout DocumentReader, DocumentNode) -> Value?

    mutating func required<Value>(
        _ name: String, of node: DocumentNode, _ read: Read<Value>
    ) -> Value? {
        document.member(name, of: node, required: true).flatMap { read(&document, $0) }
    }

    mutating func optional<Value>(
        _ name: String, of node: DocumentNode, _ read: Read<Value>
    ) -> Value? {
        document.member(name, of: node).flatMap { read(&document, $0) }
    }

    mutating func set<Value>(
        _ value: inout Value, _ name: String, of node: DocumentNode, _ read: Read<Value>
    ) {
        if let new = optional(name, of: node, read) { value = new }
    }

    mutating func read(_ limits: inout SupplierLimits, _ node: DocumentNode) {
        document.refuseMembers(of: node, except: ManifestMembers.limits)
        set(&limits.hotelsPerRequest, "hotelsPerRequest", of: node) {
            $0.integer($1, in: 1...5_000)
        }
        set(&limits.rooms, "rooms", of: node) { $0.integer($1, in: 1...8) }
        set(&limits.nights, "nights", of: node) { $0.integer($1, in: 1...28) }
        set(&limits.daysAhead, "daysAhead", of: node) { $0.integer($1, in: 1...500) }
        set(&limits.oldestChild, "oldestChild", of: node) { $0.integer($1, in: 0...17) }
        set(&limits.concurrency, "concurrency", of: node) { $0.integer($1, in: 1...256) }
        limits.callsPerSecond = optional("callsPerSecond", of: node) {
            $0.integer($1, in: 1...10_000)
        }
    }

    mutating func read(_ timeouts: inout SupplierTimeouts, _ node: DocumentNode) {
        document.refuseMembers(of: node, except: ManifestMembers.timeouts)
        set(&timeouts.search, "search", of: node) { Self.seconds($1, &$0, 0.1...60) }
        set(&timeouts.revalidate, "revalidate", of: node) { Self.seconds($1, &$0, 0.1...60) }
        set(&timeouts.hold, "hold", of: node) { Self.seconds($1, &$0, 0.1...300) }
        set(&timeouts.release, "release", of: node) { Self.seconds($1, &$0, 0.1...120) }
        set(&timeouts.retrieve, "retrieve", of: node) { Self.seconds($1, &$0, 0.1...120) }
    }

    mutating func read(_ lookup: inout LookupSchedule, _ node: DocumentNode) {
        document.refuseMembers(of: node, except: ManifestMembers.lookup)
        set(&lookup.indexingDelay, "indexingDelaySeconds", of: node) {
            Self.seconds($1, &$0, 0...3600)
        }
        if let flag = document.member("midway", of: node), let asks = document.flag(flag) {
            lookup.asksMidway = asks
        }
        guard let list = document.member("afterSeconds", of: node) else { return }
        let waits = document.elements(of: list, most: 16).compactMap {
            Self.seconds($0, &document, 0.1...86_400)
        }
        guard !waits.isEmpty, zip(waits, waits.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return document.report(list, "must rise from wait to wait", "such as [5, 15, 30]")
        }
        lookup.after = waits
    }

    mutating func auth(_ node: DocumentNode) -> AuthScheme {
        guard let named = document.member("scheme", of: node, required: true),
            let scheme = document.choice(named, ManifestMembers.Scheme.self)
        else { return .none }
        let names = scheme.members
        document.refuseMembers(of: node, except: ["scheme"] + names)
        let values = names.compactMap { required($0, of: node) { Self.token($1, &$0) } }
        guard values.count == names.count else { return .none }
        return switch scheme {
        case .none: .none
        case .header: .header(name: values[0], credential: values[1])
        case .basic: .basic(user: values[0], password: values[1])
        case .rapid: .rapid(key: values[0], secret: values[1])
        case .apitude: .apitude(key: values[0], secret: values[1])
        case .wsse: .wsse(user: values[0], password: values[1])
        }
    }

    /// Letters, digits, `-` and `_`: what a field name and the name of a credential both allow.
    private static func token(
        _ node: DocumentNode, _ document: inout DocumentReader
    ) -> String? {
        guard let text = document.text(node, most: 64) else { return nil }
        let isToken = text.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                || $0 == 45 || $0 == 95
        }
        guard !text.isEmpty, isToken else {
            document.report(
                node, "is no name", "letters, digits, - and _; the secret itself never stands here")
            return nil
        }
        return text
    }

    private static func seconds(
        _ node: DocumentNode, _ document: inout DocumentReader, _ range: ClosedRange<Double>
    ) -> Duration? {
        document.number(node, in: range).map { .milliseconds(Int64(($0 * 1000).rounded())) }
    }
}
