/// What a request itself wants to come to: the field `Tributary-Mock` with the name of a fault.
///
/// It is true for that one call, so that others may rehearse beside it: scenario and plans are passed
/// over and left as they are, and a price that rises is the old one again for the next call.
struct Rehearsal: Sendable {
    static let field = "Tributary-Mock"
    /// The one word that is no fault: the answer is right, and late.
    static let late = "late"

    /// In place of what scenario and plan say.
    let outcome: PlannedOutcome
    /// Milliseconds more until the answer.
    let delay: Int

    /// `nil` for a request that wants nothing, or something nobody knows.
    init?(of request: MockRequest) {
        guard let word = request.field(Self.field) else { return nil }
        if word == Self.late {
            outcome = .success
            delay = 3_000
            return
        }
        guard let fault = Fault.all.first(where: { $0.name == word }) else { return nil }
        outcome = .fault(fault)
        delay = 0
    }
}
