import SupplierKit

/// `tributary supplier check FILE ... | protocols`.
struct SupplierCommand: Command {
    static let name = "supplier"
    static let summary = "Check supplier manifests, and list the protocols there are."
    static let usage = "check FILE ... | protocols"
    static let discussion = """
        check       reads each supplier.json and prints every fault as file:line:column
        protocols   lists the wire protocols a manifest can name
        """
    static let options: [CommandOption] = []

    private let files: [String]

    init(_ arguments: ParsedArguments) throws(UsageFault) {
        switch arguments.words.first {
        case "check" where arguments.words.count > 1: files = Array(arguments.words.dropFirst())
        case "protocols" where arguments.words.count == 1: files = []
        default: throw UsageFault("say check FILE ... or protocols")
        }
    }

    func run() async throws -> Int32 {
        let loader = SupplierProtocols.loader
        if files.isEmpty {
            Console.out(loader.protocolNames.joined(separator: "\n") + "\n")
            return 0
        }
        var status: Int32 = 0
        for file in files {
            do {
                let bytes = try FileBytes.read(file)
                let supplier = try loader.load(file: file, bytes: bytes)
                Console.out(
                    "\(file): \(supplier.manifest.id) speaks \(supplier.manifest.protocolName)\n")
            } catch {
                Console.error("\(error)")
                status = 1
            }
        }
        return status
    }
}
