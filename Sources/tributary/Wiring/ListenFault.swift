import Foundation
import HTTPServer

/// A place to listen at that cannot be had, and the settings that name another.
struct ListenFault: Error, CustomStringConvertible {
    /// Who would have connected there.
    enum Listener: String {
        case clients = "HTTP"
        case operators = "ADMIN"
    }

    let description: String

    init(_ fault: HTTPServerError, _ listener: Listener, portOption: String?) {
        let isAddress =
            switch fault {
            case .badAddress: true
            case .system(_, let code): code == EADDRNOTAVAIL || code == EAFNOSUPPORT
            case .addressInUse, .alreadyStarted: false
            }
        let variable = "TRIBUTARY_\(listener.rawValue)_\(isAddress ? "ADDRESS" : "PORT")"
        let member = "\(listener.rawValue.lowercased()).\(isAddress ? "address" : "port")"
        let way =
            switch (portOption, isAddress) {
            case (let option?, false): "\(option) N or \(variable)"
            case (_, true) where portOption != nil: variable
            default: "\(member) of the configuration, or \(variable)"
            }
        let whose = listener == .clients ? "clients" : "operators"
        description = "\(whose) cannot connect: \(fault); choose another with \(way)"
    }

    /// Runs `start`, and says of its fault what to change.
    static func telling<Value>(
        _ listener: Listener, _ portOption: String?,
        _ start: () throws(HTTPServerError) -> Value
    ) throws(ListenFault) -> Value {
        do throws(HTTPServerError) {
            return try start()
        } catch {
            throw ListenFault(error, listener, portOption: portOption)
        }
    }
}
