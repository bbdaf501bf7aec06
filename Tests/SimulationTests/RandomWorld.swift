import Gateway
import GatewayTesting
import SupplierKit
import TravelModel

/// A world drawn from a seed: suppliers with limits, offers, tempers; and what each ought to do.
struct RandomWorld: Sendable {
    /// How a supplier treats one request, and when it is done with it.
    enum Temper: Sendable, Hashable {
        case whole(after: Int)
        case dripped(every: Int)
        case refused
        case hung
        case frozen
        case resetAfterHalf(at: Int)
        case oversize
        case throttled(after: Int)
        case forbidden(after: Int)
        case failing(after: Int)
        case garbled(after: Int)
    }

    /// One account and what it has.
    struct House: Sendable {
        let account: SimulatedGateway.Account
        /// Lines by hotel code.
        let lines: [String: [String]]
    }

    let seed: UInt64
    let hotels: Int
    let houses: [House]
    let timeout: Int

    init(seed: UInt64) {
        var dice = SplitMix(seed: seed)
        self.seed = seed
        let hotels = dice.number(in: 1...12)
        self.hotels = hotels
        timeout = dice.number(in: 2...40) * 100 + 50
        let names = ["alpha", "beta", "gamma", "delta", "epsilon"]
        houses = names.prefix(dice.number(in: 1...5)).compactMap { name in
            Self.house(name, hotels, &dice)
        }
    }

    private static func house(_ name: String, _ hotels: Int, _ dice: inout SplitMix) -> House? {
        let listed = (0..<hotels).filter { _ in dice.chance(70) }
        guard var account = SimulatedGateway.Account(name, hotels: Set(listed)) else { return nil }
        account.manifest.limits.hotelsPerRequest = dice.number(in: 1...hotels)
        account.manifest.limits.concurrency = dice.chance(80) ? 32 : dice.number(in: 1...3)
        account.manifest.timeouts.search = .milliseconds(dice.number(in: 10...60) * 100 + 30)
        if dice.chance(25) { account.manifest.cacheable = [] }
        account.enabled = !dice.chance(8)
        var lines: [String: [String]] = [:]
        for hotel in listed {
            let code = "\(name)-\(hotel)"
            lines[code] = (0..<dice.number(in: 0...5)).map { line(code, $0, &dice) }
        }
        return House(account: account, lines: lines)
    }

    private static func line(_ code: String, _ rate: Int, _ dice: inout SplitMix) -> String {
        let room = dice.pick(["Double_Room", "double-room", "Twin", "Suite_Sea_View"])
        let board = dice.pick(["RO", "BB", "BB", "HB"])
        let terms = dice.pick(["free", "non"])
        let currency = dice.pick(["EUR", "EUR", "USD", "GBP", "JPY", "CHF"])
        let units = dice.number(in: 50...400)
        let amount = currency == "JPY" ? "\(units * 100)" : "\(units).\(dice.number(in: 10...99))"
        var line = "\(code) r\(rate) \(room) \(board) \(terms) \(currency) \(amount)"
        if dice.chance(30) { line += " property=\(dice.pick(["EUR", "USD", "CHF"])):7.35" }
        if dice.chance(15) { line += " package=yes" }
        if dice.chance(20) { line += " pay=atProperty" }
        return line
    }

    /// The same for the same request, in every run of this seed.
    func temper(of url: String) -> Temper {
        var dice = SplitMix(seed: url.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
        let after = dice.number(in: 0...450) * 10 + 7
        return switch dice.number(in: 1...100) {
        case ...50: .whole(after: after)
        case ...62: .dripped(every: dice.number(in: 1...60) * 10 + 1)
        case ...67: .refused
        case ...72: .hung
        case ...75: .frozen
        case ...81: .resetAfterHalf(at: after)
        case ...84: .oversize
        case ...88: .throttled(after: after)
        case ...91: .forbidden(after: after)
        case ...95: .failing(after: after)
        default: .garbled(after: after)
        }
    }

    /// What the supplier sends for a request.
    func script(_ url: String) -> Script {
        let lines = lines(url).map { $0 + "\n" }
        let text = lines.joined()
        return switch temper(of: url) {
        case .whole(let after): .answer(text, after: .milliseconds(after))
        case .dripped(let every): .drip(lines, every: .milliseconds(every))
        case .refused: Self.later(.refused)
        case .hung: .hang
        case .frozen: Script([.freeze])
        case .resetAfterHalf(let at):
            .reset(after: lines.prefix(lines.count / 2).joined(), wait: .milliseconds(at))
        case .oversize: Self.later(.oversize)
        case .throttled(let after): .answer("", after: .milliseconds(after), status: 429)
        case .forbidden(let after): .answer("", after: .milliseconds(after), status: 401)
        case .failing(let after): .answer("", after: .milliseconds(after), status: 500)
        case .garbled(let after): .answer("no offer\n" + text, after: .milliseconds(after))
        }
    }

    /// No answer comes in no time: searches of one moment must be able to share it.
    private static func later(_ script: Script) -> Script {
        Script([.wait(.milliseconds(3))] + script.acts)
    }

    /// The lines a whole answer to a request has.
    func lines(_ url: String) -> [String] {
        let codes = url.split(separator: "?").last?.split(separator: ",").map(String.init) ?? []
        return codes.flatMap { code in houses.flatMap { $0.lines[code] ?? [] } }
    }

    func gateway() throws -> SimulatedGateway {
        try SimulatedGateway(seed: seed, accounts: houses.map(\.account), hotels: hotels) {
            [self] request, _ in script(request.url)
        }
    }
}
