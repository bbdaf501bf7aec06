import Foundation
import WireFormat

/// `tributary explain ID`.
struct ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Tell why a search, or a hold, came out as it did."
    static let usage = "ID [--admin URL] [--token-file FILE] [--json]"
    static let discussion = """
        ID is a searchId, as the search's answer and its events tell it, or a holdId. The gateway that
        answered it is asked on its operators' listener, and the text is printed: what was asked for,
        each supplier's calls with their times and what was said on the wire, what was left out and
        why. Credentials and guests' data are hidden in it.

        Searches are kept in memory: one in explain.sampleEvery, each that ended oddly, and each that
        is asked for with the header field Tributary-Explain: 1. The oldest make room for others, and a
        restart forgets them all. Holds are kept in the ledger.

        Where the gateway has an admin.token, it is read from --token-file, else from the variable
        TRIBUTARY_ADMIN_TOKEN; it is never an argument, which others could see.

        Exit status: 0 printed, 1 not (the text says why), 64 the command line is not understood.
        """
    static let options = [
        CommandOption(
            "--admin", "URL", "The operators' listener; default \(standardAddress)."),
        CommandOption("--token-file", "FILE", "Where the operators' token is."),
        CommandOption("--json", nil, "Print JSON, for programs."),
    ]

    private static let standardAddress = "http://127.0.0.1:8081"
    private static let tokenVariable = "TRIBUTARY_ADMIN_TOKEN"

    private let id: String
    private let address: String
    private let tokenFile: String?
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        guard arguments.words.count == 1, let word = arguments.words.first else {
            throw UsageFault("explain needs one ID: a searchId or a holdId")
        }
        guard Self.isID(word) else {
            throw UsageFault(
                "\u{201C}\(word.prefix(64))\u{201D} is no ID: 22 letters, digits, - and _")
        }
        id = word
        var address = arguments.text("--admin") ?? Self.standardAddress
        while address.hasSuffix("/") { address.removeLast() }
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else {
            throw UsageFault("--admin takes an address such as \(Self.standardAddress)")
        }
        self.address = address
        tokenFile = arguments.text("--token-file")
        isJSON = arguments.has("--json")
    }

    private static func isID(_ word: String) -> Bool {
        word.utf8.count == 22 && Base64.decode(word, alphabet: .urlSafe)?.count == 16
    }

    func run() async throws -> Int32 {
        switch try await answer() {
        case .found(let text):
            Console.out(text.hasSuffix("\n") ? text : text + "\n")
            return 0
        case .unknown(let why):
            Console.error("tributary explain: \(why)")
            Console.error("There is no hold of this id either.")
            return 1
        }
    }

    /// What the gateway says of the id.
    enum Answer: Sendable {
        case found(String)
        /// It keeps neither a search nor a hold of it, and says why.
        case unknown(String)
    }

    /// Asks for a search, then for a hold; throws where the gateway does not answer as it should.
    func answer() async throws -> Answer {
        let port = try AdminPort(address: address, token: try token())
        defer { port.close() }
        let form = isJSON ? "application/json" : "text/plain"
        let search = try await port.get("/admin/searches/\(id)", accept: form)
        if search.status == 200 { return .found(search.text) }
        guard search.status == 404 else { throw fault(search) }
        let hold = try await port.get("/admin/holds/\(id)", accept: form)
        if hold.status == 200 { return .found(hold.text) }
        // A listener of something else says 404 as well, but not in these words.
        guard hold.code == "HOLD_UNKNOWN", search.code == "SEARCH_UNKNOWN" else {
            throw fault(search)
        }
        return .unknown(search.detail ?? "the gateway keeps no search of this id")
    }

    private func token() throws -> String? {
        let source =
            tokenFile.map { SecretSource.file($0) }
            ?? ProcessInfo.processInfo.environment[Self.tokenVariable].map { .text($0) }
        return try source?.secretText(of: "--token-file")
    }

    private func fault(_ reply: AdminPort.Reply) -> FileBytes.Fault {
        if reply.status == 401 {
            return FileBytes.Fault(
                description: "\(address) wants the operators' token, and this is not it: name its "
                    + "file with --token-file, or set \(Self.tokenVariable)")
        }
        let detail = reply.detail.map { ": \($0)" } ?? ""
        return FileBytes.Fault(
            description: "\(address) answered \(reply.status)\(detail); is it the operators' "
                + "listener of a gateway?")
    }
}
