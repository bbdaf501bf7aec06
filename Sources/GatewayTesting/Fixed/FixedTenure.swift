internal import Digest
public import Gateway

extension HoldTenure {
    /// A tenure of the node's numbered start, with a secret that is the same in every test.
    public static func fixed(node: String = "1", epoch: Int64 = 1) throws -> HoldTenure {
        let secret = try AuthenticationKey(Array(repeating: 9, count: 32))
        return HoldTenure(
            owner: HoldOwner(node: node, epoch: epoch),
            references: try HoldReferences(secret: secret))
    }
}
