internal import SupplierKit
internal import TravelModel

/// ``LineProtocol`` with a hold that says what is wanted, and at what price.
///
/// `POST /hold?REFERENCE,RATE,MINOR` where `MINOR` is the granted charge in minor units; everything
/// else is the same.
struct WorldProtocol: SupplierAdapter {
    static let protocolName = "world"

    private let lines: LineProtocol
    private let manifest: SupplierManifest
    private var fault: PlantedFault?

    init(manifest: SupplierManifest) {
        self.manifest = manifest
        lines = LineProtocol(manifest: manifest)
    }

    init(manifest: SupplierManifest, fault: PlantedFault?) {
        self.init(manifest: manifest)
        self.fault = fault
    }

    func search(_ input: SearchInput) -> any StepMachine<SearchEnd> {
        let machine = LineSearch(
            input: input,
            hold: HoldAbility(keeper: manifest.holdKeeper, needs: manifest.holdNeeds))
        return switch fault {
        case .timeoutAsEmpty: ForgivingSearch(machine: machine, forgives: [.timeout])
        case .brokenAsWhole: ForgivingSearch(machine: machine, forgives: [.brokenBody])
        default: machine
        }
    }

    func revalidate(_ input: RevalidateInput) -> any StepMachine<RevalidateEnd> {
        lines.revalidate(input)
    }

    func hold(_ input: HoldInput) -> any StepMachine<HoldEnd> {
        let reference =
            fault == .strayReference
            ? String(input.reference.text.reversed()) : input.reference.text
        let price = fault == .uncheckedPrice ? "any" : "\(input.offer.price.charge.minorUnits)"
        return LineProtocol.hold(
            path: "/hold?\(reference),\(input.offer.rateKey),\(price)", shopper: input.shopper)
    }

    func release(_ input: ReleaseInput) -> any StepMachine<ReleaseEnd> {
        guard fault == .deafRelease else { return lines.release(input) }
        return WordStep(
            path: "/release?\(input.reference)", idempotent: true, shopper: input.shopper
        ) { _ in .released }
    }

    func retrieve(_ input: RetrieveInput) -> any StepMachine<RetrieveEnd> {
        lines.retrieve(input)
    }
}

/// A search that takes some faults for the end of a whole answer.
private struct ForgivingSearch: StepMachine {
    var machine: LineSearch
    let forgives: Set<TransportFault.Reason>

    mutating func start(at now: Instant) -> StepReaction<SearchEnd> { machine.start(at: now) }

    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<SearchEnd> {
        if case .fault(_, let fault) = event, forgives.contains(fault.reason) {
            return .ended(.complete)
        }
        return machine.on(event, at: now)
    }
}
