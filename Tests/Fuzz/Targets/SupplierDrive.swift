import Codec
import SupplierKit
import TravelModel

/// Every step of one adapter, each ready to be answered again and again with other bytes.
struct SupplierDrive: Sendable {
    /// What is asked; the days are those of all samples.
    struct Asking: Sendable {
        /// The media type of answers.
        let type: String
        let hotels: [String]
        let rooms: [String]
        let currency: String
        /// The file of the samples whose first offer is revalidated.
        let offersFrom: String
        /// The file of the samples that revalidates it for a hold, where a hold needs that.
        var checkedBy: String?
    }

    private static let now = Instant(millisecondsSinceEpoch: 1_796_119_200_000)
    private let adapter: any SupplierAdapter
    private let search: SearchInput
    private let revalidate: RevalidateInput
    private let hold: HoldInput
    private let release: ReleaseInput
    private let retrieve: RetrieveInput

    init(_ id: String, _ type: any SupplierAdapter.Type, _ asking: Asking) throws {
        let folder = SeedFiles.root + "/suppliers/" + id
        guard let manifest = SeedFiles.contents(of: folder + "/supplier.json"),
            let currency = CurrencyCode(asking.currency), let residency = CountryCode("PT"),
            let arrival = CivilDate("2027-01-11"), let departure = CivilDate("2027-01-13"),
            let stay = StayDates(checkIn: arrival, checkOut: departure),
            let guest = Guest(room: 0, firstName: "Ana", lastName: "Demo", age: nil, lead: true),
            let contact = Contact(email: "ana@example.com", phone: "+351 21 000 0000"),
            let reference = HoldReference("ABCDEFGHIJKLMNOPQRST"),
            let theirs = SupplierReference("12345")
        else { throw Mismatch("\(id): what is asked cannot be made") }
        adapter = try ManifestLoader(adapters: [type]).load(file: id, bytes: manifest).adapter
        var shopper = ShopperContext(residency: residency, language: "en", currency: currency)
        shopper.ipAddress = "203.0.113.9"
        shopper.userAgent = "Mozilla/5.0"
        search = SearchInput(
            stay: stay, rooms: asking.rooms.compactMap { Occupancy($0) },
            hotels: asking.hotels.compactMap { SupplierHotelCode($0) }, shopper: shopper,
            budget: .seconds(4))
        retrieve = RetrieveInput(
            reference: reference, contactEmail: "ana@example.com", shopper: shopper)
        release = ReleaseInput(
            hold: SupplierHold(
                reference: theirs, token: "/v3/itineraries/12345?token=abc", expires: nil),
            reference: reference, contactEmail: "ana@example.com", shopper: shopper)
        let samples = folder + "/Tests/Samples/"
        let found = try Self.run(
            .search, adapter.search(search), Self.fine(asking),
            try Self.answer(samples, asking.offersFrom))
        guard let offer = found.offers.first else { throw Mismatch("\(id): nothing is offered") }
        revalidate = RevalidateInput(
            offer: offer, stay: stay, rooms: search.rooms, shopper: shopper)
        var hold = HoldInput(
            offer: offer, stay: stay, rooms: search.rooms, shopper: shopper, reference: reference)
        hold.guests = [guest]
        hold.contact = contact
        if let file = asking.checkedBy {
            let checked = try Self.run(
                .revalidate, adapter.revalidate(revalidate), Self.fine(asking),
                try Self.answer(samples, file))
            guard let offer = checked.offers.first else { throw Mismatch("\(id): no check") }
            hold.offer = offer
        }
        self.hold = hold
    }

    private static func fine(_ asking: Asking) -> ResponseHead {
        ResponseHead(status: 200, headers: [("Content-Type", asking.type)])
    }

    /// The first answer of a sample, as one piece.
    private static func answer(_ samples: String, _ file: String) throws -> [[UInt8]] {
        guard let bytes = SeedFiles.contents(of: samples + file) else {
            throw Mismatch("there is no \(file)")
        }
        return file.hasSuffix(".json") ? try FuzzTarget.bodies(ofSample: bytes) : [bytes]
    }

