import CSystem

/// A fixed set of loops, one thread each.
public struct EventLoopGroup: Sendable {
    /// The loops, at least one.
    public let loops: [EventLoop]

    /// Starts `count` loops (at least one), by default one for each processor this process may
    /// use.
    public init(count: Int? = nil, name: String = "loop") throws(ReactorError) {
        var loops: [EventLoop] = []
        do {
            for index in 0..<max(1, count ?? Self.processors) {
                loops.append(try EventLoop(name: "\(name)-\(index)"))
            }
        } catch {
            for loop in loops { loop.stop() }
            throw error
        }
        self.loops = loops
    }

    /// The longest of the loops' standing delays, see ``EventLoop/standingDelay``; from any thread.
    public var standingDelay: Duration { loops.map(\.standingDelay).max() ?? .zero }

    /// How many processors this process may run on, at least one.
    public static var processors: Int { max(1, Int(csystem_processors())) }

    /// Stops every loop and waits, blocking, for their threads; not to be called on a loop.
    ///
    /// Tasks on the loops must have ended before, see `EventLoop.stop()`.
    public func shutdown() {
        for loop in loops { loop.stop() }
        for loop in loops { loop.join() }
    }
}
