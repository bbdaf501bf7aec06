public import TravelModel

/// One step of one supplier as a pure state machine: events in, orders out.
///
/// The gateway's driver calls ``start(at:)`` once, then ``on(_:at:)`` for each event, one at a
/// time, and carries the orders out in their order. After a reaction with ``StepReaction/end`` no
/// further event is delivered and everything still running is cancelled. A machine must reach its
/// end by itself for every sequence of events that ends with `end` or `fault` of each request; a
/// deadline is the driver's business.
public protocol StepMachine<End>: Sendable {
    /// The verdict of the step.
    associatedtype End: Sendable

    /// The first orders.
    mutating func start(at now: Instant) -> StepReaction<End>

    /// What follows from one event.
    mutating func on(_ event: StepEvent, at now: Instant) -> StepReaction<End>
}
