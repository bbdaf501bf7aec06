/// One wire protocol, as pure decisions: what to send, and what the answers mean.
///
/// An adapter does no I/O, reads no clock, holds no secret and no state between steps. It is made
/// once per supplier from that supplier's manifest; each call to a step makes a fresh machine.
public protocol SupplierAdapter: Sendable {
    /// The name manifests give under `protocol`.
    static var protocolName: String { get }

    /// Reads the manifest's dialect; a fault names the member and says what would be right.
    init(manifest: SupplierManifest) throws(DialectFault)

    /// Prices for at most the manifest's number of hotels a request.
    func search(_ input: SearchInput) -> any StepMachine<SearchEnd>

    /// The current state of one offer; also the whole hold of suppliers that cannot keep a room.
    func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd>

    /// Keeps the room; called only where the manifest says the supplier can.
    func hold(_ input: HoldInput) -> any StepMachine<HoldEnd>

    /// Gives a held room back; sending it twice must do no harm.
    func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd>

    /// Looks a hold up by our own reference.
    func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd>

    /// Whether a price check tells board, payment and cancellation anew, and not the price alone.
    var tellsTermsAnew: Bool { get }

    /// Whether a search tells the supplier the shopper's language; where it does not, answers may be
    /// kept for shoppers of any language.
    var sendsLanguage: Bool { get }

    /// Reads what the supplier sends on its own account; `nil` where it sends nothing.
    var callbacks: (any CallbackReader)? { get }
}

extension SupplierAdapter {
    /// Most suppliers are told it.
    public var sendsLanguage: Bool { true }

    /// Most suppliers send nothing.
    public var callbacks: (any CallbackReader)? { nil }

    /// Most protocols repeat the whole rate.
    public var tellsTermsAnew: Bool { true }
}
