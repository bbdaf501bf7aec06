/// The records that are kept, within bounds of number and size: the oldest make room.
///
/// Records of searches that ended oddly outlast the others: as long as those are more than a quarter,
/// one of them goes first. So neither a flood of good searches nor one of bad ones takes it all.
struct RecordShelf: Sendable {
    private let most: Int
    private let mostBytes: Int
    private var records: [String: SearchRecord] = [:]
    private var usual = KeyQueue<String>()
    private var odd = KeyQueue<String>()
    private(set) var bytes = 0
    /// Records that made room for others.
    private(set) var forgotten = 0

    init(most: Int, mostBytes: Int) {
        self.most = most
        self.mostBytes = mostBytes
    }

    var count: Int { records.count }

    subscript(id: String) -> SearchRecord? { records[id] }

    mutating func insert(_ record: SearchRecord) {
        let id = record.id.text
        guard records[id] == nil else { return }
        records[id] = record
        bytes += record.bytes
        if record.isOdd { odd.append(id) } else { usual.append(id) }
        while records.count > most || bytes > mostBytes, !records.isEmpty { makeRoom() }
    }

    private mutating func makeRoom() {
        let usualGoes = odd.count == 0 || usual.count * 4 > records.count
        guard let id = usualGoes ? usual.popFirst() : odd.popFirst(),
            let record = records.removeValue(forKey: id)
        else { return }
        bytes -= record.bytes
        forgotten += 1
    }

    /// Every record, the newest search first; ties end in ids.
    var newestFirst: [SearchRecord] {
        records.values.sorted {
            ($0.at, $0.started, $0.id.text) > ($1.at, $1.started, $1.id.text)
        }
    }
}
