import Foundation
import Gateway
import Ledger
import TravelModel

/// `tributary key create | list | revoke`.
struct KeyCommand: Command {
    static let name = "key"
    static let summary = "Make, list and withdraw clients' keys."
    static let usage =
        "create --tenant T [options] | list [--data DIR] | revoke ID [--after TIME] [--data DIR]"
    static let discussion = """
        create   makes a key of the tenant T and prints it; it is shown this once, stored as a hash
                 only, and good at once, also at a gateway that serves
        list     every key: id, tenant, state and dates; never a secret
        revoke   withdraws the key ID (the 16 digits after trib_) now, or after a TIME in which its
                 successor takes over; what was decided earlier is never put off

        With the first key, requests without one are refused, and stay so when all are withdrawn.
        To rotate: create a second key of the tenant, hand it out, revoke the first --after 7d.
        A TIME is a number with s, m, h or d, such as 90d; --expires also takes a date (UTC).

        Exit status: 0 done, 1 not done (the text says why), 64 the command line is not understood.
        """
    static let options = [
        CommandOption("--data", "DIR", "The gateway's data directory; default data."),
        CommandOption("--tenant", "T", "Whose key: a-z, 0-9 and -, at most 64."),
        CommandOption("--expires", "TIME", "Until when it is good; default for ever."),
        CommandOption("--sandbox", nil, "It may dictate outcomes to mocks (Tributary-Test)."),
        CommandOption("--after", "TIME", "How long a withdrawn key is still good; default 0s."),
    ]

    private enum Action {
        case create(TenantID, end: KeyTime?, isSandbox: Bool)
        case list
        case revoke(String, after: Duration)
    }

    private let action: Action
    private let data: String

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        data = arguments.text("--data") ?? "data"
        let word = arguments.words.first ?? ""
        let (count, allowed): (Int, [String]) =
            switch word {
            case "create": (1, ["--tenant", "--expires", "--sandbox"])
            case "list": (1, [])
            case "revoke": (2, ["--after"])
            default: throw UsageFault("say create, list or revoke ID")
            }
        for option in Self.options.map(\.name)
        where option != "--data" && !allowed.contains(option) && arguments.has(option) {
            throw UsageFault("\(option) does not belong to \(word)")
        }
        guard arguments.words.count == count else {
            throw UsageFault(
                word == "revoke" ? "revoke needs one ID" : "\(word) takes nothing but options")
        }
        switch word {
        case "create":
            let name = arguments.text("--tenant") ?? ""
            guard TenantReader.isName(name), let tenant = TenantID(name) else {
                throw UsageFault("create needs --tenant T: a-z, 0-9 and -, at most 64")
            }
            let end = try arguments.text("--expires").map { text throws(UsageFault) in
                try KeyTime(text, of: "--expires", takesDates: true)
            }
            action = .create(tenant, end: end, isSandbox: arguments.has("--sandbox"))
        case "list": action = .list
        default:
            var after = Duration.zero
            if let text = arguments.text("--after"),
                case .after(let given) = try KeyTime(text, of: "--after", takesDates: false)
            {
                after = given
            }
            action = .revoke(Self.id(in: arguments.words[1]), after: after)
        }
    }

    /// People paste what they have: `trib_` and all.
    private static func id(in word: String) -> String {
        guard word.hasPrefix(ClientKey.prefix) else { return word }
        return String(word.dropFirst(ClientKey.prefix.count).prefix { $0 != "_" })
    }

    func run() async throws -> Int32 {
        let now = BootClock.now()
        switch action {
        case .create(let tenant, let end, let isSandbox):
            try create(tenant, end, isSandbox, now)
        case .list:
            for line in try book(making: false).all().map({ KeyList.line($0, at: now) }) {
                Console.out(line + "\n")
            }
        case .revoke(let id, let after):
            let record = try book(making: false).revoke(id, from: now.advanced(by: after))
            Console.out(KeyList.line(record, at: now) + "\n")
        }
        return 0
    }

    private func create(
        _ tenant: TenantID, _ end: KeyTime?, _ isSandbox: Bool, _ now: Instant
    ) throws {
        let end = end?.instant(from: now)
        if let end, end <= now {
            throw FileBytes.Fault(description: "--expires: \(end) is over already")
        }
        var line = ""
        let key = try Self.make(of: tenant, in: try book(making: true), at: now) { record in
            record.isSandbox = isSandbox
            record.expiresAt = end
            line = KeyList.line(record, at: now)
        }
        // The key alone on standard output, for scripts.
        Console.error("A key of \(tenant), shown this once; clients send it as")
        Console.error("  Authorization: Bearer KEY")
        Console.error(line)
        Console.out(key.text + "\n")
    }

    /// A new key, written down; the only moment at which its text exists.
    static func make(
        of tenant: TenantID, in book: ClientKeyBook, at now: Instant,
        change: (inout ClientKeyRecord) -> Void = { _ in }
    ) throws -> ClientKey {
        let key = ClientKey(random: SystemRandom())
        guard let hash = key.hash else {
            throw FileBytes.Fault(description: "this machine forbids SHA-256")
        }
        var record = ClientKeyRecord(id: key.id, tenant: tenant, hash: hash, createdAt: now)
        change(&record)
        try book.add(record)
        return key
    }

    private func book(making: Bool) throws -> ClientKeyBook {
        let path = DataDirectory.ledger(in: data)
        guard making || FileManager.default.fileExists(atPath: path) else {
            throw FileBytes.Fault(
                description: "\(path): there is no ledger; name its folder with --data")
        }
        let isNew = !FileManager.default.fileExists(atPath: path)
        let signs = DataDirectory.signsOfLedger(in: data)
        do {
            let directory = try DataDirectory(data)
            defer { directory.leave() }
            let book = try ClientKeyBook(path: path, isInUse: false, signs: signs)
            // From here on the folder tells that it has a ledger.
            _ = try directory.holdReferences()
            if isNew {
                let whole = URL(fileURLWithPath: path).path
                Console.error(
                    "There was no ledger: \(whole) is new. A gateway that serves uses the")
                Console.error(
                    "one of its own data directory; name that with --data if it is another.")
            }
            return book
        } catch is DataDirectory.InUse {
            return try ClientKeyBook(path: path, isInUse: true, signs: signs)
        } catch let fault as LedgerFault {
            throw FileBytes.Fault(description: "\(path): \(fault)")
        }
    }
}
