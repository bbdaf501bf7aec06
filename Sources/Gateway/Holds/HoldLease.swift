/// One run of one gateway, as the ledger knows it: what a hold's row names as its owner.
public struct HoldOwner: Hashable, Sendable, CustomStringConvertible {
    /// The operator's name of the gateway; gateways that share a ledger have different ones.
    public let node: String
    /// Grows with every start of the node.
    public let epoch: Int64

    /// Puts the two together.
    public init(node: String, epoch: Int64) {
        self.node = node
        self.epoch = epoch
    }

    /// `node/epoch`, for people.
    public var description: String { "\(node)/\(epoch)" }

    /// Whether this run surely ended: the same node has started again since.
    func isEarlier(than other: HoldOwner) -> Bool { node == other.node && epoch < other.epoch }
}

/// Who works on a hold, and until when nobody else may.
public struct HoldLease: Hashable, Sendable {
    /// Who.
    public var owner: HoldOwner
    /// Renewed well before while the owner works.
    public var until: StampedTime

    /// Puts the two together.
    public init(owner: HoldOwner, until: StampedTime) {
        self.owner = owner
        self.until = until
    }

    /// Whether `taker` may have the hold at `now`: it is the owner, or the owner is gone.
    public func isOpen(to taker: HoldOwner, at now: StampedTime) -> Bool {
        owner == taker || owner.isEarlier(than: taker) || until.hasCome(at: now)
    }
}
