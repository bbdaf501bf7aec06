internal import Gateway
internal import Glibc
internal import HTTPServer
internal import SupplierKit
internal import TravelModel

/// The header fields that say who searches.
enum ShopperFields {
    static let address = "X-Shopper-Ip"
    static let agent = "X-Shopper-Agent"
    static let session = "X-Shopper-Session"

    static let all = [address, agent, session]

    /// Fills in what the fields say; each fault names its field.
    static func read(
        _ fields: HTTPRequestFields, into shopper: inout ShopperContext
    ) -> [InputFault] {
        var trace = ShopperTrace()
        let faults = read(fields, into: &trace)
        shopper = shopper.asked(for: trace)
        return faults
    }

    /// The same where only the shopper is of interest.
    static func read(
        _ fields: HTTPRequestFields, into shopper: inout ShopperTrace
    ) -> [InputFault] {
        var faults: [InputFault] = []
        if let text = fields.first(address) {
            if isAddress(text) {
                shopper.ipAddress = text
            } else {
                faults.append(.parameter(address, "an IPv4 or IPv6 address"))
            }
        }
        if let text = fields.first(agent) {
            if !(1...512).contains(text.utf8.count) {
                faults.append(.parameter(agent, "1 to 512 bytes"))
            } else if let fault = PlainText.fault(inLine: text) {
                faults.append(.parameter(agent, fault.description))
            } else {
                shopper.userAgent = text
            }
        }
        if let text = fields.first(session) {
            if (1...128).contains(text.utf8.count),
                text.utf8.allSatisfy({ (33...126).contains($0) })
            {
                shopper.session = text
            } else {
                faults.append(.parameter(session, "1 to 128 visible ASCII characters"))
            }
        }
        return faults
    }

    private static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 45 else { return false }
        var room = in6_addr()
        return inet_pton(AF_INET, text, &room) == 1 || inet_pton(AF_INET6, text, &room) == 1
    }
}
