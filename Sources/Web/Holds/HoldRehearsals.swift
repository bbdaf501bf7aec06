internal import Gateway
internal import HTTPServer
internal import TravelModel
internal import WireFormat

/// `Tributary-Test: hold=sold_out`: a sandbox's client rehearses what may come, at the mocks.
extension HoldRoutes {
    static let testField = "Tributary-Test"
    static let rehearsalWait: Duration = .seconds(1)
    private static let member = "hold="

    /// What the request wants to come to; throws for whoever may not want that, of whom it cannot be
    /// had, and for a word nobody knows.
    func rehearsal(of call: Call, _ quote: QuoteID) async throws(Problem) -> HoldRehearsal? {
        let given = call.request.fields.all(Self.testField)
        guard let text = given.first else { return nil }
        guard call.client.isSandbox else {
            throw Self.refusal("only sandboxes may dictate outcomes")
        }
        guard given.count == 1 else { throw Self.refusal("given \(given.count) times") }
        guard text.hasPrefix(Self.member),
            let rehearsal = HoldRehearsal(rawValue: String(text.dropFirst(Self.member.count)))
        else { throw Self.refusal(Self.choice(text)) }
        guard let quote = try await live(quote, call) else { return rehearsal }
        let supplier = quote.supplier
        guard let known = rehearsals[supplier] else {
            throw Self.refusal(
                supplier == OwnInventory.supplier
                    ? "our own rooms are real: nobody dictates to them"
                    : "\(supplier) is no mock: what it answers is its own")
        }
        guard known.contains(rehearsal) else {
            let words = known.map { Self.member + $0.rawValue }.joined(separator: ", ")
            throw Self.refusal("\(supplier) cannot answer so; it knows \(words)")
        }
        guard rehearsal.isPossible(of: quote.offer) else {
            throw Self.refusal(
                "the offer is non-refundable: there are no worse terms; take one that can be "
                    + "cancelled")
        }
        return rehearsal
    }

    /// What would be held; `nil` for a quote that is refused next, whatever the field says.
    private func live(_ quote: QuoteID, _ call: Call) async throws(Problem) -> Quote? {
        do throws(StorageFault) {
            switch try await quotes.resolve(quote, for: call.tenant) {
            case .live(let quote): return quote
            case .expired, .unknown: return nil
            }
        } catch {
            throw Problem(error)
        }
    }

    private static func refusal(_ detail: String) -> Problem {
        Problem(faults: [.parameter(testField, detail)])
    }

    private static func choice(_ text: String) -> String {
        let words = HoldRehearsal.allCases.map { member + $0.rawValue }
        let nearest = Spelling.nearest(to: text, among: words)
        return "one of " + words.joined(separator: ", ")
            + (nearest.map { "; did you mean \u{201C}\($0)\u{201D}?" } ?? "")
    }
}
