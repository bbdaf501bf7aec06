import Foundation
import Gateway
import TravelModel
import WireFormat

/// Reads a table of exchange rates: `{"source","asOf","base","rates":{"USD":"1.0842"}}`.
enum RatesReader {
    /// Throws ``ConfigurationFaults`` with the place of every mistake.
    static func read(file: String) throws -> ExchangeRateTable {
        let bytes = try FileBytes.read(file)
        var document = DocumentReader(file: file, bytes: bytes)
        let table = table(&document)
        guard let table, document.faults.isEmpty else {
            throw ConfigurationFaults(faults: document.faults)
        }
        return table
    }

    private static func table(_ document: inout DocumentReader) -> ExchangeRateTable? {
        guard let root = document.root else { return nil }
        document.refuseMembers(of: root, except: ["source", "asOf", "base", "rates"])
        func text(_ name: String) -> String? {
            document.member(name, of: root, required: true).flatMap { document.text($0) }
        }
        let source = text("source")
        let asOf = text("asOf").flatMap { CivilDate($0) }
        let base = text("base").flatMap { CurrencyCode($0) }
        guard let rates = document.member("rates", of: root, required: true) else { return nil }
        var millionths: [CurrencyCode: Int64] = [:]
        for member in rates.value.members ?? [] {
            guard let node = document.member(member.name, of: rates) else { continue }
            guard let currency = CurrencyCode(member.name) else {
                document.report(node, "is no ISO 4217 currency", nil)
                continue
            }
            guard let digits = document.text(node), let rate = Self.millionths(digits) else {
                document.report(node, "must be a decimal string above zero", "such as \"1.0842\"")
                continue
            }
            millionths[currency] = rate
        }
        guard let source, let asOf, let base else {
            document.report(root, "source, asOf (YYYY-MM-DD) and base (ISO 4217) are needed", nil)
            return nil
        }
        return ExchangeRateTable(source: source, asOf: asOf, base: base, millionths: millionths)
    }

    /// Decimal text as millionths, at most six decimals, above zero.
    private static func millionths(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]),
            (0...1_000_000).contains(whole)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.count <= 6, fraction.allSatisfy(\.isWholeNumber) else { return nil }
        let padded = fraction + String(repeating: "0", count: 6 - fraction.count)
        guard let part = Int64(padded) else { return nil }
        let rate = whole * 1_000_000 + part
        return rate > 0 ? rate : nil
    }
}
