import Foundation
import HTTPClient
import Reactor
import Synchronization
import Testing

/// HTTP/2 to a peer that offers it, with and without sharing its connection.
@Suite(.enabled(if: SecureServer.isAvailable))
struct HTTP2Tests {
    static func withPeer(
        sharing: Bool, _ script: @escaping @Sendable (FrameConnection) -> Void,
        _ test: (HTTPClient, FramePeer) async throws -> Void
    ) async throws {
        let loop = try EventLoop()
        defer { loop.stop() }
        var limits = ClientLimits()
        limits.sharesConnections = sharing
        let peer = try FramePeer(script)
        let client = HTTPClient(
            loop: loop, limits: limits, trust: .file(peer.certificates.authority))
        try await test(client, peer)
        #expect(await client.exchangesUnderWay == 0)
        #expect(await client.openConnections <= 1)
        await client.close()
        #expect(await client.openConnections == 0)
    }

    @Test(arguments: [true, false])
    func oneAfterTheOtherOnOneConnection(sharing: Bool) async throws {
        try await Self.withPeer(
            sharing: sharing,
            { frames in
                while let stream = frames.nextRequest() { frames.answer(stream, [7, 8]) }
            }
        ) { client, peer in
            for number in 0..<5 {
                let answer = try await client.fetch(get(peer.url()))
                #expect(answer.status == 200)
                #expect(answer.body == [7, 8])
                #expect(answer.newConnection == (number == 0))
            }
        }
    }

    @Test func manyShareOneConnection() async throws {
        try await Self.withPeer(
            sharing: true,
            { frames in
                while let stream = frames.nextRequest() {
                    frames.answer(stream, [UInt8](repeating: 1, count: 1_000))
                }
            }
        ) { client, peer in
            let url = peer.url()
            let answers = await withTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask { try? await client.fetch(get(url)) }
                }
                return await group.reduce(into: [Answer?]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0?.body.count == 1_000 })
            #expect(answers.filter { $0?.newConnection == true }.count == 1)
            #expect(await client.openConnections == 1)
        }
    }

    /// Only its own stream ends, and the peer is told (RFC 9113, 5.4.2); the connection goes on with
    /// the other stream, and with a call that comes afterwards.
    ///
    /// This libcurl sends the reset with whatever goes out next, here the later call.
    @Test(arguments: [ClientFault.Reason.cancelled, .timeout, .stoppedByReader])
    func whatEndsOneHurtsNoOther(reason: ClientFault.Reason) async throws {
        struct Enough: Error {}
        let (firstStands, bothStand, readerMayStop) = (Signal(), Signal(), Signal())
        let ended = Mutex<[Int]>([])
        try await Self.withPeer(
            sharing: true,
            { frames in
                guard let first = frames.nextRequest() else { return }
                frames.sendHead(first)
                frames.send(.data, stream: first, [1])
                firstStands.give()
                guard let second = frames.nextRequest() else { return }
                frames.sendHead(second)
                frames.send(.data, stream: second, [1])
                bothStand.give()
                guard let reset = frames.nextReset() else { return }
                ended.withLock { $0 = [first, reset.stream, Int(reset.code)] }
                frames.send(.data, flags: 1, stream: second, [3])
                while let third = frames.nextRequest() { frames.answer(third, [4]) }
            }
        ) { client, peer in
            let url = peer.url()
            let time: Duration = reason == .timeout ? .milliseconds(1_500) : .seconds(30)
            let one = Task { [client] in
                try await client.exchange(
                    get(url), deadline: .now().advanced(by: time)
                ) { event in
                    guard case .body = event, reason == .stoppedByReader else { return }
                    await readerMayStop.wait()
                    throw Enough()
                }
            }
            await firstStands.wait()
            let other = Task { [client] in try await client.fetch(get(url)) }
            await bothStand.wait()
            readerMayStop.give()
            if reason == .cancelled { one.cancel() }
            let fault = await #expect(throws: ClientFault.self) { try await one.value }
            #expect(fault?.reason == reason)
            #expect(fault?.phase == .body)
            let later = try await client.fetch(get(url))
            let answer = try await other.value
            #expect(answer.body == [1, 3])
            #expect(!answer.newConnection)
            #expect(later.body == [4])
            #expect(!later.newConnection)
            // STREAM_CLOSED is this libcurl's word for it; CANCEL would be better, and is as good.
            let reset = ended.withLock { $0 }
            #expect(reset.count == 3 && reset[0] == reset[1])
            #expect([5, 8].contains(reset.last))
        }
    }

    /// A refused stream was not processed (RFC 9113, 8.7): sent again if it is idempotent, else told.
    @Test(arguments: [true, false], [true, false])
    func aRefusedStream(idempotent: Bool, sharing: Bool) async throws {
        let requests = Mutex(0)
        try await Self.withPeer(
            sharing: sharing,
            { frames in
                while let stream = frames.nextRequest() {
                    let isFirst = requests.withLock { count in
                        count += 1
                        return count == 1
                    }
                    guard isFirst else {
                        frames.answer(stream, [1])
                        continue
                    }
                    // libcurl asks again on a connection of its own.
                    frames.reset(stream, code: 7)
                    return
                }
            }
        ) { client, peer in
            let request = get(peer.url(), idempotent: idempotent)
            if idempotent {
                let answer = try await client.fetch(request, within: .seconds(5))
                #expect(answer.body == [1])
                #expect(answer.report.attempts == 2)
            } else {
                let fault = try await client.fault(request, within: .seconds(5))
                #expect(fault.reason == .closedEarly, "\(fault)")
                #expect(fault.report.attempts == 1)
            }
            #expect(requests.withLock { $0 } == (idempotent ? 2 : 1))
        }
    }

    /// An error within a body is that exchange's alone.
    @Test(arguments: [UInt8(2), 8, 11])
    func aStreamResetInItsBody(code: UInt8) async throws {
        try await Self.withPeer(
            sharing: true,
            { frames in
                guard let first = frames.nextRequest(), let second = frames.nextRequest() else {
                    return
                }
                for stream in [first, second] {
                    frames.sendHead(stream)
                    frames.send(.data, stream: stream, [1])
                }
                frames.reset(first, code: code)
                frames.send(.data, flags: 1, stream: second, [2])
            }
        ) { client, peer in
            let url = peer.url()
            async let one = Self.end(client, url)
            async let other = Self.end(client, url)
            let ends = await [one, other].sorted()
            #expect(ends == ["[1, 2]", "closed_early"], "\(ends)")
        }
    }

    private static func end(_ client: HTTPClient, _ url: String) async -> String {
        do {
            return try await "\(client.fetch(get(url)).body)"
        } catch let fault as ClientFault {
            return fault.reason.rawValue
        } catch {
            return "\(error)"
        }
    }

    /// The handshake's first message offers both (RFC 7301).
    @Test func isOfferedInTheHandshake() async throws {
        let seen = Mutex<[UInt8]>([])
        try await withServer({ connection in
            guard let head = connection.read(5),
                let hello = connection.read(Int(head[4]) | Int(head[3]) << 8)
            else { return }
            seen.withLock { $0 = hello }
        }) { client, server in
            let url = server.url().replacing("http:", with: "https:")
            _ = try await client.fault(get(url))
            let offer: [UInt8] = [2] + Array("h2".utf8) + [8] + Array("http/1.1".utf8)
            #expect(seen.withLock { $0.firstRange(of: offer) } != nil)
        }
    }
}
