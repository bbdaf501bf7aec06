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
            return verdict(ours(among: OtaxmlReservation.all(in: message.root)))
        } catch {
            switch error {
            case .errors(let errors, let failure):
                return errors.isUnknownReservation ? .notFound : .failed(failure)
            case .fault(let failure), .unreadable(let failure): return .failed(failure)
            }
        }
    }

    /// Those under our reference, or those under none where the dialect repeats none; never somebody
    /// else's, which some suppliers list beside or instead of ours.
    private func ours(among all: [OtaxmlReservation]) -> [OtaxmlReservation] {
        let named = all.filter { $0.names(input.reference) }
        return named.isEmpty ? all.filter(\.clientReferences.isEmpty) : named
    }

    private func verdict(_ found: [OtaxmlReservation]) -> RetrieveEnd {
        let kept = found.filter { $0.state == .kept }
        guard kept.count < 2 || kept[0].names(input.reference) else {
            return .failed(
                SupplierFailure(
                    .malformed, phase: .decode, detail: "several reservations, none says whose"))
        }
        if let kept = kept.first {
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
