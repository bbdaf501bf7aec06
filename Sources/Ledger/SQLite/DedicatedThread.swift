import Glibc
import Synchronization

/// Starts a thread that belongs to one owner.
enum DedicatedThread {
    /// The system has no thread to give; the code is `errno`'s.
    struct Fault: Error {
        let code: Int32
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` on a new, detached thread with all signals blocked: they belong to the main one.
    static func start(_ body: @escaping @Sendable () -> Void) throws(Fault) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let retained = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        guard code == 0 else {
            retained.release()
            throw Fault(code: code)
        }
        pthread_detach(thread)
    }
}

/// Wakes a thread that waits for work (a POSIX semaphore).
///
/// Sendable without the compiler's check: a semaphore is made for use from several threads, and the
/// pointer never changes.
final class Wake: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }

    /// Returns once for each signal, blocking until then.
    func wait() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}

/// Whether a connection could be opened, told by its thread to the one who started it.
final class OpeningResult: Sendable {
    private let wake = Wake()
    // A lock: written once before the signal, read once after it.
    private let fault = Mutex<(any Error)?>(nil)

    func give(_ fault: (any Error)?) {
        self.fault.withLock { $0 = fault }
        wake.signal()
    }

    /// Blocks until the thread has told; to be called once, at start.
    func wait() -> (any Error)? {
        wake.wait()
        return fault.withLock { $0 }
    }
}
