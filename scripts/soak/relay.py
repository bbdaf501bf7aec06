"""A relay between the gateway and one supplier that can stop the world at an exact moment of a call.
Standard library only."""

import http.client
import http.server
import threading

# Fields that belong to one connection.
OWN = {"connection", "keep-alive", "transfer-encoding", "content-length", "te", "upgrade"}


class Relay:
    """Passes whole requests and whole answers on; `trap` is told of each moment of each call.

    `trap(call, moment)` runs before the relay goes on: `arrived` (the request is here, the supplier
    has not seen it), `done` (the supplier has answered, the gateway has nothing of it) and `answered`
    (the last byte was handed to the gateway). Where it returns true the call ends there. Calls are
    counted from 1 since `arm`."""

    def __init__(self, target):
        self.target, self.trap, self.count = target, None, 0
        self.lock = threading.Lock()
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                relay.pass_on(self)

            do_POST = do_PUT = do_DELETE = do_GET

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # the gateway was killed: that is what this is for

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def arm(self, trap):
        with self.lock:
            self.trap, self.count = trap, 0

    def _at(self, trap, call, moment):
        return trap is not None and trap(call, moment)

    def pass_on(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
        with self.lock:
            self.count += 1
            trap, call = self.trap, self.count
        handler.close_connection = False
        if self._at(trap, call, "arrived"):
            handler.close_connection = True
            return
        connection = http.client.HTTPConnection("127.0.0.1", self.target, timeout=90)
        fields = {name: value for name, value in handler.headers.items()
                  if name.lower() not in OWN}
        connection.request(handler.command, handler.path, body or None, fields)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if self._at(trap, call, "done"):
            handler.close_connection = True
            return
        handler.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OWN:
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)
        handler.wfile.flush()
        self._at(trap, call, "answered")

    def close(self):
        self.server.shutdown()
        self.server.server_close()
