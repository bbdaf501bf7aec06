"""Part 'crash' of scripts/soak.sh: SIGKILL at every crash point of a hold, then the same key again.

Nothing in the gateway helps. A relay before each supplier tells the moments of a call; the client
sends the request and sees what came back; the ledger is read from outside. For the moments between
two writes of the gateway it is stopped and let on in slices of a fraction of a millisecond, and the
ledger is read while it stands. Where a kill really hit is judged afterwards: by the row's stage in
the ledger, by what the relay and the supplier's audit log saw, by what the client had received.

After each kill the gateway starts again on its data, and the client sends the same request under the
same key until it is decided. Then: one hold, the one the client had heard of if it had; at most one
reservation at the supplier in its whole audit log, and it is the one that is kept; the same answer
when asked again; and all of it given back by a release."""

import argparse
import collections
import json
import os
import random
import shutil
import signal
import socket
import sqlite3
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from fleet import KEEPING, Fleet, Market, impatient
from gateway import Client, Gateway, say
from relay import Relay

POINTS = ["before the claim", "after the claim", "after the supplier was called",
          "after its answer", "after the commit", "after the response"]
# What is aimed at: the point, and for relayed ones call and moment. Calls of a hold: 1 is the price
# check, 2 the request to keep.
AIMS = {
    "linkrest": ["half", "whole", (1, "arrived"), (2, "arrived"), (2, "done"), (2, "answered"),
                 "commit", "response"],
    "otaxml": ["half", "whole", (1, "arrived"), (2, "arrived"), (2, "done"), (2, "answered"),
               "commit", "response"],
    "streamrates": ["half", (1, "arrived"), (1, "done"), (1, "answered"), "commit", "response"],
    "direct": ["half", "claim", "commit", "response"],
}
GRANTED = ("HELD", "PRICE_CONFIRMED")


class Row:
    """The row of a key; `None` members where there is none."""

    def __init__(self, path, key):
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0)
        try:
            found = connection.execute(
                "SELECT id, state, stage, reference FROM hold WHERE attempt = ?", (key,)).fetchone()
        finally:
            connection.close()
        self.id, self.state, self.stage, self.reference = found or (None,) * 4


