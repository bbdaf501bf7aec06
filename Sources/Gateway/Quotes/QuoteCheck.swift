import SupplierKit
import TravelModel

/// Asks whoever offers a rate whether it still stands, without keeping anything.
struct QuoteCheck: Sendable {
    let ports: GatewayPorts
    let roster: SupplierRoster
    private let driver: StepDriver

    init(ports: GatewayPorts, roster: SupplierRoster) {
        self.ports = ports
        self.roster = roster
        driver = StepDriver(transport: ports.transport, environment: ports.environment)
    }

    /// The offer as it is now.
    ///
    /// Ends at the step's hard timeout or at `deadline`, whichever is earlier, and at once when the
    /// calling task is cancelled.
    func ask(
        _ input: RevalidateInput, of id: SupplierID, by deadline: Uptime? = nil
    ) async -> RevalidateEnd {
        if id == OwnInventory.supplier { return await askOwn(input, by: deadline) }
        guard let supplier = roster[id] else {
            return .failed(
                SupplierFailure(
                    .connectFailed, phase: .connect, detail: "the supplier is not configured"))
        }
        let clock = ports.environment.clock
        let start = clock.uptime()
        ports.observer.note(.callStarted(id, .revalidate))
        let outcome = await driver.run(
            supplier.adapter.revalidate(input), step: .revalidate, of: supplier,
            deadline: deadline)
        let end: RevalidateEnd =
            switch outcome.verdict {
            case .ended(let end): end
            case .failed(let failure): .failed(failure)
            }
        var code: SupplierCode?
        if case .failed(let failure) = end { code = .failure(failure.code) }
        ports.observer.note(
            .callEnded(id, .revalidate, code, after: start.duration(to: clock.uptime())))
        return end
    }

    private func askOwn(_ input: RevalidateInput, by deadline: Uptime?) async -> RevalidateEnd {
        let hard = ports.environment.clock.uptime().advanced(by: FlightSource.inventoryTimeout)
        let end = await ports.environment.value(by: min(hard, deadline ?? hard)) {
            [inventory = ports.inventory] in
            await inventory?.current(input)
        }
        return end.flatMap { $0 } ?? .failed(SupplierFailure(.timeout, phase: .headers))
    }
}

extension InventoryPort {
    /// One offer of ours as it is now.
    func current(_ input: RevalidateInput) async -> RevalidateEnd {
        do throws(StorageFault) {
            let offers = try await offers(
                of: [input.offer.hotel], stay: input.stay, rooms: input.rooms)
            let same = offers.first { $0.rateKey == input.offer.rateKey }
            return same.map { .current($0) } ?? .soldOut
        } catch {
            return .failed(SupplierFailure(.connectFailed, phase: .connect, detail: "storage"))
        }
    }
}
