import SupplierKit
import TravelModel
import WireFormat

/// The release: `OTA_CancelRQ`, first to learn the fee where the dialect can, then in earnest.
///
/// A hold that costs something to give back is not given back silently: that is for a person.
struct OtaxmlRelease: Sendable {
    let settings: OtaxmlSettings
    let input: ReleaseInput

    var machine: any StepMachine<ReleaseEnd> {
        let isTwoSteps = settings.cancel == .twoSteps
        guard let request = request(isTwoSteps ? "Initiate" : lastWord) else {
            return EndedStep(.failed(.unwritable))
        }
        return ExchangeMachine(
            request, failed: { .failed($0) },
            decode: { answer, now in
                isTwoSteps ? initiated(answer, at: now) : .ended(committed(answer, at: now))
            })
    }

    /// The request that cancels in earnest; `nil` when a text cannot be written.
    var lastRequest: SupplierRequest? { request(lastWord) }

    private var lastWord: String { settings.cancel == .cancel ? "Cancel" : "Commit" }

    private func request(_ type: String) -> SupplierRequest? {
        let envelope = OtaxmlEnvelope(settings: settings, shopper: input.shopper)
        return envelope.request("OTA_CancelRQ", echo: input.reference.text) { xml in
            xml.attribute("CancelType", type)
            envelope.writeSource(to: &xml)
            xml.start("UniqueID")
            xml.attribute("Type", "14")
            xml.attribute("ID", input.hold.reference.text)
            xml.end()
        }
    }

    private func initiated(
        _ answer: WholeAnswer, at now: Instant
    ) -> ExchangeOutcome<ReleaseEnd> {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_CancelRS", at: now)
            if Self.isCancelled(message.root) { return .ended(.released) }
            if let fee = Self.fee(in: message.root) {
                return .ended(
                    .failed(
                        SupplierFailure(
                            .supplierError, phase: .decode,
                            detail: "giving back costs \(fee.prefix(32))")))
            }
            guard let commit = lastRequest else { return .ended(.failed(.unwritable)) }
            return .asks(commit) { .ended(committed($0, at: $1)) }
        } catch { return .ended(Self.refusal(error)) }
    }

    /// What the answer to ``lastRequest`` says.
    func committed(_ answer: WholeAnswer, at now: Instant) -> ReleaseEnd {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_CancelRS", at: now)
            guard Self.isCancelled(message.root) else {
                let status = message.root.attribute("Status") ?? "none"
                return .failed(
                    SupplierFailure(
                        .supplierError, phase: .decode, detail: "status \(status.prefix(32))"))
            }
            return .released
        } catch { return Self.refusal(error) }
    }

    private static func refusal(_ refusal: OtaxmlMessage.Refusal) -> ReleaseEnd {
        switch refusal {
        case .errors(let errors, let failure):
            let isGone = errors.isCancelledBefore || errors.isUnknownReservation
            return isGone ? .released : .failed(failure)
        case .fault(let failure), .unreadable(let failure): return .failed(failure)
        }
    }

    private static func isCancelled(_ message: XMLElement) -> Bool {
        ["Cancelled", "Canceled", "Committed", "Commit"].contains(message.attribute("Status") ?? "")
    }

    /// The first rule with an amount above zero.
    private static func fee(in message: XMLElement) -> String? {
        let rules =
            message.child("CancelRules") ?? message.descendant("CancelInfoRS", "CancelRules")
        guard let rules else { return nil }
        for rule in rules.children("CancelRule") {
            guard let amount = rule.attribute("Amount") else { continue }
            if amount.contains(where: { ("1"..."9").contains($0) }) {
                return "\(amount) \(rule.attribute("CurrencyCode") ?? "")"
            }
        }
        return nil
    }
}
