import Reactor

// Misbehaviour on purpose, for servers that imitate broken ones. Nothing here follows HTTP.

extension HTTPResponse {
    /// An answer that is no answer: `misbehave` gets the bare connection, after all earlier
    /// answers on it, and does with it what it likes.
    ///
    /// When it returns, the connection is closed in order (what is unsent is sent, then FIN).
    /// Its task is cancelled when the client leaves. To refuse connections, see
    /// `HTTPServer.pauseListening()`.
    public static func fault(_ misbehave: @escaping @Sendable (RawConnection) async -> Void)
        -> HTTPResponse
    {
        HTTPResponse(status: .internalServerError, body: .fault(misbehave))
    }

    /// The bytes an orderly server would send for this answer with a whole body, for faults that
    /// cut, drip or garble them.
    ///
    /// Says `Connection: close` when `closing`. The `Date` is that of 1970.
    public func wireBytes(closing: Bool = true) -> [UInt8] {
        var output: [UInt8] = []
        let body: [UInt8] = if case .bytes(let bytes) = body { bytes } else { [] }
        let isWritten = ResponseEncoder.appendHead(
            self, framing: .length(body.count), version: .http11, persists: !closing,
            date: DateField.format(0), to: &output)
        return isWritten ? output + body : []
    }
}

/// A connection in the hands of a fault.
///
/// Lives on the connection's loop; every method may be called from any executor.
public actor RawConnection {
    private let connection: Connection
    private let exchange: Int

    /// The connection's loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        connection.host.loop.asUnownedSerialExecutor()
    }

    init(_ connection: Connection, exchange: Int) {
        self.connection = connection
        self.exchange = exchange
    }

    /// Sends bytes as they are, at once; suspends as `HTTPBodyWriter.write` does.
    ///
    /// - Throws: why the connection has ended.
    public func send(_ bytes: [UInt8]) async throws(HTTPEnding) {
        try connection.sendRaw(bytes, exchange: exchange)
        try await connection.waitForRoom(exchange: exchange)
    }

    /// Breaks the connection with RST; bytes not yet sent are lost.
    public func reset() {
        connection.resetByFault(exchange: exchange)
    }

    /// Says and closes nothing until the client leaves or the task is cancelled.
    public func hang() async {
        await connection.waitForEnd(exchange: exchange)
    }
}
