public import Gateway

/// Clients' keys in the ledger's file, as the gateway reads them.
public struct SQLiteClientKeys: ClientKeyStore {
    private let file: LedgerFile

    /// Uses the file's reader.
    public init(_ file: LedgerFile) { self.file = file }

    /// See ``ClientKeyStore/keys(since:)``.
    public func keys(since change: Int64?) async throws(StorageFault) -> ClientKeyList? {
        try await file.reader.run { database in
            // One snapshot: the keys are those of the number.
            let number = try database.integer("SELECT number FROM client_key_change")
            guard number != change else { return nil }
            return ClientKeyList(keys: try ClientKeyRows.all(in: database), change: number)
        }
    }
}
