public import SupplierKit

/// Speaks to suppliers in the style of Expedia Rapid v3: links with tokens that expire.
public struct LinkrestAdapter: SupplierAdapter {
    /// `linkrest`.
    public static var protocolName: String { "linkrest" }

    private let settings: LinkrestSettings

    /// Knows `ratePlanCount`, `customerIP`, `agencyPhone`, `paymentType` and `callbacks`.
    public init(manifest: SupplierManifest) throws(DialectFault) {
        settings = try LinkrestSettings(manifest)
    }

    /// One GET for all hotels; a hotel without rooms in the answer has none.
    public func search(_ input: SearchInput) -> any StepMachine<SearchEnd> {
        LinkrestShop(settings: settings, input: input)
    }

    /// Follows the rate's price check link.
    public func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        LinkrestPriceCheck(settings: settings, input: input).machine
    }

    /// Follows the book link with `hold: true`; one room, holdable rates only.
    public func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> {
        LinkrestBook(settings: settings, input: input).machine
    }

    /// Follows the cancel link, which is looked up first when the hold came without one.
    public func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> {
        LinkrestRelease(settings: settings, input: input).machine
    }

    /// Asks by our reference and the mail address of the hold.
    public func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
        LinkrestRetrieve(settings: settings, input: input).machine
    }

    /// A price check's answer has a status, the price and the book link.
    public var tellsTermsAnew: Bool { false }

    /// Signed with the account's secret, where the dialect has them.
    public var callbacks: (any CallbackReader)? {
        settings.callbackCredential.map { TokenSignedCallback(credential: $0) }
    }
}
