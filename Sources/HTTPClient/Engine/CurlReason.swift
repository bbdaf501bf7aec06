internal import CCurl

extension CURLcode {
    /// What this code of libcurl means for an exchange that broke in `phase`.
    func clientReason(in phase: ClientPhase) -> ClientFault.Reason {
        switch self {
        case CURLE_COULDNT_CONNECT: .refused
        case CURLE_COULDNT_RESOLVE_HOST: .nameNotFound
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            .tlsFailed
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE,
            CURLE_HTTP2_STREAM:
            .closedEarly
        case CURLE_URL_MALFORMAT: .badRequest
        // libcurl's own cap on one line of a head is reported as want of memory.
        case CURLE_OUT_OF_MEMORY where phase == .headers: .tooLarge
        // Its word for a trailer without a colon.
        case CURLE_BAD_FUNCTION_ARGUMENT where phase == .body: .badHeader
        case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT,
            CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN:
            .unavailable
        // Before any answer it is mostly a GOAWAY that took nothing (RFC 9113, 6.8).
        case CURLE_HTTP2 where phase == .headers: .closedEarly
        // CURLE_WEIRD_SERVER_REPLY, HTTP/0.9 and whatever else a peer provokes.
        default: .badProtocol
        }
    }

    /// libcurl's fixed text for the code.
    var text: String { String(cString: curl_easy_strerror(self)) }
}