    /// A step's way from start to verdict.
    struct Run: Equatable {
        let step: SupplierStep
        var requests: [SupplierRequest] = []
        var offers: [Offer] = []
        var drops: [OfferDrop] = []
        var end: AnyHashable?

        /// Takes the verdict, but only the code of a failure.
        ///
        /// Where an answer has several faults, how it was cut decides which is met first, and how many
        /// offers were read before.
        mutating func finish(_ verdict: some Verdict) {
            end = AnyHashable(verdict)
            if let offer = verdict.offer { offers.append(offer) }
            guard let failure = verdict.failure else { return }
            end = AnyHashable(failure.code)
            offers = []
            drops = []
        }

        /// What must hold for anything a supplier can make an adapter say.
        func check() throws {
            for offer in offers {
                try expectSame(
                    try OfferCodec.decode(OfferCodec.encode(offer)), offer,
                    "an offer cannot be stored")
            }
            for request in requests {
                let texts = [request.path] + request.headers.flatMap { [$0.name, $0.value] }
                try expect(
                    !texts.contains { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } },
                    "a control character would be sent: \(texts)")
                try expect(request.path.hasPrefix("/"), "a path leads elsewhere: \(request.path)")
            }
        }
    }

    /// All steps, each of whose requests is answered by `pieces`.
    func runs(_ head: ResponseHead, _ pieces: [[UInt8]]) throws -> [Run] {
        [
            try Self.run(.search, adapter.search(search), head, pieces),
            try Self.run(.revalidate, adapter.revalidate(revalidate), head, pieces),
            try Self.run(.hold, adapter.hold(hold), head, pieces),
            try Self.run(.release, adapter.release(release), head, pieces),
            try Self.run(.retrieve, adapter.retrieve(retrieve), head, pieces),
        ]
    }

    private static func run<Machine: StepMachine>(
        _ step: SupplierStep, _ machine: Machine, _ head: ResponseHead, _ pieces: [[UInt8]]
    ) throws -> Run where Machine.End: Verdict {
        var machine = machine
        var run = Run(step: step)
        var pending: [StepEvent] = []
        var next = 0
        var timers: [TimerTag] = []
        var reaction = machine.start(at: now)
        for _ in 0..<200_000 {
            run.offers += reaction.offers
            run.drops += reaction.drops
            if let end = reaction.end {
                run.finish(end)
                return run
            }
            for order in reaction.orders {
                switch order {
                case .send(let request, let tag):
                    run.requests.append(request)
                    pending.append(.head(tag, head))
                    pending += pieces.filter { !$0.isEmpty }.map { .bytes(tag, $0) }
                    pending.append(.end(tag))
                case .setTimer(_, let tag): timers.append(tag)
                case .cancel: next = pending.count
                }
            }
            if next < pending.count {
                reaction = machine.on(pending[next], at: now)
                next += 1
            } else if !timers.isEmpty {
                reaction = machine.on(.timer(timers.removeFirst()), at: now)
            } else {
                throw Mismatch("\(step) waits for nothing")
            }
        }
        throw Mismatch("\(step) does not end")
    }
}

/// What the verdicts of all steps have in common here.
protocol Verdict: Hashable {
    var failure: SupplierFailure? { get }
    var offer: Offer? { get }
}

extension Verdict {
    var offer: Offer? { nil }
}

extension SearchEnd: Verdict {
    var failure: SupplierFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

extension RevalidateEnd: Verdict {
    var failure: SupplierFailure? { if case .failed(let failure) = self { failure } else { nil } }
    var offer: Offer? { if case .current(let offer) = self { offer } else { nil } }
}

extension HoldEnd: Verdict {
    var failure: SupplierFailure? {
        switch self {
        case .refused(let failure), .unknown(let failure): failure
        default: nil
        }
    }
}

extension ReleaseEnd: Verdict {
    var failure: SupplierFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

extension RetrieveEnd: Verdict {
    var failure: SupplierFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
