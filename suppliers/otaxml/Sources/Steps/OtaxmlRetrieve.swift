import SupplierKit
import TravelModel
import WireFormat

/// The look-up: `OTA_ReadRQ` by our own reference.
struct OtaxmlRetrieve: Sendable {
    let settings: OtaxmlSettings
    let input: RetrieveInput

    var machine: any StepMachine<RetrieveEnd> {
        let envelope = OtaxmlEnvelope(settings: settings, shopper: input.shopper)
        let request = envelope.request(
            "OTA_ReadRQ", idempotent: true, echo: input.reference.text
        ) { xml in
            envelope.writeSource(to: &xml)
            OtaxmlReservationID.write(input.reference, to: &xml)
        }
        guard let request else { return EndedStep(.failed(.unwritable)) }
        return ExchangeMachine(
            request, failed: { .failed($0) }, decode: { .ended(read($0, at: $1)) })
    }

    private func read(_ answer: WholeAnswer, at now: Instant) -> RetrieveEnd {
        do throws(OtaxmlMessage.Refusal) {
            let message = try OtaxmlMessage(answer, name: "OTA_ResRetrieveRS", at: now)
            return verdict(OtaxmlReservation.all(in: message.root))
        } catch {
            switch error {
            case .errors(let errors, let failure):
                let isSure = errors.isUnknownReservation && !errors.isStumble
                return isSure && answer.head.status < 500 ? .notFound : .failed(failure)
            case .fault(let failure), .unreadable(let failure): return .failed(failure)
            }
        }
    }

    private func verdict(_ found: [OtaxmlReservation]) -> RetrieveEnd {
        if let kept = found.first(where: { $0.state == .kept }) {
            guard let number = kept.reference else {
                return .failed(
                    SupplierFailure(.malformed, phase: .decode, detail: "no number"))
            }
            return .found(SupplierHold(reference: number, token: "", expires: kept.expires))
        }
        if found.contains(where: { $0.state == .pending }) {
            return .failed(
                SupplierFailure(
                    .supplierError, phase: .decode, detail: "the reservation is pending"))
        }
        return found.isEmpty ? .notFound : .ended
    }
}
