internal import CCurl
internal import Glibc
internal import Reactor

/// libcurl's multi handle, driven by one loop's descriptors and timers.
///
/// Belongs to the loop: every method and every callback runs on its thread. libcurl forbids most
/// calls from inside its callbacks, so those only note what to do; `afterAction` runs once libcurl
/// has returned.
final class Multi {
    private let loop: EventLoop
    private let handle: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private var watched: Set<Int32> = []
    private var timer: TimerToken?
    private var isClosed = false
    /// Called after libcurl has worked, when transfers may have ended.
    var afterAction: () -> Void = {}
    /// Sockets that were opened, by descriptor, with the number the kernel knows each by.
    private var opened: [Int32: UInt] = [:]

    /// Nil when libcurl has no memory.
    init?(loop: EventLoop, limits: ClientLimits) {
        loop.assertOnLoop()
        guard Library.isReady, let handle = curl_multi_init() else { return nil }
        self.loop = loop
        self.handle = handle
        // Lets TLS sessions be resumed by later connections; used by this thread only, so unlocked.
        share = curl_share_init()
        if let share { _ = tributary_share(share, CURL_LOCK_DATA_SSL_SESSION) }
        _ = tributary_multi_long(handle, CURLMOPT_MAXCONNECTS, limits.connections)
        _ = tributary_multi_long(handle, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections)
        _ = tributary_multi_long(
            handle, CURLMOPT_MAX_HOST_CONNECTIONS, limits.connectionsPerHost)
        let sharing = limits.sharesConnections ? CURLPIPE_MULTIPLEX : CURLPIPE_NOTHING
        _ = tributary_multi_long(handle, CURLMOPT_PIPELINING, Int(sharing))
        let context = Unmanaged.passUnretained(self).toOpaque()
        tributary_multi_callbacks(
            handle,
            { _, descriptor, what, context, _ in
                Multi.from(context)?.watch(descriptor, what)
                return 0
            },
            { _, milliseconds, context in
                Multi.from(context)?.setTimer(milliseconds)
                return 0
            }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Multi? {
        context.map { Unmanaged<Multi>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Starts a prepared transfer; false if libcurl refuses.
    func add(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard !isClosed else { return false }
        if let share {
            _ = tributary_easy_pointer(easy, CURLOPT_SHARE, share)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = tributary_easy_on_close(
            easy,
            { context, descriptor in
                Multi.from(context)?.close(descriptor) ?? Glibc.close(descriptor)
            }, context)
        return curl_multi_add_handle(handle, easy) == CURLM_OK
    }

    /// Takes a transfer off, whatever it is doing; its connection closes unless the answer is whole.
    func remove(_ easy: UnsafeMutableRawPointer) {
        curl_multi_remove_handle(handle, easy)
    }

    /// The next transfer that has ended, and how.
    func nextDone() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        guard !isClosed else { return nil }
        var code = CURLE_OK
        return tributary_multi_next_done(handle, &code).map { ($0, code) }
    }

    /// Counts a socket that a transfer opened.
    func noteOpened(_ descriptor: Int32) { opened[descriptor] = Self.kernelNumber(descriptor) }

    /// Sockets open, kept connections included.
    ///
    /// libcurl tells of closed connections but not of sockets it gives up while they connect, so
    /// each is looked at: a descriptor that is gone, or another file by now, does not count.
    var openSockets: Int {
        opened = opened.filter { Self.kernelNumber($0) == $1 }
        return opened.count
    }

    private static func kernelNumber(_ descriptor: Int32) -> UInt? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt(status.st_ino) : nil
    }

    /// Closes every connection; all transfers must have been removed.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        curl_multi_cleanup(handle)
        if let share { curl_share_cleanup(share) }
        if let timer { loop.cancel(timer) }
        for descriptor in watched { loop.deregister(descriptor) }
        watched = []
        opened = [:]
    }

    private func close(_ descriptor: Int32) -> Int32 {
        opened[descriptor] = nil
        forget(descriptor)
        return Glibc.close(descriptor)
    }

    private func watch(_ descriptor: Int32, _ what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            forget(descriptor)
            return
        }
        var interest: Interest = []
        if what & CURL_POLL_IN != 0 { interest.insert(.read) }
        if what & CURL_POLL_OUT != 0 { interest.insert(.write) }
        do throws(ReactorError) {
            if watched.contains(descriptor) {
                try loop.modify(descriptor, interest: interest)
            } else {
                try loop.register(descriptor, interest: interest) { [weak self] readiness in
                    self?.act(descriptor, readiness)
                }
                watched.insert(descriptor)
            }
        } catch {
            // Nothing will be heard of this socket; the exchange ends by its deadline, which the
            // loop keeps without libcurl.
            forget(descriptor)
        }
    }

    private func forget(_ descriptor: Int32) {
        if watched.remove(descriptor) != nil { loop.deregister(descriptor) }
    }

    private func setTimer(_ milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0, !isClosed else { return }
        let deadline = MonotonicInstant.now().advanced(by: .milliseconds(milliseconds))
        timer = loop.schedule(at: deadline) { [weak self] in
            self?.timer = nil
            self?.act(CURL_SOCKET_TIMEOUT, [])
        }
    }

    private func act(_ descriptor: Int32, _ readiness: Readiness) {
        guard !isClosed else { return }
        var events: Int32 = 0
        if readiness.contains(.read) { events |= CURL_CSELECT_IN }
        if readiness.contains(.write) { events |= CURL_CSELECT_OUT }
        if !readiness.isDisjoint(with: [.error, .hangUp]) { events |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        curl_multi_socket_action(handle, descriptor, events, &running)
        afterAction()
    }
}

/// libcurl's global state.
enum Library {
    /// Set up once for the process; the language makes the first use of a `static let` exclusive.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
