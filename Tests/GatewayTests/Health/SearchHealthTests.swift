import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Gateway

/// What clients are told of suppliers that are not asked, and that whole searches keep to it.
@Suite struct SearchHealthTests {
    private static let line = "alpha-0 r1 Double BB free EUR 100.00"

    private func status(
        _ gateway: SimulatedGateway, after wait: Duration = .zero
    ) throws -> SupplierStatus {
        try #require(try statuses(gateway, after: wait).first)
    }

    private func statuses(
        _ gateway: SimulatedGateway, after wait: Duration = .zero
    ) throws -> [SupplierStatus] {
        var options = SearchOptions()
        options.maxAge = .zero
        let request = try gateway.request(options: options)
        return try gateway.simulation.run {
            await gateway.pause(wait)
            return await (try? gateway.service.start(request))?.result()?.summary.suppliers ?? []
        }
    }

    @Test func aSupplierThatFailsIsLeftAloneAndSaysSo() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer("", status: 500) }
        for _ in 0..<5 { #expect(try status(gateway).state == .error) }
        let left = try status(gateway)
        #expect(left.state == .circuitOpen && left.code == .circuitOpen && left.phase == nil)
        #expect(left.source == AnswerSource.none && left.detail?.contains("not asked") == true)
        #expect(gateway.transport.urls.count == 5)
        gateway.transport.direct { _, _ in .answer(Self.line) }
        #expect(try status(gateway, after: .seconds(2)).state == .ok)
        #expect(try status(gateway).state == .ok)
        #expect(gateway.health.views.first?.circuits.first?.state == "closed")
    }

    @Test func aThrottleIsObeyedToTheSecondAndToldAsOne() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            guard call == 1 else { return .answer(Self.line) }
            return Script([
                .answerHead(ResponseHead(status: 429, headers: [("Retry-After", "20")]))
            ])
        }
        #expect(try status(gateway).code == .failure(.throttled))
        // A wall clock that jumps by days changes nothing.
        gateway.simulation.setWall(by: .seconds(300_000))
        let waiting = try status(gateway, after: .seconds(19))
        #expect(waiting.state == .throttled && waiting.detail?.contains("not asked") == true)
        #expect(gateway.transport.urls.count == 1)
    }

    @Test func afterTheThrottleItIsAskedAgain() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            guard call == 1 else { return .answer(Self.line) }
            return Script([
                .answerHead(ResponseHead(status: 429, headers: [("Retry-After", "20")]))
            ])
        }
        _ = try status(gateway)
        #expect(try status(gateway, after: .seconds(20)).state == .ok)
        #expect(gateway.health.views.first?.state == .limited, "its limit was halved")
    }

    @Test func anAllowanceThatRunsOutIsObeyedBeforeItIsThrottled() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in
            Script([
                .answerHead(
                    ResponseHead(
                        status: 200,
                        headers: [
                            ("Rate-Limit-Minute-Remaining", "4"),
                            ("Rate-Limit-Minute-Reset", "1798761630000"),
                        ])), .bytes(Array(Self.line.utf8)),
            ])
        }
        #expect(try status(gateway).state == .ok)
        #expect(try status(gateway, after: .seconds(29)).state == .throttled)
        #expect(gateway.transport.urls.count == 1)
        #expect(try status(gateway, after: .seconds(1)).state == .ok)
    }

    @Test func aSupplierThatIsSwitchedOffIsSkippedAndBackAtAWord() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer(Self.line) }
        let alpha = try Sample.supplier("alpha")
        let ground = try #require(HoldSupport.Ground(reason: "contract", person: "ann"))
        let view = try #require(gateway.health.take(.disable, with: alpha, on: ground))
        #expect(view.state == .disabled && view.actions.map(\.ground.person) == ["ann"])
        #expect(try status(gateway).code == .skipped(.disabled))
        #expect(gateway.transport.urls.isEmpty)
        _ = gateway.health.take(.enable, with: alpha, on: ground)
        #expect(try status(gateway).state == .ok)
        #expect(gateway.health.take(.enable, with: try Sample.supplier("beta"), on: ground) == nil)
    }

    @Test func aResetForgetsTheBreakerAndThePause() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            call <= 5 ? .answer("", status: 500) : .answer(Self.line)
        }
        for _ in 0..<5 { _ = try status(gateway) }
        let alpha = try Sample.supplier("alpha")
        let ground = try #require(HoldSupport.Ground(reason: "they called", person: "ann"))
        #expect(gateway.health.view(of: alpha)?.state == .circuitOpen)
        #expect(gateway.health.take(.reset, with: alpha, on: ground)?.state == .ok)
        #expect(try status(gateway).state == .ok)
    }

    /// Twenty searches save up two second tries.
    @Test func aBrokenWayIsTriedASecondTimeWithinTheBudget() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            call > 20 && call % 2 == 1 ? .refused : .answer(Self.line)
        }
        for _ in 0..<20 { #expect(try status(gateway).state == .ok) }
        #expect(try status(gateway).state == .ok)
        #expect(gateway.transport.urls.count == 22)
        #expect(try status(gateway).state == .ok)
        #expect(gateway.transport.urls.count == 24)
        #expect(try status(gateway).state == .error, "nothing is left")
        #expect(gateway.transport.urls.count == 25)
    }

    @Test("A second try has the place of the first, and a failure that opens the breaker has none")
    func aSecondTryComesAfterTheFailureIsBooked() throws {
        let gateway = try SimulatedGateway.alone(
            hotels: 1, configure: { $0.limits.concurrency = 1 }
        ) { _, call in call == 20 ? .refused : .answer(Self.line) }
        for _ in 0..<20 { #expect(try status(gateway).state == .ok) }
        #expect(gateway.transport.urls.count == 21)
        gateway.transport.direct { _, _ in .answer("", status: 500) }
        for _ in 0..<4 { _ = try status(gateway) }
        gateway.transport.direct { _, _ in .refused }
        #expect(try status(gateway).code == .failure(.connectFailed))
        #expect(gateway.transport.urls.count == 26, "the fifth failure in a row is the last call")
    }

    @Test func aSearchIsNotTriedAgainOnceItHasFoundSomething() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            call == 21 ? .reset(after: Self.line + "\n") : .answer(Self.line)
        }
        for _ in 0..<20 { _ = try status(gateway) }
        #expect(try status(gateway).state == .partial)
        #expect(gateway.transport.urls.count == 21)
    }

    /// The first try leaves the second half a second; a supplier need not be so quick.
    @Test(arguments: ["", line + "\n"])
    func aSecondTryCutShortByUsSaysNothing(begun: String) throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            switch call {
            case 21:
                Script([
                    .wait(.milliseconds(5_500)),
                    .fault(TransportFault(phase: .connect, reason: .connectFailed)),
                ])
            case 22: Script([.head(status: 200), .bytes(Array(begun.utf8)), .hang])
            default: .answer(Self.line)
            }
        }
        for _ in 0..<20 { _ = try status(gateway) }
        _ = try status(gateway)
        // The call goes on for the cache's sake when the search is over.
        try gateway.simulation.run { await gateway.pause(.seconds(10)) }
        #expect(gateway.transport.urls.count == 22)
        let view = try #require(gateway.health.views.first)
        #expect(view.errors.map(\.error.failure.code) == [.connectFailed])
        #expect(view.circuits.first?.failuresInARow == 1)
        #expect(view.timeouts.first { $0.step == .search }?.samples == 20)
        #expect(view.running == 0)
    }

    @Test func aBadRequestOfOneClientKeepsNobodyAway() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .answer("", status: 400) }
        for _ in 0..<50 { #expect(try status(gateway).code == .failure(.supplierError)) }
        #expect(gateway.transport.urls.count == 50)
        let circuit = try #require(gateway.health.views.first?.circuits.first)
        #expect(circuit.state == "closed" && circuit.results == 0)
    }

    @Test func aSupplierThatHangsIsCutOffByWhatItTookBefore() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, call in
            call <= 60 ? .answer(Self.line, after: .milliseconds(100)) : .hang
        }
        for _ in 0..<60 { _ = try status(gateway) }
        let before = gateway.simulation.uptime()
        var quickest = Duration.seconds(60)
        // One in fifty gets its whole time: of three, one at least does not.
        for _ in 0..<3 {
            let start = gateway.simulation.uptime()
            #expect(try status(gateway).state == .timeout)
            quickest = min(quickest, start.duration(to: gateway.simulation.uptime()))
        }
        #expect(quickest == .seconds(1))
        #expect(before < gateway.simulation.uptime())
    }

    @Test func clientsThatLeaveOpenNothing() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let request = try gateway.request()
        try gateway.simulation.run {
            for _ in 0..<30 {
                let session = try? await gateway.service.start(request)
                await gateway.pause(.milliseconds(10))
                session?.leave()
                await gateway.pause(.milliseconds(10))
            }
        }
        let view = try #require(gateway.health.views.first)
        #expect(gateway.transport.urls.count == 30)
        #expect(view.state == .ok && view.errors.isEmpty && view.running == 0)
    }

    /// A flood is refused at once; nothing waits for it to be over.
    @Test func whatIsTooMuchIsRefusedInTheSameInstant() throws {
        var settings = SearchService.Settings()
        settings.mostSearches = 8
        let gateway = try SimulatedGateway.alone(
            hotels: 1, settings: settings,
            configure: { $0.cacheable = [] }
        ) { _, _ in .hang }
        let outcomes = try gateway.simulation.run { () -> [String] in
            var sessions: [SearchSession] = []
            var outcomes: [String] = []
            for number in 0..<20 {
                // Different questions: equal ones share a call.
                guard
                    let request = try? gateway.request(
                        rooms: Array(repeating: "1", count: 1 + number % 8))
                else { return [] }
                let start = gateway.simulation.uptime()
                do throws(SearchRefusal) {
                    sessions.append(try await gateway.service.start(request))
                    outcomes.append("started")
                } catch {
                    outcomes.append("\(error)")
                }
                if gateway.simulation.uptime() != start { outcomes.append("late") }
            }
            await gateway.pause(.milliseconds(1))
            for session in sessions { session.leave() }
            return outcomes
        }
        #expect(outcomes.count { $0 == "started" } == 8)
        #expect(outcomes.count { $0 == "overloaded" } == 12)
        #expect(gateway.transport.urls.count == 8)
    }
}
