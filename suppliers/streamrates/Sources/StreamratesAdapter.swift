public import SupplierKit

/// Speaks to suppliers in the style of LiteAPI v3: one POST, answered by a stream of events.
///
/// Such a supplier keeps no room without payment: a hold is a price check, so `hold`, `release` and
/// `retrieve` send nothing.
public struct StreamratesAdapter: SupplierAdapter {
    /// `streamrates`.
    public static var protocolName: String { "streamrates" }

    /// Its search has no member for it.
    public var sendsLanguage: Bool { false }

    private let settings: StreamratesSettings

    /// Knows `maxRatesPerHotel`.
    public init(manifest: SupplierManifest) throws(DialectFault) {
        settings = try StreamratesSettings(manifest)
    }

    /// One POST; offers come as the supplier finds them.
    public func search(_ input: SearchInput) -> any StepMachine<SearchEnd> {
        StreamratesSearch(settings: settings, input: input)
    }

    /// The prebook, which repeats the whole offer.
    public func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        StreamratesPrebook(settings: settings, input: input).machine
    }

    /// Refused: nothing was sent, nothing is kept.
    public func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> {
        EndedStep(.refused(Self.keepsNothing))
    }

    /// Released: nothing was ever kept.
    public func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> {
        EndedStep(.released)
    }

    /// Not found: nothing was ever kept.
    public func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
        EndedStep(.notFound)
    }

    private static let keepsNothing = SupplierFailure(
        .supplierError, phase: .connect, detail: "this supplier keeps no room without payment")
}
