"""Part 'lastroom' of scripts/soak.sh: many clients at one moment want the last room.

For each who can keep rooms (our own inventory, and the mock suppliers that hold) a room is taken
down to its last one; then every client, each with a quote and a key of its own, asks for it at once.
Exactly one gets it (201), the others are told 409 SOLD_OUT; whoever was told 202 first, since
alternates take their time, is told so under its key. Nothing else is an answer. Then the books are
read: the supplier's audit log has one reservation a grant, stock is full and not beyond, and after
the release everything is back."""

import argparse
import collections
import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from fleet import KEEPING, Fleet, Market
from gateway import Client, Gateway, say


class Race:
    """Clients that wait at one line, each with a connection of its own."""

    def __init__(self, port, count):
        self.clients = [Client(port, timeout=90) for _ in range(count)]

    def run(self, quotes, prefix):
        """(status, body) of every client."""
        answers = [None] * len(quotes)
        line = threading.Barrier(len(quotes))

        def ask(number):
            client = self.clients[number]
            client.ask("GET", "/healthz")
            line.wait()
            answers[number] = client.hold(quotes[number], f"{prefix}-{number}")

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(len(quotes))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers


class OwnBooks:
    """Own rooms in the ledger's file, read without changing it."""

    def __init__(self, data):
        self.path = os.path.join(data, "ledger.db")

    def taken(self, hotel, date):
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        try:
            rows = connection.execute("SELECT taken FROM night WHERE taken > 0").fetchall()
            holds = connection.execute("SELECT count(*) FROM taken_room").fetchone()[0]
        finally:
            connection.close()
        return sorted(row[0] for row in rows), holds


def scarce(market, most=6):
    """An offer with few rooms left that is kept, not only confirmed."""
    return market.draw(lambda offer: offer.get("remaining") is not None
                       and offer["remaining"] <= most and offer["hold"]["by"] != "price_check")


def settled(client, quote, key, answer):
    """What a client that was told PENDING is told under its key when the hold is decided."""
    end = time.monotonic() + 60
    while answer[0] == 202 and time.monotonic() < end:
        time.sleep(0.1)
        code, now = client.ask("GET", f"/v1/holds/{answer[1]['holdId']}")
        if code == 200 and now["state"] != "PENDING":
            answer = client.hold(quote, key)
    return answer


def stock_faults(supplier, fleet, own, granted):
    """What the books say against `granted` reservations being all that is kept."""
    if supplier == "direct":
        taken, holds = own.taken(None, None)
        return [] if (taken, holds) == ([granted], granted) else [
            f"the ledger has {holds} rooms taken, nights {taken}, for {granted} grants"]
    books = fleet.books(supplier)
    faults = [f"taken {night['taken']} of {night['allotment']} at {night['hotel']}"
              for night in books["taken"] if night["taken"] > night["allotment"]]
    kept = [found for found in books["reservations"] if found["state"] in ("held", "booked")]
    if len(kept) != granted:
        faults.append(f"the supplier keeps {len(kept)} rooms for {granted} grants")
    return faults


