import Gateway
import TravelModel

/// Keys as an operator reads them; nothing here is a secret.
enum KeyList {
    /// Id, tenant, state, and the dates there are.
    static func line(_ record: ClientKeyRecord, at now: Instant) -> String {
        var parts = [
            record.id, record.tenant.text, state(of: record, at: now),
            "created \(record.createdAt)",
        ]
        if let end = record.expiresAt { parts.append("expires \(end)") }
        if let end = record.revokedAt { parts.append("revoked \(end)") }
        if record.isSandbox { parts.append("sandbox") }
        return parts.joined(separator: "  ")
    }

    private static func state(of record: ClientKeyRecord, at now: Instant) -> String {
        if record.isGood(at: now) { return record.revokedAt == nil ? "good" : "ending" }
        return record.revokedAt.map { $0 <= now } == true ? "revoked" : "expired"
    }
}
