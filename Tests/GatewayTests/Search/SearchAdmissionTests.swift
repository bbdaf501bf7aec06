import GatewayTesting
import SupplierKit
import Synchronization
import Testing
import TravelModel

@testable import Gateway

/// How many searches are let in while the machine is behind, and after.
@Suite struct SearchAdmissionTests {
    private let tenant: TenantID

    init() throws { tenant = try #require(TenantID("demo")) }

    private func at(_ tenths: Int) -> Uptime { Uptime(nanoseconds: Int64(tenths) * 100_000_000) }

    private func admitted(
        _ admission: inout SearchAdmission, _ tries: Int, delay: Duration, at tenth: Int
    ) -> Int {
        (0..<tries).count { _ in
            admission.enter(tenant, shares: false, delay: delay, now: at(tenth)) == nil
        }
    }

    @Test func aMachineThatKeepsUpLetsAllIn() {
        var admission = SearchAdmission(most: 100)
        #expect(admitted(&admission, 200, delay: .milliseconds(20), at: 1) == 100)
        #expect(admission.limit == 100)
    }

    @Test("While work stands the limit falls below what runs, once an interval, to the least")
    func falls() {
        var admission = SearchAdmission(most: 1_000)
        #expect(admitted(&admission, 100, delay: .zero, at: 0) == 100)
        #expect(admitted(&admission, 10, delay: .milliseconds(21), at: 0) == 10, "judged already")
        #expect(admitted(&admission, 10, delay: .milliseconds(21), at: 1) == 0)
        #expect(admission.limit == 77)
        for tenth in 2...40 {
            #expect(admitted(&admission, 1, delay: .milliseconds(21), at: tenth) == 0)
        }
        #expect(admission.limit == SearchAdmission.least)
        for _ in 0..<110 { admission.leave(tenant) }
        #expect(admitted(&admission, 9, delay: .seconds(9), at: 50) == SearchAdmission.least)
    }

    @Test("Once work flows again the limit rises as far as it is used, within seconds")
    func rises() {
        var admission = SearchAdmission(most: 1_000)
        _ = admitted(&admission, 40, delay: .zero, at: 0)
        _ = admitted(&admission, 1, delay: .seconds(1), at: 1)
        let low = admission.limit
        #expect(low == 28)
        for _ in 0..<20 { admission.leave(tenant) }
        for tenth in 2...20 { _ = admitted(&admission, 0, delay: .zero, at: tenth) }
        #expect(admission.limit == low, "what nobody uses tells nothing")
        var tenth = 20
        while admission.limit < 1_000, tenth < 400 {
            tenth += 1
            _ = admitted(&admission, 1_000, delay: .zero, at: tenth)
        }
        #expect(admission.limit == 1_000)
        #expect(tenth < 200, "\(tenth) tenths of a second")
    }

    @Test func whoIsRefusedIsToldSoAtOnceAndNobodyIsAsked() throws {
        let gateway = try SimulatedGateway.alone(hotels: 1) { _, _ in .hang }
        let delay = Atomic<Int>(0)
        let service = SearchService(
            roster: gateway.roster, health: gateway.health, settings: SearchService.Settings(),
            ports: gateway.ports, desk: gateway.desk,
            standingDelay: { .milliseconds(delay.load(ordering: .relaxed)) })
        let request = try gateway.request()
        let refusals = try gateway.simulation.run {
            var sessions: [SearchSession] = []
            var refusals: [SearchRefusal?] = []
            for number in 0..<12 {
                delay.store(number < 6 ? 0 : 500, ordering: .relaxed)
                do throws(SearchRefusal) {
                    sessions.append(try await service.start(request))
                    refusals.append(nil)
                } catch {
                    refusals.append(error)
                }
                try? await gateway.ports.environment.clock.sleep(
                    until: gateway.ports.environment.clock.uptime().advanced(by: .milliseconds(100))
                )
            }
            for session in sessions { session.leave() }
            return refusals
        }
        #expect(refusals.prefix(6).allSatisfy { $0 == nil })
        #expect(refusals.dropFirst(6).allSatisfy { $0 == .overloaded })
        #expect(service.searchLimit == SearchAdmission.least)
    }
}
