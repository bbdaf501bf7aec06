import SupplierKit
import TravelModel

/// The release: the cancel link, looked up by our reference first where the hold has none.
struct LinkrestRelease: Sendable {
    let settings: LinkrestSettings
    let input: ReleaseInput

    var machine: any StepMachine<ReleaseEnd> {
        if let cancel = LinkrestHoldLinks(token: input.hold.token).cancel {
            return ExchangeMachine(
                delete(cancel), failed: { .failed($0) }, decode: { .ended(read($0, at: $1)) })
        }
        let lookup = LinkrestRetrieve(
            settings: settings,
            input: RetrieveInput(
                reference: input.reference, contactEmail: input.contactEmail,
                shopper: input.shopper))
        guard let request = lookup.request else {
            return EndedStep(.failed(Self.noLink))
        }
        return ExchangeMachine(
            request, failed: { .failed($0) },
            decode: { answer, now in follow(lookup.read(answer, at: now)) })
    }

    private static let noLink = SupplierFailure(
        .supplierError, phase: .decode, detail: "no cancel link to follow")

    private func delete(_ path: String) -> SupplierRequest {
        LinkrestRequest.make(.delete, path, shopper: input.shopper, settings: settings)
    }

    /// Not found is not given back: a fresh hold may not be indexed yet.
    private func follow(_ found: RetrieveEnd) -> ExchangeOutcome<ReleaseEnd> {
        switch found {
        case .ended: return .ended(.released)
        case .failed(let failure): return .ended(.failed(failure))
        case .notFound: return .ended(.failed(Self.noLink))
        case .found(let hold):
            guard let cancel = LinkrestHoldLinks(token: hold.token).cancel else {
                return .ended(.failed(Self.noLink))
            }
            return .asks(delete(cancel)) { .ended(read($0, at: $1)) }
        }
    }

    private func read(_ answer: WholeAnswer, at now: Instant) -> ReleaseEnd {
        if answer.head.status == 204 { return .released }
        guard let problem = LinkrestProblem(answer) else {
            // 202 comes here too: the supplier does not know yet.
            return .failed(LinkrestProblem.failure(of: answer.head, at: now))
        }
        let isGone = problem.isOf("room_already_cancelled") || answer.head.status == 404
        return isGone ? .released : .failed(problem.failure(answer, at: now))
    }
}
