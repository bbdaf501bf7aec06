"""Part 'freeze' of scripts/soak.sh: SIGSTOP of a gateway with a hold in flight, for longer than its lease,
then SIGCONT. One gateway serves a data directory, so nobody takes the hold over meanwhile: it must
find by itself that its lease is over, and still end each hold once.

Each round stops the gateway while the supplier has the request to keep a room (or its answer), for 35 s;
the lease is 30 s. Afterwards the same key must lead to one hold with one reservation at the supplier,
the announced end must be kept to the second, and then the room must be given back. The second kind of
round stops it with a hold granted, across its deadline: over at once when it goes on, and given back."""

import argparse
import datetime
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from fleet import Fleet, Market, impatient
from gateway import Client, Gateway, say
from relay import Relay

STILL = 35
LIFE = 50


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Round:
    """One hold, and what is wrong with it in the end."""

    def __init__(self, gateway, fleet, relay, supplier, market, key):
        self.gateway, self.fleet, self.relay = gateway, fleet, relay
        self.supplier, self.market, self.key = supplier, market, key
        self.since, self.faults = fleet.last_call(supplier), []

    def still(self):
        os.kill(self.gateway.pid, signal.SIGSTOP)
        time.sleep(STILL)
        os.kill(self.gateway.pid, signal.SIGCONT)

    def wrong(self, text):
        self.faults.append(text)

    def quote(self):
        entry = self.market.draw(lambda offer: (offer.get("remaining") or 9) > 2
                                 and offer["hold"]["by"] == "supplier")
        return entry[2]["quoteId"]

    def in_flight(self, moment):
        """Stops it at a moment of the second call, which asks for the room."""
        quote, reached = self.quote(), threading.Event()

        def trap(call, at):
            if (call, at) == (2, moment):
                os.kill(self.gateway.pid, signal.SIGSTOP)
                reached.set()
            return False

        self.relay.arm(trap)
        client = threading.Thread(
            target=lambda: Client(self.gateway.port, timeout=120).hold(quote, self.key))
        client.start()
        if not reached.wait(60):
            raise RuntimeError("the supplier was not asked for the room")
        time.sleep(STILL)
        os.kill(self.gateway.pid, signal.SIGCONT)
        client.join()
        self.relay.arm(None)
        hold = self.decided(quote)
        if hold:
            self.keeps_its_time(hold)

    def across_the_end(self):
        """Stops it with a hold that ends meanwhile."""
        quote = self.quote()
        status, hold = Client(self.gateway.port).hold(quote, self.key)
        if status != 201:
            return self.wrong(f"told {status} {hold.get('code')}")
        time.sleep(max(0, instant(hold["expiresAt"]) - time.time() - STILL / 2))
        self.still()
        self.looks(hold, "EXPIRED")
        self.given_back()

    def decided(self, quote):
        client, end = Client(self.gateway.port, timeout=60), time.monotonic() + 60
        while time.monotonic() < end:
            status, body, fields = client.hold_exchange(quote, self.key)
            if status in (0, 202, 503) or (status == 409 and fields.get("Retry-After")):
                time.sleep(0.2)
                continue
            if status == 201 and body["state"] == "HELD":
                self.one_reservation()
                return body
            break
        self.wrong(f"the same key is told {status} {body.get('code') or body.get('state')}")

    def one_reservation(self):
        rooms = [found for found in self.fleet.reservations(self.supplier)
                 if found["state"] in ("held", "booked")]
        made = {call["reservation"] for call in self.fleet.calls(self.supplier, None, self.since)
                if call.get("committed") and call.get("reservation")}
        if len(rooms) != 1 or len(made) != 1:
            self.wrong(f"the supplier keeps {len(rooms)} rooms of {len(made)} reservations")

    def keeps_its_time(self, hold):
        end = instant(hold["expiresAt"])
        while time.time() < end - 1:
            if not self.looks(hold, "HELD"):
                return
            time.sleep(min(5, max(0.1, end - 1 - time.time())))
        time.sleep(max(0, end + 0.5 - time.time()))
        self.looks(hold, "EXPIRED")
        self.given_back()

    def looks(self, hold, state):
        status, seen = Client(self.gateway.port).ask("GET", f"/v1/holds/{hold['holdId']}")
        if status != 200 or seen["state"] != state or seen["expiresAt"] != hold["expiresAt"]:
            self.wrong(f"a look is told {status} {seen.get('state')} until {seen.get('expiresAt')}, "
                       f"not {state} until {hold['expiresAt']}")
        return not self.faults

    def given_back(self):
        end = time.monotonic() + 30
        while self.fleet.books(self.supplier)["taken"]:
            if time.monotonic() > end:
                return self.wrong("the supplier still keeps a room after the end")
            time.sleep(0.1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--seed", type=int, default=1, help="draws rooms and dates (default 1)")
    parser.add_argument("suppliers", nargs="*", metavar="SUPPLIER",
                        help="any of: linkrest otaxml (default: both)")
    options = parser.parse_args()
    work, faults, relays = tempfile.mkdtemp(prefix="tributary-freeze-"), 0, {}
    try:
        with Fleet(options.binary, work) as fleet:
            fleet.adopt({})
            relays = {supplier: Relay(port) for supplier, port in fleet.ports.items()}
            ports = {supplier: relay.port for supplier, relay in relays.items()}
            settings = {"suppliers": fleet.accounts(work, ports, impatient)}
            chance = random.Random(options.seed)
            with Gateway(options.binary, os.path.join(work, "gateway"), work, life_ms=LIFE * 1000,
                         settings=settings) as gateway:
                for supplier in options.suppliers or ["linkrest", "otaxml"]:
                    for kind in ["arrived", "done", "across the end"]:
                        # A connection of its own: one that was idle for long would be closed.
                        market = Market(gateway.port, supplier, chance)
                        turn = Round(gateway, fleet, relays[supplier], supplier, market,
                                     f"freeze-{supplier}-{kind.replace(' ', '-')}")
                        if kind == "across the end":
                            turn.across_the_end()
                        else:
                            turn.in_flight(kind)
                        faults += len(turn.faults)
                        say(f"{supplier}, stopped {STILL} s, {kind}: "
                            + ("; ".join(turn.faults) or "sound"))
    finally:
        for relay in relays.values():
            relay.close()
        shutil.rmtree(work)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
