internal import CCurl
internal import Glibc

/// An easy handle set up for one request, with the memory that libcurl does not copy.
struct Wire {
    let easy: UnsafeMutableRawPointer
    private let fields: UnsafeMutablePointer<curl_slist>?
    private let names: UnsafeMutablePointer<curl_slist>?

    /// Settings of a transfer beside its request.
    struct Settings {
        var trust: ClientTrust
        var keepAliveSeconds: Int
        var connectMilliseconds: Int
        var totalMilliseconds: Int
        var sharesConnections: Bool
        var surroundings: Surroundings
    }

    /// Nil when libcurl has no memory or refuses an option.
    init?(_ transfer: Transfer, _ settings: Settings) {
        guard let easy = curl_easy_init() else { return nil }
        let request = transfer.request
        guard let fields = Self.list(Self.fields(of: request)) else {
            curl_easy_cleanup(easy)
            return nil
        }
        self.easy = easy
        self.fields = fields
        names = Self.list(settings.surroundings.names?() ?? [])
        var codes = [tributary_easy_list(easy, CURLOPT_HTTPHEADER, fields)]
        codes.append(tributary_easy_list(easy, CURLOPT_RESOLVE, names))
        codes += Self.setTarget(easy, request)
        codes += Self.setRules(easy, settings)
        codes += Self.setCallbacks(easy, Unmanaged.passUnretained(transfer).toOpaque())
        guard codes.allSatisfy({ $0 == CURLE_OK }) else {
            free()
            return nil
        }
    }

