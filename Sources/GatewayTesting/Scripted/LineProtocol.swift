public import SupplierKit
internal import TravelModel

/// The smallest protocol that is still one: a line an offer, so that tests can write answers by hand.
///
/// `CODE RATE ROOM_NAME BOARD free|non CURRENCY AMOUNT [key=value ...]`, where spaces in names are
/// underscores and the keys are `property` (`EUR:12.00`, paid at the hotel), `expires` (RFC 3339,
/// of the token), `package` (`yes`), `pay` (`now`, `atProperty`: then nothing is charged). Lines that
/// are anything else are counted as malformed. Every request says who asks in `Shopper-Ip`,
/// `Shopper-Agent` and `Shopper-Session`, where that is known. The answers of the other steps are
/// single words, see each machine. Status 422 says no, in the words of its body.
public struct LineProtocol: SupplierAdapter {
    /// `line`.
    public static let protocolName = "line"

    static let saidNo = 422

    private let manifest: SupplierManifest

    /// Any manifest will do.
    public init(manifest: SupplierManifest) { self.manifest = manifest }

    /// `GET /search?CODE,CODE,...`; offers are shown line by line as they come.
    public func search(_ input: SearchInput) -> any StepMachine<SearchEnd> {
        LineSearch(input: input, hold: hold)
    }

    /// `GET /revalidate?RATE`: an offer line, `gone`, or `expired`.
    public func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        let (rooms, hold) = (input.rooms, hold)
        return WordStep(
            path: "/revalidate?\(input.offer.rateKey)", idempotent: true, shopper: input.shopper
        ) { answer in
            switch answer {
            case .success("gone"): .soldOut
            case .success("expired"): .expired
            case .success(let line):
                OfferLine.read(line, rooms: rooms, hold: hold).map { .current($0) }
                    ?? .failed(SupplierFailure(.malformed, phase: .decode))
            case .failure(let failure): .failed(failure)
            }
        }
    }

    /// `POST /hold?REFERENCE`: `held NUMBER`, `gone`, `price`, `refused`, `duplicate`.
    public func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> {
        Self.hold(path: "/hold?\(input.reference)", shopper: input.shopper)
    }

    /// The same hold at another path.
    static func hold(path: String, shopper: ShopperContext) -> any StepMachine<HoldEnd> {
        WordStep(path: path, idempotent: false, shopper: shopper) { answer in
            switch answer {
            case .success("gone"): .soldOut
            case .success("price"): .priceChanged
            case .success("duplicate"): .duplicate
            case .success("refused"): .refused(SupplierFailure(.supplierError, phase: .decode))
            case .success(let text):
                HeldLine.read(text).map { .held($0) }
                    ?? .unknown(SupplierFailure(.malformed, phase: .decode))
            case .failure(let failure): .unknown(failure)
            }
        }
    }

    /// `DELETE /hold?REFERENCE`: `released`.
    public func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> {
        WordStep(path: "/release?\(input.reference)", idempotent: true, shopper: input.shopper) {
            answer in
            switch answer {
            case .success("released"): .released
            case .success: .failed(SupplierFailure(.malformed, phase: .decode))
            case .failure(let failure): .failed(failure)
            }
        }
    }

    /// `GET /retrieve?REFERENCE`: `held NUMBER`, `none`, `ended`.
    public func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
        WordStep(path: "/retrieve?\(input.reference)", idempotent: true, shopper: input.shopper) {
            answer in
            switch answer {
            case .success("none"): .notFound
            case .success("ended"): .ended
            case .success(let text):
                HeldLine.read(text).map { .found($0) }
                    ?? .failed(SupplierFailure(.malformed, phase: .decode))
            case .failure(let failure): .failed(failure)
            }
        }
    }

    static func refusal(_ body: [UInt8]) -> SupplierFailure {
        SupplierFailure(
            .supplierError, phase: .decode, detail: String(decoding: body, as: UTF8.self),
            isOfRequest: true)
    }

    private var hold: HoldAbility {
        HoldAbility(keeper: manifest.holdKeeper, needs: manifest.holdNeeds)
    }
}

/// `held NUMBER`.
private enum HeldLine {
    static func read(_ text: String) -> SupplierHold? {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0] == "held", let number = SupplierReference(words[1]) else {
            return nil
        }
        return SupplierHold(reference: number, token: "line", expires: nil)
    }
}
