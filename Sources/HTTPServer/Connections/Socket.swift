import CSystem
import Glibc

/// The system calls on sockets, with what Swift needs around them.
enum Socket {
    /// What became of an attempt to read or write.
    enum Outcome {
        case bytes(Int)
        case wouldBlock
        case end
        case failed
    }

    /// Opens, binds and listens.
    ///
    /// With `sharesPort` further listeners may bind the same port (SO_REUSEPORT). Without, a port
    /// somebody else listens at is refused even if that one would share.
    static func listen(
        at address: ListenAddress, sharesPort: Bool, sendBufferBytes: Int32
    ) throws(HTTPServerError) -> Int32 {
        guard let (storage, length) = encode(address) else { throw .badAddress(address) }
        let descriptor = csystem_stream_socket(Int32(storage.ss_family))
        guard descriptor >= 0 else { throw .system(address, code: errno) }
        _ = csystem_set_int_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { _ = csystem_set_int_option(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if Int32(storage.ss_family) == AF_INET6 {
            _ = csystem_set_int_option(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
        }
        if Int32(storage.ss_family) != AF_UNIX {
            // Accepted sockets inherit it. Answers are written whole, there is nothing to wait for.
            _ = csystem_set_int_option(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // Inherited too: left alone, the kernel takes megabytes for a client that does not read.
            _ = csystem_set_int_option(descriptor, SOL_SOCKET, SO_SNDBUF, sendBufferBytes)
        }
        var bindable = storage
        guard csystem_bind(descriptor, &bindable, length) == 0, Glibc.listen(descriptor, 4096) == 0
        else {
            let code = errno
            Glibc.close(descriptor)
            throw code == EADDRINUSE ? .addressInUse(address) : .system(address, code: code)
        }
        return descriptor
    }

    /// The port a TCP listener was given.
    static func port(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t()
        guard csystem_local_address(descriptor, &storage, &length) == 0 else { return 0 }
        return PeerAddress(storage).port
    }

    /// Removes a socket file nobody listens at any more.
    static func removeStale(path: String) {
        guard let (storage, length) = encode(.unix(path: path)) else { return }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let descriptor = csystem_stream_socket(AF_UNIX)
        guard descriptor >= 0 else { return }
        defer { Glibc.close(descriptor) }
        var target = storage
        if csystem_connect(descriptor, &target, length) != 0, errno == ECONNREFUSED {
            unlink(path)
        }
    }

    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed
        }
    }

    static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, more: Bool) -> Outcome
    {
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        while true {
            let count = send(descriptor, buffer.baseAddress, buffer.count, flags)
            if count >= 0 { return .bytes(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .wouldBlock : .failed
        }
    }

    private static func encode(_ address: ListenAddress) -> (sockaddr_storage, socklen_t)? {
        var storage = sockaddr_storage()
        switch address {
        case .tcp(let host, let port):
            var four = sockaddr_in()
            if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
                four.sin_family = sa_family_t(AF_INET)
                four.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &storage) { target in
                    withUnsafeBytes(of: four) { target.copyMemory(from: $0) }
                }
                return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
            var six = sockaddr_in6()
            guard inet_pton(AF_INET6, host, &six.sin6_addr) == 1 else { return nil }
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: six) { target.copyMemory(from: $0) }
            }
            return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
        case .unix(let path):
            let bytes = Array(path.utf8)
            var unix = sockaddr_un()
            let room = MemoryLayout.size(ofValue: unix.sun_path)
            guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
            unix.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: bytes) }
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: unix) { target.copyMemory(from: $0) }
            }
            return (storage, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