class Attempt:
    """One request for a hold over a bare socket, so that what was received is known to the byte."""

    def __init__(self, port, quote, key):
        body = json.dumps({
            "quoteId": quote,
            "guests": [{"room": 0, "firstName": "Ada", "lastName": "Byron", "lead": True}],
            "contact": {"email": "ada@example.com", "phone": "+351 1"}}).encode()
        self.bytes = (
            f"POST /v1/holds HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.heard = threading.Event()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def send(self, count=None):
        self.socket.sendall(self.bytes[:count])

    def _read(self):
        try:
            while True:
                piece = self.socket.recv(65536)
                if not piece:
                    return
                self.received += piece
                if self.is_whole():
                    self.heard.set()
        except OSError:
            pass

    def is_whole(self):
        head, _, body = self.received.partition(b"\r\n\r\n")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                return len(body) >= int(line.split(b":")[1])
        return False

    def has_bytes(self):
        """Also those that the kernel has and the reader has not."""
        try:
            return bool(self.received or self.socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError:
            return bool(self.received)

    def told(self):
        """Status and body of a whole answer, else None."""
        self.reader.join(timeout=5)
        if not self.is_whole():
            return None
        head, _, body = self.received.partition(b"\r\n\r\n")
        return int(head.split(b" ")[1]), json.loads(body)


class Cycle:
    """One kill, and what came of it."""

    def __init__(self, gateway, fleet, relays, supplier, aim, quote, key):
        self.gateway, self.fleet, self.supplier, self.aim = gateway, fleet, supplier, aim
        self.relay = relays.get(supplier)
        self.quote, self.key = quote, key
        self.path = os.path.join(gateway.data, "ledger.db")
        self.since = fleet.last_call(supplier) if self.relay else 0
        self.seen, self.dead = [], threading.Event()

    # Aiming

    def kill(self):
        os.kill(self.gateway.pid, signal.SIGKILL)
        self.dead.set()

    def trap(self, call, moment):
        if self.dead.is_set():
            return True
        self.seen.append((call, moment))
        if (call, moment) == self.aim:
            self.kill()
        return self.dead.is_set()

    def slices(self, attempt, until):
        """Lets the gateway on for moments, and kills it as soon as its row is as wanted."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            os.kill(self.gateway.pid, signal.SIGSTOP)
            try:
                row = Row(self.path, self.key)
            except sqlite3.Error:
                row = None
            if (row and until(row)) or attempt.has_bytes():
                break
            os.kill(self.gateway.pid, signal.SIGCONT)
            # A sleep would be longer than what lies between a commit and its answer.
            slice_end = time.perf_counter() + 40e-6
            while time.perf_counter() < slice_end:
                pass
        self.kill()

    def strike(self):
        """Sends the request and kills; the attempt with what the client received."""
        attempt = Attempt(self.gateway.port, self.quote, self.key)
        if self.relay:
            self.relay.arm(self.trap)
        if self.aim == "half":
            attempt.send(len(attempt.bytes) // 2)
            self.kill()
        elif self.aim == "whole":
            attempt.send()
            self.kill()
        elif self.aim == "claim":
            attempt.send()
            self.slices(attempt, lambda row: row.stage is not None)
        elif self.aim == "commit":
            attempt.send()
            self.wait_for_last_call()
            self.slices(attempt, lambda row: row.state in GRANTED)
        elif self.aim == "response":
            attempt.send()
            if not attempt.heard.wait(60):
                raise RuntimeError("no answer")
            self.kill()
        else:
            attempt.send()
            if not self.dead.wait(60):
                raise RuntimeError(f"the supplier saw no call {self.aim}, only {self.seen}")
        self.gateway.process.wait(timeout=60)
        if self.relay:
            self.relay.arm(None)
        return attempt

    def wait_for_last_call(self):
        last = {"linkrest": 2, "otaxml": 2, "streamrates": 1}.get(self.supplier)
        end = time.monotonic() + 60
        while last and (last, "answered") not in self.seen:
            if time.monotonic() > end:
                raise RuntimeError(f"the supplier was not asked: {self.seen}")
            time.sleep(0.0002)

    # Judging

    def point(self, row, attempt):
        """Where the kill hit, as an index of POINTS, and in words."""
        keep = 1 if self.supplier == "streamrates" else 2
        moments = [moment for call, moment in self.seen if call == keep]
        if row.stage is None:
            return 0, "no row"
        words = f"row {row.stage}" + (f", call {keep} {moments[-1]}" if moments else "")
        if row.state in GRANTED:
            return (5 if attempt.has_bytes() else 4), words
        if "answered" in moments:
            return 3, words
        if moments and (row.stage == "keeping" or "done" in moments):
            return 2, words
        return 1, words

    def decided(self, client):
        """The answer under the same key once there is one for good, and how often it was asked."""
        asked, end = 0, time.monotonic() + 90
        while time.monotonic() < end:
            asked += 1
            status, body, fields = client.hold_exchange(self.quote, self.key)
            if status in (0, 202, 503) or (status == 409 and fields.get("Retry-After")):
                time.sleep(0.1)
                continue
            return status, body, asked
        raise RuntimeError(f"not decided in 90 s: {status} {body}")

    def judge(self, before, told):
        """What is wrong after the restart, as texts."""
        client, faults = Client(self.gateway.port, timeout=60), []
        status, body, asked = self.decided(client)
        wanted = "PRICE_CONFIRMED" if self.supplier == "streamrates" else "HELD"
        if status != 201 or body.get("state") != wanted:
            return [f"the same key is told {status} {body.get('code') or body.get('state')}"], asked
        hold = body["holdId"]
        if told and told[0] == 201 and told[1]["holdId"] != hold:
            faults.append("the client had heard of another hold")
        if told and told[0] == 201 and plain(told[1]) != plain(body):
            faults.append("the answer is not what the client had heard before")
        again, repeated, fields = client.hold_exchange(self.quote, self.key)
        if again != 201 or plain(repeated) != plain(body):
            faults.append(f"asked once more it is told {again} and another body")
        if fields.get("Idempotent-Replayed") != "true":
            faults.append("the repeat is not marked as one")
        code, looked = client.ask("GET", f"/v1/holds/{hold}")
        if code != 200 or looked.get("state") != wanted:
            faults.append(f"a look at it is told {code}")
        row = Row(self.path, self.key)
        if before.reference and row.reference != before.reference and self.supplier in KEEPING:
            kept = self.fleet.reservations(self.supplier, before.reference)
            if kept:
                faults.append("a second reference was used though the supplier knew the first")
        faults += self.supplier_faults(row, kept="held")
        client.ask("DELETE", f"/v1/holds/{hold}")
        faults += self.given_back(row)
        return faults, asked

    def supplier_faults(self, row, kept):
        if self.supplier not in KEEPING:
            return []
        step = KEEPING[self.supplier]
        calls = [call for call in self.fleet.calls(self.supplier, step, self.since)
                 if call["committed"]]
        rooms = [found for found in self.fleet.reservations(self.supplier)
                 if found["state"] in ("held", "booked")]
        faults = []
        if len({call["reservation"] for call in calls}) != 1:
            faults.append(f"the audit log has {len(calls)} reservations")
        if len(rooms) != 1 or rooms[0]["reference"] != row.reference:
            faults.append(f"the supplier keeps {len(rooms)} rooms")
        return faults

    def given_back(self, row):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if self.supplier == "direct":
                connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
                left = connection.execute("SELECT count(*) FROM taken_room").fetchone()[0]
                left += connection.execute("SELECT total(taken) FROM night").fetchone()[0]
                connection.close()
            elif self.supplier in KEEPING:
                left = len(self.fleet.books(self.supplier)["taken"])
            else:
                left = 0
            if not left:
                return []
            time.sleep(0.05)
        return ["after the release a room is still taken"]


def plain(body):
    """A hold without what is counted anew in every answer."""
    if isinstance(body, dict):
        return {name: plain(value) for name, value in body.items()
                if name not in ("expiresInMs", "ageMs", "version")}
    return [plain(value) for value in body] if isinstance(body, list) else body


def schedule(kills, suppliers):
    aims = [(supplier, aim) for supplier in suppliers for aim in AIMS[supplier]]
    return [aims[number % len(aims)] for number in range(kills)]


def table(counts, asked, faults):
    suppliers = list(AIMS)
    say("| the kill hit | " + " | ".join(suppliers) + " | all |")
    say("|---" * (len(suppliers) + 2) + "|")
    for place, point in enumerate(POINTS):
        row = [counts[(supplier, place)] for supplier in suppliers]
        say(f"| {point} | " + " | ".join(str(n or "-") for n in row) + f" | {sum(row)} |")
    total = [sum(counts[(s, p)] for p in range(len(POINTS))) for s in suppliers]
    say("| all | " + " | ".join(map(str, total)) + f" | {sum(total)} |")
    say(f"{sum(total)} kills, {len(faults)} of them with something wrong; requests under the same key "
        f"until decided: {max(asked, default=0)} at most")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--kills", type=int, default=104, help="how many in all (default 104)")
    parser.add_argument("--seed", type=int, default=1, help="draws rooms and dates (default 1)")
    parser.add_argument("--verbose", action="store_true", help="a line a kill")
    parser.add_argument("suppliers", nargs="*", metavar="SUPPLIER",
                        help="any of: " + " ".join(AIMS) + " (default: all)")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="tributary-crash-")
    counts, asked, faults, words = collections.Counter(), [], [], collections.Counter()
    relays = {}
    try:
        with Fleet(options.binary, work) as fleet:
            fleet.adopt({})
            relays = {supplier: Relay(port) for supplier, port in fleet.ports.items()}
            ports = {supplier: relay.port for supplier, relay in relays.items()}
            settings = {"suppliers": fleet.accounts(work, ports, impatient)}
            gateway = Gateway(options.binary, os.path.join(work, "gateway"), work,
                              settings=settings)
            chance = random.Random(options.seed)
            gateway.start()
            for number, (supplier, aim) in enumerate(
                    schedule(options.kills, options.suppliers or list(AIMS))):
                market = Market(gateway.port, supplier, chance)
                # More than one room, so that a hold is never refused for want of one; and where the
                # supplier keeps rooms, a rate that it keeps them for.
                entry = market.draw(
                    lambda offer: (offer.get("remaining") or 9) > 2
                    and (supplier == "streamrates") == (offer["hold"]["by"] == "price_check"))
                cycle = Cycle(gateway, fleet, relays, supplier, aim, entry[2]["quoteId"],
                              f"crash-{number}")
                attempt = cycle.strike()
                before = Row(cycle.path, cycle.key)
                place, why = cycle.point(before, attempt)
                told = attempt.told()
                counts[(supplier, place)] += 1
                words[(POINTS[place], supplier, why)] += 1
                gateway.start()
                try:
                    found, times = cycle.judge(before, told)
                    asked.append(times)
                except RuntimeError as fault:
                    found = [str(fault)]
                if found:
                    faults.append(number)
                if found or options.verbose:
                    say(f"kill {number}, {supplier}, aimed at {aim}: {POINTS[place]} ({why}): "
                        + ("; ".join(found) or "sound"))
            gateway.stop()
    finally:
        for relay in relays.values():
            relay.close()
        shutil.rmtree(work)
    for (point, supplier, why), count in sorted(words.items(), key=lambda entry: (
            POINTS.index(entry[0][0]), entry[0])):
        say(f"{count:4} {point}: {supplier}, {why}")
    table(counts, asked, faults)
    missed = [f"{point} ({supplier})" for place, point in enumerate(POINTS)
              for supplier in options.suppliers or AIMS
              if not counts[(supplier, place)]
              and not (supplier == "direct" and place in (2, 3))]
    if missed:
        say("not hit: " + ", ".join(missed))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
