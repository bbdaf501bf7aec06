internal import CCurl
internal import Glibc

/// What libcurl calls during a transfer; each finds its transfer and asks it.
enum Callbacks {
    static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    static let onBody: tributary_bytes_callback = { bytes, _, count, context in
        // Fewer bytes than given mean: stop.
        switch transfer(context)?.received(UnsafeRawBufferPointer(start: bytes, count: count)) {
        case .taken: count
        case .paused: Int(CURL_WRITEFUNC_PAUSE)
        case .refused, nil: 0
        }
    }

    static let onLine: tributary_bytes_callback = { bytes, _, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        return transfer(context)?.received(line: line) == true ? count : 0
    }

    static let onLookup: curl_resolver_start_callback = { _, _, context in
        transfer(context)?.looksUp()
        return 0
    }

    static let onOpen: curl_opensocket_callback = { context, purpose, address in
        guard let transfer = transfer(context), let address, purpose == CURLSOCKTYPE_IPCXN,
            let bytes = addressBytes(address), transfer.mayConnect(to: bytes)
        else { return CURL_SOCKET_BAD }
        let place = address.pointee
        let descriptor = socket(
            place.family, place.socktype | Int32(SOCK_CLOEXEC.rawValue), place.protocol)
        if descriptor >= 0 { transfer.opened(descriptor) }
        return descriptor
    }

    static let beforeRequest: curl_prereq_callback = { context, address, _, _, _ in
        guard let transfer = transfer(context), let address, let bytes = addressBytes(address),
            transfer.maySend(to: bytes)
        else { return Int32(CURL_PREREQFUNC_ABORT) }
        return Int32(CURL_PREREQFUNC_OK)
    }

    /// The address of a socket as 4 or 16 bytes.
    private static func addressBytes(_ place: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let length = Int(tributary_address(place, &bytes))
        return length > 0 ? Array(bytes.prefix(length)) : nil
    }

    /// An address written as text, as 4 or 16 bytes.
    private static func addressBytes(_ text: UnsafePointer<CChar>) -> [UInt8]? {
        for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: length)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
