internal import Glibc
internal import Synchronization

/// One thread that runs the jobs of one actor, in order, so that SQLite never blocks a loop.
///
/// Its queue is bounded by who admits the jobs (`PlaceDirectory`). The thread ends when the executor
/// is let go, which cannot be before the last job has run: a waiting job holds it.
final class PlacesThread: SerialExecutor {
    private let mailbox = Mailbox()

    init() throws(PlaceFault) {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(mailbox)
        let code = pthread_create(&thread, nil, runPlacesThread, retained.toOpaque())
        guard code == 0 else {
            retained.release()
            throw .file(path: "the places thread", code: code)
        }
        pthread_detach(thread)
    }

    deinit {
        mailbox.close()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        mailbox.put(UnownedJob(job), of: self)
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// The jobs that wait for a thread.
private final class Mailbox: @unchecked Sendable {
    // Unchecked because of the semaphore, which is made for use by several threads and is destroyed
    // only with the mailbox; the jobs are behind the mutex.
    private struct State {
        // With each job its executor, which the job's actor may let go of as the job ends.
        var jobs: [(job: UnownedJob, thread: PlacesThread)] = []
        var isClosed = false
    }

    // Held for a push or a swap, never while a job runs.
    private let state = Mutex(State())
    private let signal: UnsafeMutablePointer<sem_t>

    init() {
        signal = .allocate(capacity: 1)
        sem_init(signal, 0, 0)
    }

    deinit {
        sem_destroy(signal)
        signal.deallocate()
    }

    func put(_ job: UnownedJob, of thread: PlacesThread) {
        state.withLock { $0.jobs.append((job, thread)) }
        sem_post(signal)
    }

    func close() {
        state.withLock { $0.isClosed = true }
        sem_post(signal)
    }

    /// Runs jobs until the mailbox is closed and empty.
    func run() {
        while true {
            while sem_wait(signal) != 0 {}
            let (jobs, isClosed) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return (state.jobs, state.isClosed)
            }
            for (job, thread) in jobs {
                job.runSynchronously(on: thread.asUnownedSerialExecutor())
            }
            if isClosed, jobs.isEmpty { return }
        }
    }
}

private func runPlacesThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<Mailbox>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
