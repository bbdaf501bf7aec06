import Foundation
import Ledger

/// `tributary ledger backup | verify | restore | begin`.
struct LedgerCommand: Command {
    static let name = "ledger"
    static let summary = "Back up, verify and restore the ledger of holds, or begin another."
    static let usage =
        "backup --data DIR --to FILE | verify FILE [--data DIR] | restore FILE --data DIR"
        + " | begin --data DIR"
    static let discussion = """
        backup   copies the ledger of the data directory DIR into the new file FILE, also while a
                 gateway serves; FILE is there once it is whole and on the disk, and is never
                 overwritten
        verify   reads all of FILE (a backup, or the ledger.db of a stopped gateway): its pages,
                 every hold, and whether the rooms taken add up; changes nothing. With --data also
                 whether the key of guests' data in DIR, or in the environment, opens them
        restore  verifies FILE and puts it in the place of DIR's ledger; the gateway must be stopped.
                 The old ledger stays beside it as ledger.db.before-DATE
        begin    makes an empty ledger in DIR, where the old one is lost and there is no backup: a
                 gateway refuses to start without it. Holds and keys of before are unknown then

        A backup does not contain the key of guests' data (personal.key, or holds.personalKey): keep
        that, too, in another place. What an old backup means is said in docs/ledger.md.

        Exit status: 0 done, 1 not done (the text says why: also that FILE is missing, no ledger or
        of a newer format; nothing was changed), 2 verify found faults in a ledger, or guests' data
        that the key does not open, 64 the command line is not understood.
        """
    static let options = [
        CommandOption("--data", "DIR", "The gateway's data directory."),
        CommandOption("--to", "FILE", "The backup to be made."),
    ]

    private enum Action {
        case backup(data: String, target: String)
        case verify(file: String, data: String?)
        case restore(file: String, data: String)
        case begin(data: String)
    }

    private let action: Action

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        let data = arguments.text("--data")
        let target = arguments.text("--to")
        guard let word = arguments.words.first,
            ["backup", "verify", "restore", "begin"].contains(word)
        else {
            throw UsageFault("say backup, verify FILE, restore FILE or begin")
        }
        if word == "backup" {
            guard arguments.words.count == 1 else {
                throw UsageFault("unexpected argument \u{201C}\(arguments.words[1])\u{201D}")
            }
            guard let data, let target else {
                throw UsageFault("backup needs --data DIR and --to FILE")
            }
            action = .backup(data: data, target: target)
            return
        }
        if word == "begin" {
            guard let data, arguments.words.count == 1, target == nil else {
                throw UsageFault("begin needs --data DIR, and nothing else")
            }
            action = .begin(data: data)
            return
        }
        guard target == nil else { throw UsageFault("--to belongs to backup") }
        guard arguments.words.count == 2 else { throw UsageFault("\(word) needs one FILE") }
        let file = arguments.words[1]
        if word == "verify" {
            action = .verify(file: file, data: data)
        } else {
            guard let data else { throw UsageFault("restore needs --data DIR") }
            action = .restore(file: file, data: data)
        }
    }

    func run() async throws -> Int32 {
        switch action {
        case .backup(let data, let target): try backup(data, to: target)
        case .verify(let file, let data): return try verify(file, data)
        case .restore(let file, let data): try restore(file, to: data)
        case .begin(let data): try begin(data)
        }
        return 0
    }

    private func backup(_ data: String, to target: String) throws {
        let ledger = DataDirectory.ledger(in: data)
        var told = Int64(0)
        try LedgerBackup.take(of: ledger, to: target, now: BootClock.now()) { progress in
            // A line every 64 MB: silence for a small one.
            guard progress.done - told >= 64 << 20 else { return }
            told = progress.done
            Console.error("\(progress.done >> 20) of \(progress.total >> 20) MB")
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: target)[.size] as? Int) ?? 0
        Console.out("\(target): \(size) bytes, the whole ledger of \(data)\n")
    }

    private func verify(_ file: String, _ data: String?) throws -> Int32 {
        let keys = try data.flatMap {
            guard
                let keys = try PersonalKeyFile.existing(
                    ProcessInfo.processInfo.environment, folder: $0)
            else {
                throw FileBytes.Fault(
                    description:
                        "\($0): has no key of guests' data; without --data the rest of the "
                        + "file is checked")
            }
            return keys
        }
        let found: LedgerVerification
        do {
            found = try LedgerVerification(path: file, keys: keys) { Console.error($0) }
        } catch let fault as LedgerFault {
            throw FileBytes.Fault(description: "\(file): newer format, not verified: \(fault)")
        }
        var lines = [
            "format: \(found.format)",
            "holds: \(found.holds), \(found.withPersonalData) with guests' data",
            "nights of own rooms: \(found.nights)",
        ]
        if let taken = found.backupTakenAt { lines.append("backup taken: \(taken)") }
        if keys != nil {
            lines.append("guests' data the key does not open: \(found.withUnreadablePersonalData)")
        }
        Console.out(lines.joined(separator: "\n") + "\n")
        guard found.isSound else {
            Console.error("\(file): is not sound")
            for fault in found.faults { Console.error("  \(fault)") }
            return 2
        }
        guard found.withUnreadablePersonalData == 0 else {
            Console.error(
                "\(file): is sound, but the key does not open guests' data of "
                    + "\(found.withUnreadablePersonalData) holds: it is another gateway's, or one of "
                    + "before (holds.personalKeyBefore)")
            return 2
        }
        Console.out("sound\n")
        return 0
    }

    private func restore(_ file: String, to folder: String) throws {
        let data = try DataDirectory(folder)
        defer { data.leave() }
        let aside = try LedgerRestore.run(file, to: data.ledger, now: BootClock.now()) {
            Console.error($0)
        }
        Console.out("\(data.ledger): restored from \(file)\n")
        if let aside { Console.out("\(aside): the ledger it replaced\n") }
    }

    private func begin(_ folder: String) throws {
        let data = try DataDirectory(folder)
        defer { data.leave() }
        let aside = try LedgerBeginning.run(at: data.ledger, now: BootClock.now())
        Console.out("\(data.ledger): a new ledger, without holds and without clients' keys\n")
        if let aside { Console.out("\(aside): the empty file it replaced\n") }
    }
}
