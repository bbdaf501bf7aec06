internal import Gateway
internal import HTTPServer

/// `Tributary-Explain: 1`: a client wants its search recorded, and is told whether it is.
enum ExplainField {
    static let name = "Tributary-Explain"
    private static let yes = "1"

    /// What an answer says of it.
    enum Answer: String, CaseIterable {
        /// It is recorded whole.
        case recorded
        /// It was asked for, and this client may not.
        case refused
        /// It was asked for, and nothing is recorded here.
        case off
    }

    /// Whether it is asked for; any other value than `1` is a fault.
    static func isAsked(_ request: HTTPRequest, _ faults: inout [InputFault]) -> Bool {
        let given = request.fields.all(name)
        guard let value = given.first else { return false }
        guard given.count == 1, value == yes else {
            faults.append(.parameter(name, "1, once, or nothing"))
            return false
        }
        return true
    }

    /// The field that tells what became of it; none where nothing was asked for and nothing is done.
    static func answer(
        to request: HTTPRequest, isRecorded: Bool, _ recorder: SearchRecorder?
    ) -> [(name: String, value: String)] {
        if isRecorded { return [(name, Answer.recorded.rawValue)] }
        guard request.fields.first(name) != nil else { return [] }
        let isOn = recorder?.isRecording ?? false
        return [(name, (isOn ? Answer.refused : Answer.off).rawValue)]
    }

    /// Whether a client may ask: anybody while there are no keys, then sandboxes, and others where
    /// the operator lets them.
    static func mayAsk(_ client: Client, _ clients: ClientDesk, _ recorder: SearchRecorder?) -> Bool
    {
        !clients.needsKeys || client.isSandbox || recorder?.settings.letsClientsAsk == true
    }
}