def one_round(number, supplier, market, race, fleet, own, tally):
    """What was wrong in one race, as texts."""
    client, faults = market.client, []
    entry, before = scarce(market), []
    for place in range(entry[2]["remaining"] - 1):
        again = market.again(entry, fresh=False)
        if again is None:
            return None
        status, body = client.hold(again[2]["quoteId"], f"{supplier}-{number}-before-{place}")
        if status != 201:
            return None
        before.append(body["holdId"])
    quotes = []
    while len(quotes) < len(race.clients):
        again = market.again(entry, fresh=not quotes)
        if again is None:
            break
        # Searches of one millisecond that the cache answers give the same quote.
        if again[2]["quoteId"] not in quotes:
            quotes.append(again[2]["quoteId"])
    since = 0 if supplier == "direct" else fleet.last_call(supplier)
    held = list(before)
    if len(quotes) == len(race.clients):
        started = time.monotonic()
        key = f"{supplier}-{number}"
        answers = race.run(quotes, key)
        tally["slowest"] = max(tally["slowest"], time.monotonic() - started)
        tally["pending"] += sum(status == 202 for status, _ in answers)
        answers = [settled(client, quotes[place], f"{key}-{place}", answer)
                   for place, answer in enumerate(answers)]
        told = collections.Counter(
            f"{status} {body.get('code') or body.get('state', '')}" for status, body in answers)
        tally["answers"].update(told)
        won = [body["holdId"] for status, body in answers if status == 201]
        held += won
        expected = {"201 HELD": 1, "409 SOLD_OUT": len(answers) - 1}
        if dict(told) != expected:
            faults.append(f"answers {dict(told)}")
        if supplier != "direct":
            kept = [call for call in fleet.calls(supplier, KEEPING[supplier], since)
                    if call["committed"]]
            if len(kept) != 1 or len({call["reference"] for call in kept}) != 1:
                faults.append(f"the audit log has {len(kept)} reservations in the race")
        faults += stock_faults(supplier, fleet, own, len(held))
        tally["rounds"] += 1
    for hold in held:
        client.ask("DELETE", f"/v1/holds/{hold}")
    if supplier == "direct":
        left = own.taken(None, None)
        if left != ([], 0):
            faults.append(f"after the release the ledger still has {left}")
    else:
        end = time.monotonic() + 20
        while time.monotonic() < end and fleet.books(supplier)["taken"]:
            time.sleep(0.05)
        if fleet.books(supplier)["taken"]:
            faults.append("after the release the supplier still keeps rooms")
    return faults if len(quotes) == len(race.clients) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--rounds", type=int, default=200, help="races a keeper (default 200)")
    parser.add_argument("--clients", type=int, default=50, help="clients a race (default 50)")
    parser.add_argument("--minutes", type=float, default=10,
                        help="at most so long a keeper (default 10)")
    parser.add_argument("--seed", type=int, default=1, help="draws rooms and dates (default 1)")
    parser.add_argument("keepers", nargs="*", metavar="KEEPER",
                        help="any of: direct linkrest otaxml (default: all)")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="tributary-lastroom-")
    wrong = []
    lines = ["| keeper | races | clients | 201 | 409 SOLD_OUT | anything else "
             "| of these first 202 | slowest race | wrong |", "|---|---|---|---|---|---|---|---|---|"]
    try:
        with Fleet(options.binary, work) as fleet:
            quick = {"steps": {"*": {"latency": {"uniformMs": [0, 15]}}}}
            fleet.adopt({"*": quick})
            settings = {"suppliers": fleet.accounts(work)}
            data = os.path.join(work, "gateway")
            with Gateway(options.binary, data, work, settings=settings) as gateway:
                race, own = Race(gateway.port, options.clients), OwnBooks(data)
                for supplier in options.keepers or ["direct", "linkrest", "otaxml"]:
                    market = Market(gateway.port, supplier, random.Random(options.seed))
                    tally = {"answers": collections.Counter(), "rounds": 0, "pending": 0,
                             "slowest": 0.0}
                    faults, tries = [], 0
                    end = time.monotonic() + options.minutes * 60
                    while tally["rounds"] < options.rounds and time.monotonic() < end:
                        tries += 1
                        found = one_round(tries, supplier, market, race, fleet, own, tally)
                        for fault in found or []:
                            say(f"{supplier} race {tries}: {fault}")
                            faults.append(fault)
                    answers = tally["answers"]
                    lines.append(
                        f"| {supplier} | {tally['rounds']} | {options.clients} "
                        f"| {answers.pop('201 HELD', 0)} | {answers.pop('409 SOLD_OUT', 0)} "
                        f"| {json.dumps(answers) if answers else 'none'} "
                        f"| {tally['pending']} | {tally['slowest']:.2f} s | {len(faults)} |")
                    say(lines[-1])
                    wrong += faults
                    if not tally["rounds"]:
                        wrong.append(f"{supplier}: no race was run")
    finally:
        shutil.rmtree(work)
    say("\n".join(lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
