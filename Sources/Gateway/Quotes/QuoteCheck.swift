import SupplierKit
import TravelModel

/// Asks whoever offers a rate whether it still stands, without keeping anything.
struct QuoteCheck: Sendable {
    let ports: GatewayPorts
    let roster: SupplierRoster
    private let line: SupplierLine

    init(ports: GatewayPorts, roster: SupplierRoster, health: SupplierHealth) {
        self.ports = ports
        self.roster = roster
        line = SupplierLine(ports: ports, health: health)
    }

    /// The offer as it is now.
    ///
    /// Ends at the step's hard timeout or at `deadline`, whichever is earlier, and at once when the
    /// calling task is cancelled.
    func ask(
        _ input: RevalidateInput, of id: SupplierID, _ urgency: CallUrgency,
        by deadline: Uptime? = nil
    ) async -> RevalidateEnd {
        if id == OwnInventory.supplier { return await askOwn(input, by: deadline) }
        guard let supplier = roster[id] else {
            return .failed(
                SupplierFailure(
                    .connectFailed, phase: .connect, detail: "the supplier is not configured"))
        }
        let outcome = await line.run(
            supplier.adapter.revalidate(input), .revalidate, of: supplier, urgency, by: deadline
        ) { end in
            if case .failed(let failure) = end { CallEnd(failure) } else { .answered }
        }
        return switch outcome.verdict {
        case .ended(let end): end
        case .failed(let failure): .failed(failure)
        }
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
