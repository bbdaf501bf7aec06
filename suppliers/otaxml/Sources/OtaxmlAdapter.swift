public import SupplierKit

/// Speaks the OpenTravel Alliance's hotel messages of 2003/05 over SOAP 1.1.
public struct OtaxmlAdapter: SupplierAdapter {
    /// `otaxml`.
    public static var protocolName: String { "otaxml" }

    private let settings: OtaxmlSettings

    /// Knows the dialect settings that the supplier's README lists.
    public init(manifest: SupplierManifest) throws(DialectFault) {
        settings = try OtaxmlSettings(manifest)
    }

    /// One `OTA_HotelAvailRQ` for all hotels.
    public func search(_ input: SearchInput) -> any StepMachine<SearchEnd> {
        OtaxmlSearch(settings: settings, input: input)
    }

    /// The availability of the one stay again.
    public func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        OtaxmlRevalidation(settings: settings, input: input).machine
    }

    /// `OTA_HotelResRQ` with `ResStatus="Initiate"`.
    public func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> {
        OtaxmlHold(settings: settings, input: input).machine
    }

    /// `OTA_CancelRQ`, in one step or two as the dialect has it.
    public func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> {
        OtaxmlRelease(settings: settings, input: input).machine
    }

    /// `OTA_ReadRQ` by our own reference.
    public func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
        OtaxmlRetrieve(settings: settings, input: input).machine
    }
}