    func free() {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fields)
        curl_slist_free_all(names)
    }

    /// Uses no kept connection from now on.
    func wantsOwnConnection() { _ = tributary_easy_long(easy, CURLOPT_FRESH_CONNECT, 1) }

    var isNewConnection: Bool { tributary_info_long(easy, CURLINFO_NUM_CONNECTS) > 0 }

    /// What broke, in fixed texts: libcurl's, the errno of a failed connect, OpenSSL's doubt.
    func detail(of code: CURLcode) -> String {
        let errno = tributary_info_long(easy, CURLINFO_OS_ERRNO)
        if code == CURLE_PEER_FAILED_VERIFICATION {
            let result = tributary_info_long(easy, CURLINFO_SSL_VERIFYRESULT)
            return CertificateDoubt.text(result) ?? "the certificate is for another name"
        }
        return errno == 0 ? code.text : "\(code.text) (errno \(errno))"
    }

    func measure(into report: inout ClientReport) {
        func microseconds(_ info: CURLINFO) -> Int { Int(tributary_info_offset(easy, info)) }
        func span(_ from: Int, _ to: Int) -> Duration { .microseconds(max(0, to - from)) }
        let lookup = microseconds(CURLINFO_NAMELOOKUP_TIME_T)
        let connect = microseconds(CURLINFO_CONNECT_TIME_T)
        let tls = microseconds(CURLINFO_APPCONNECT_TIME_T)
        let sent = microseconds(CURLINFO_PRETRANSFER_TIME_T)
        let answered = microseconds(CURLINFO_STARTTRANSFER_TIME_T)
        report.newConnection = isNewConnection
        if report.newConnection {
            report.nameLookup = span(0, lookup)
            report.connect = span(lookup, connect)
            report.tls = span(connect, tls)
        }
        report.firstByte = span(sent, answered)
        report.sentBytes = Int(tributary_info_offset(easy, CURLINFO_SIZE_UPLOAD_T))
    }

    private static func fields(of request: ClientRequest) -> [String] {
        var names: Set<String> = []
        // A name with nothing after the colon takes away the field that libcurl would add.
        var lines = ["Expect:"]
        if request.acceptsGzip { lines.append("Accept-Encoding: gzip") }
        for (name, value) in request.headers {
            names.insert(name.lowercased())
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        if !names.contains("content-type") { lines.append("Content-Type:") }
        return lines
    }

    /// Nil for no lines, or when there is no memory.
    private static func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                return nil
            }
            list = longer
        }
        return list
    }

    private static func setTarget(
        _ easy: UnsafeMutableRawPointer, _ request: ClientRequest
    ) -> [CURLcode] {
        var codes = [
            tributary_easy_text(easy, CURLOPT_URL, request.url),
            tributary_easy_long(easy, CURLOPT_FRESH_CONNECT, request.idempotent ? 0 : 1),
        ]
        let sendsBody = request.method == .post || request.method == .put || !request.body.isEmpty
        if sendsBody {
            codes += [
                tributary_easy_long(easy, CURLOPT_POST, 1),
                tributary_easy_offset(
                    easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)),
                copyBody(easy, request.body),
            ]
        }
        if request.method == .put || request.method == .delete {
            codes.append(
                tributary_easy_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue))
        }
        return codes
    }

    private static func copyBody(_ easy: UnsafeMutableRawPointer, _ body: [UInt8]) -> CURLcode {
        // Never a null pointer: libcurl would read standard input.
        guard !body.isEmpty else { return tributary_easy_text(easy, CURLOPT_COPYPOSTFIELDS, "") }
        return body.withUnsafeBytes { bytes in
            tributary_easy_text(
                easy, CURLOPT_COPYPOSTFIELDS,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
        }
    }

    private static func setRules(
        _ easy: UnsafeMutableRawPointer, _ settings: Settings
    ) -> [CURLcode] {
        var codes = [
            // An empty text also overrules the environment's proxies.
            tributary_easy_text(easy, CURLOPT_PROXY, ""),
            tributary_easy_text(easy, CURLOPT_PROTOCOLS_STR, "http,https"),
            tributary_easy_long(easy, CURLOPT_FOLLOWLOCATION, 0),
            tributary_easy_long(easy, CURLOPT_NOSIGNAL, 1),
            tributary_easy_long(easy, CURLOPT_SSL_VERIFYPEER, 1),
            tributary_easy_long(easy, CURLOPT_SSL_VERIFYHOST, 2),
            tributary_easy_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            // With a folder of certificates libcurl would read the whole store anew for each
            // connection, 50 ms on the loop; the bundle alone it reads once a day.
            tributary_easy_text(easy, CURLOPT_CAPATH, nil),
            // HTTP/2 where a peer offers it in the TLS handshake (RFC 7301), else HTTP/1.1.
            tributary_easy_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
            // Rather wait for a connection to share than open another.
            tributary_easy_long(easy, CURLOPT_PIPEWAIT, settings.sharesConnections ? 1 : 0),
            tributary_easy_long(easy, CURLOPT_HTTP09_ALLOWED, 0),
            tributary_easy_long(easy, CURLOPT_NETRC, 0),
            tributary_easy_long(easy, CURLOPT_PATH_AS_IS, 1),
            tributary_easy_long(easy, CURLOPT_TCP_NODELAY, 1),
            tributary_easy_long(easy, CURLOPT_MAXAGE_CONN, settings.keepAliveSeconds),
            tributary_easy_long(easy, CURLOPT_CONNECTTIMEOUT_MS, settings.connectMilliseconds),
            // Behind the loop's own timer, in case that one is ever lost, as the one above.
            tributary_easy_long(easy, CURLOPT_TIMEOUT_MS, settings.totalMilliseconds),
            // Else taking off a transfer whose name is being looked up waits, blocking, for the
            // resolver; the look-up's thread then ends by itself.
            tributary_easy_long(easy, CURLOPT_QUICK_EXIT, 1),
        ]
        if let source = settings.surroundings.source {
            codes.append(tributary_easy_text(easy, CURLOPT_INTERFACE, "host!\(source)"))
        }
        if case .file(let path) = settings.trust {
            codes.append(tributary_easy_text(easy, CURLOPT_CAINFO, path))
        }
        return codes
    }

    private static func setCallbacks(
        _ easy: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer
    ) -> [CURLcode] {
        [
            tributary_easy_pointer(easy, CURLOPT_PRIVATE, context),
            tributary_easy_on_bytes(
                easy, CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, Callbacks.onBody, context),
            tributary_easy_on_bytes(
                easy, CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, Callbacks.onLine, context),
            tributary_easy_on_lookup(easy, Callbacks.onLookup, context),
            tributary_easy_on_open(easy, Callbacks.onOpen, context),
            tributary_easy_before_request(easy, Callbacks.beforeRequest, context),
        ]
    }
}
