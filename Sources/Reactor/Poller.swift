import CSystem
import Glibc

/// One epoll instance and who is to be told of which descriptor.
///
/// Used by the loop's thread only.
struct Poller {
    private struct Registration {
        /// Tells an event of this registration from one left over of a closed descriptor whose
        /// number was given out again.
        var generation: UInt32 = 0
        var callback: ((Readiness) -> Void)?
    }

    private let epoll: Int32
    private var registrations: [Registration] = []
    private let events: UnsafeMutablePointer<epoll_event>
    private static let batch = 256

    init() throws(ReactorError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw ReactorError(call: .epollCreate, code: errno) }
        events = .allocate(capacity: Self.batch)
        events.initialize(repeating: epoll_event(), count: Self.batch)
    }

    /// Gives back descriptor and memory; the poller must not be used again.
    func close() {
        Glibc.close(epoll)
        events.deallocate()
    }

    mutating func register(
        _ descriptor: Int32, interest: Interest, callback: @escaping (Readiness) -> Void
    ) throws(ReactorError) {
        guard descriptor >= 0 else { throw ReactorError(call: .epollControl, code: EBADF) }
        let index = Int(descriptor)
        while registrations.count <= index {
            registrations.append(Registration())
        }
        let generation = registrations[index].generation &+ 1
        try control(EPOLL_CTL_ADD, descriptor, interest, generation)
        registrations[index].generation = generation
        registrations[index].callback = callback
    }

    func modify(_ descriptor: Int32, interest: Interest) throws(ReactorError) {
        let index = Int(descriptor)
        guard descriptor >= 0, index < registrations.count, registrations[index].callback != nil
        else { throw ReactorError(call: .epollControl, code: ENOENT) }
        try control(EPOLL_CTL_MOD, descriptor, interest, registrations[index].generation)
    }

    /// Forgets the descriptor, which may already be closed.
    mutating func deregister(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard descriptor >= 0, index < registrations.count, registrations[index].callback != nil
        else { return }
        registrations[index].callback = nil
        registrations[index].generation &+= 1
        _ = csystem_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    /// Waits up to `milliseconds` (-1: without end) and returns how many events there are.
    func wait(milliseconds: Int32) -> Int {
        Int(max(0, epoll_wait(epoll, events, Int32(Self.batch), milliseconds)))
    }

    /// The callback of the event at `index` of the last wait, unless its owner has gone since.
    func event(at index: Int) -> (callback: (Readiness) -> Void, readiness: Readiness)? {
        let data = csystem_epoll_data(events + index)
        let descriptor = Int(data & 0xffff_ffff)
        guard descriptor < registrations.count,
            registrations[descriptor].generation == UInt32(data >> 32),
            let callback = registrations[descriptor].callback
        else { return nil }
        return (callback, Readiness(rawValue: csystem_epoll_events(events + index)))
    }

    private func control(
        _ operation: Int32, _ descriptor: Int32, _ interest: Interest, _ generation: UInt32
    ) throws(ReactorError) {
        let data = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        if csystem_epoll_control(epoll, operation, descriptor, interest.rawValue, data) == 0 {
            return
        }
        // A descriptor registered twice: the newer registration takes it over.
        if operation == EPOLL_CTL_ADD, errno == EEXIST,
            csystem_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, interest.rawValue, data) == 0
        {
            return
        }
        throw ReactorError(call: .epollControl, code: errno)
    }
}
