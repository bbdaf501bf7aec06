import SupplierKit
import TravelModel
import WireFormat

/// The look-up: `GET /v3/itineraries?affiliate_reference_id=R&email=E`.
struct LinkrestRetrieve: Sendable {
    let settings: LinkrestSettings
    let input: RetrieveInput

    var machine: any StepMachine<RetrieveEnd> {
        guard let request else {
            return EndedStep(
                .failed(
                    SupplierFailure(
                        .supplierError, phase: .connect,
                        detail: "the look-up needs the mail address of the hold")))
        }
        return ExchangeMachine(
            request, failed: { .failed($0) }, decode: { .ended(read($0, at: $1)) })
    }

    /// `nil` without a mail address.
    var request: SupplierRequest? {
        guard let email = input.contactEmail else { return nil }
        var path = RequestPath("/v3/itineraries")
        path.add("affiliate_reference_id", input.reference.text)
        path.add("email", email)
        return LinkrestRequest.make(.get, path.text, shopper: input.shopper, settings: settings)
    }

    /// What the answer says about our reference.
    func read(_ answer: WholeAnswer, at now: Instant) -> RetrieveEnd {
        guard answer.head.status == 200 || answer.head.status == 206 else {
            return .failed(
                LinkrestProblem(answer)?.failure(answer, at: now)
                    ?? LinkrestProblem.failure(of: answer.head, at: now))
        }
        guard answer.head.isOf(.json) else { return .failed(.wrongKind(answer.head)) }
        var found: [LinkrestItinerary] = []
        do throws(JSONFault) {
            var reader = try JSONReader(answer.body)
            try reader.beginArray()
            while try reader.nextElement() {
                found.append(try LinkrestItinerary(from: &reader))
            }
            try reader.finish()
        } catch { return .failed(.unreadable(error)) }
        return verdict(found, isDegraded: answer.head.status == 206)
    }

    /// An entry that is a bare id is not indexed yet; a degraded copy (206) without its rooms says
    /// that something is there but not what became of it.
    private func verdict(_ found: [LinkrestItinerary], isDegraded: Bool) -> RetrieveEnd {
        let ours = found.filter { $0.reference ?? input.reference.text == input.reference.text }
        let known = ours.filter(\.hasDetails)
        let alive = known.filter { !$0.isCancelled }.sorted { $0.id < $1.id }
        if isDegraded, ours.contains(where: { $0.statuses.isEmpty }) {
            return .failed(
                SupplierFailure(.supplierError, phase: .decode, detail: "degraded copy (206)"))
        }
        guard let first = alive.first else { return known.isEmpty ? .notFound : .ended }
        guard let hold = first.hold(baseURL: settings.baseURL) else {
            return .failed(
                SupplierFailure(.malformed, phase: .decode, detail: "itinerary without an id"))
        }
        return .found(hold)
    }
}
