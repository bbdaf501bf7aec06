import Codec
import Gateway
public import TravelModel

/// What a whole reading of a ledger's file finds, without changing it: for backups and audits.
public struct LedgerVerification: Sendable, Hashable {
    /// The file's format.
    public private(set) var format = 0
    /// Rows of the book of holds.
    public private(set) var holds = 0
    /// Holds with personal data.
    public private(set) var withPersonalData = 0
    /// Holds whose personal data the keys given do not open; 0 when none were given.
    public private(set) var withUnreadablePersonalData = 0
    /// Nights of own rooms.
    public private(set) var nights = 0
    /// When the backup was taken; `nil` for a file that is none.
    public private(set) var backupTakenAt: Instant?
    /// What is wrong, at most ``mostFaults`` lines, without personal data; empty for a sound file.
    public private(set) var faults: [String] = []

    /// Further faults are not listed.
    public static let mostFaults = 20

    /// Reads the file at `path`: SQLite's whole check, every row and its checksum, and whether the rooms
    /// taken are the ones that open holds took.
    ///
    /// `keys`, when given, must open personal data. Blocks; `progress` is told what is done next.
    /// Throws ``BackupFault`` for a file that is missing, cannot be read or is no ledger at all,
    /// ``LedgerFault/newer(found:known:)`` for one of a later release, which this one cannot judge, and
    /// ``DatabaseFault`` for one that SQLite cannot open.
    public init(
        path: String, keys: PersonalKeys? = nil, progress: (String) -> Void = { _ in }
    ) throws {
        guard DurableFile.exists(path) else { throw BackupFault.missing(path) }
        try ForeignFile.refuse(path)
        let database = try Database(path: path, mode: .visit)
        do {
            try database.execute("BEGIN")
            defer { try? database.execute("COMMIT") }
            guard try ForeignFile.isLedger(database) else {
                throw BackupFault.foreign(path, .otherDatabase)
            }
            progress("checking the file's pages")
            try checkPages(database)
            format = Int(try database.integer("PRAGMA user_version"))
            if format < 1 {
                note("its format is \(format), and there has been none before 1")
            } else if format > LedgerSchema.newest {
                throw LedgerFault.newer(found: Int64(format), known: LedgerSchema.newest)
            } else {
                try checkContent(database, keys, progress)
            }
        } catch let fault as DatabaseFault where fault.isOfTheFile {
            note("\(fault)")
        }
    }

    /// Whether nothing is wrong.
    public var isSound: Bool { faults.isEmpty }

    mutating func note(_ fault: String) {
        if faults.count < Self.mostFaults { faults.append(fault) }
    }

    private mutating func checkPages(_ database: Database) throws {
        let check = try database.statement("PRAGMA integrity_check(\(Self.mostFaults))")
        defer { check.reset() }
        while try check.step() {
            let line = check.text(0)
            if line != "ok" { note(line) }
        }
    }

    private mutating func checkContent(
        _ database: Database, _ keys: PersonalKeys?, _ progress: (String) -> Void
    ) throws {
        progress("comparing rows and checksums")
        try checkSchema(database)
        if format >= Self.firstWithChecksums { try checkRows(database) }
        progress("reading every hold")
        try checkHolds(database, keys)
        progress("adding up the rooms")
        try checkRooms(database)
        guard format >= 2 else { return }
        let taken = try database.integer(
            "SELECT max(backup_ms) FROM restoration WHERE restored_ms IS NULL")
        backupTakenAt = taken > 0 ? Instant(millisecondsSinceEpoch: taken) : nil
    }

    private mutating func checkHolds(_ database: Database, _ keys: PersonalKeys?) throws {
        let rows = try database.statement(
            "SELECT id, tenant, body, personal, state, stage, version, quote, reference FROM hold")
        defer { rows.reset() }
        while try rows.step() {
            holds += 1
            let (id, tenant, personal) = (rows.text(0), rows.text(1), rows.bytes(3))
            let opened = keys.map { $0.open(personal, tenant, id) } ?? .success([])
            if !personal.isEmpty { withPersonalData += 1 }
            guard let record = try? HoldRecordCodec.decode(body: rows.bytes(2), personal: opened)
            else {
                note("hold \(id): its record cannot be decoded")
                continue
            }
            if record.personalDataFault != nil { withUnreadablePersonalData += 1 }
            let agrees =
                record.id.text == id && record.tenant.text == tenant
                && record.state.rawValue == rows.text(4) && record.stage.rawValue == rows.text(5)
                && record.version == rows.integer(6) && record.quote.id.text == rows.text(7)
                && record.reference.text == rows.text(8)
            if !agrees { note("hold \(id): its record and its columns do not agree") }
        }
    }

    private mutating func checkRooms(_ database: Database) throws {
        let audit = try LedgerAudit(reading: database)
        nights = audit.nights.count
        for night in audit.nights where night.taken != night.accounted {
            note(
                "\(night.hotel) \(night.room), day \(night.day): \(night.taken) rooms are taken, "
                    + "open holds account for \(night.accounted)")
        }
    }
}
