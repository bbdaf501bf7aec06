"""Part 'outcomes' of scripts/soak.sh: what a hold comes to, for every supplier and everything that can
become of its offer, through a real gateway against the mock suppliers.

Prints a table: what the client was told at once, what the hold is in the end, and the rooms that the
supplier keeps then and after the client's release, by its own books. Each line is compared with what
docs/holds.md promises. What cannot happen at a supplier has a line that says why."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from fleet import CHECKING, KEEPING, STILL, Fleet, Market, impatient
from gateway import Client, Gateway, say

DRIFT = {"everySeconds": 86400, "share": 1, "percent": 20}
REFUSED = "REFUSED SUPPLIER_UNAVAILABLE"
# What docs/holds.md promises: the answer at once, the end, the supplier's rooms then.
GRANT = {"keep": ("201", "HELD", 1), "confirm": ("201", "PRICE_CONFIRMED", 0)}
UNDONE = ("503 SUPPLIER_UNAVAILABLE", "none", 0)
PENDING = ("202", "HELD", 1)
LOST = ("202", REFUSED, 0)


def refusal(code):
    return (f"409 {code}", f"REFUSED {code}", 0)


class Case:
    """A line of the table: what is planned at which of a supplier's steps, and what is promised."""

    def __init__(self, name, at, promise, fault=None, why=None):
        self.name, self.at, self.promise, self.fault, self.why = name, at, promise, fault, why


def cases(supplier):
    keeps = supplier in KEEPING
    grant = GRANT["keep" if keeps else "confirm"]
    check = [
        Case("unchanged", "", grant),
        Case("up", "check", refusal("PRICE_CHANGED")),
        Case("down", "check", grant),
        Case("terms", "check", refusal("TERMS_CHANGED"), "termsChanged"),
        Case("sold out", "check", refusal("SOLD_OUT"), "soldOut"),
        Case("expired", "check", ("410 QUOTE_EXPIRED", "none", 0)),
        Case("timeout", "check", UNDONE, "hang"),
        Case("nonsense (a web page)", "check", UNDONE, "html"),
        Case("nonsense (cut JSON or XML)", "check", UNDONE, "truncate"),
    ]
    # What a protocol cannot tell; its supplier's README says the same.
    if supplier == "linkrest":
        why = "its {} tells no terms, so nobody can see it"
        check[3] = Case("terms", "check", grant, "termsChanged", why.format("price check"))
    if supplier == "otaxml":
        check[5] = Case("expired", "check", grant, None,
                        "there are no tokens: the rate is looked for anew and is there")
    if not keeps:
        return check + [
            Case("commit then drop", "check", UNDONE, "dropAnswer",
                 why="nothing is committed by a price check: its answer is lost")]
    terms = {
        "linkrest": (grant, "only the itinerary tells, which nobody reads after a grant"),
        "otaxml": (("503 SUPPLIER_UNAVAILABLE", REFUSED, 0),
                   "it was kept on worse terms than quoted, and is given back at once"),
    }[supplier]
    return check + [
        Case("up", "keep", refusal("PRICE_CHANGED"), "priceChanged"),
        Case("terms", "keep", terms[0], "termsChanged", terms[1]),
        Case("sold out", "keep", refusal("SOLD_OUT"), "soldOut"),
        Case("timeout", "keep", LOST, "hang"),
        Case("nonsense (a web page)", "keep", LOST, "html"),
        Case("nonsense (cut JSON or XML)", "keep", PENDING, "truncate"),
        Case("commit then drop", "keep", PENDING, "dropAnswer"),
    ]


def brisk(supplier, manifest):
    """Look-ups and time limits of seconds, so that a lost answer is settled while one waits."""
    impatient(supplier, manifest)
    for step in ("revalidate", "hold", "release", "retrieve"):
        if step in manifest["timeoutSeconds"]:
            manifest["timeoutSeconds"][step] = 3


def told(status, body):
    return str(status) if status in (201, 202) else f"{status} {body.get('code')}"


class Table:
    def __init__(self, gateway, fleet, chance):
        self.gateway, self.fleet, self.random = gateway, fleet, chance
        self.client = Client(gateway.port, timeout=90)
        self.lines, self.wrong, self.number = [], [], 0

    def offers(self, supplier, count, wanted=lambda offer: True):
        """Quotes of offers with rooms enough, for keepers of those that they keep."""
        market = Market(self.gateway.port, supplier, self.random)
        by = {"direct": "inventory", "streamrates": "price_check"}.get(supplier, "supplier")
        found = []
        while len(found) < count:
            entry = market.draw(lambda offer: offer["hold"]["by"] == by
                                and (offer.get("remaining") or 9) > 1 and wanted(offer))
            found.append(entry[2])
        return found

    def hold(self, offer):
        self.number += 1
        key = f"outcome-{self.number}"
        return key, *self.client.hold(offer["quoteId"], key)

    def ended(self, key, body):
        """The hold of a key once it is decided, as a word."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            path = f"/v1/holds/{body['holdId']}" if "holdId" in body else f"/v1/holds?attempt={key}"
            status, now = self.client.ask("GET", path)
            if status == 404:
                return "none", None
            now = now.get("hold", now) if status == 200 else now
            if status == 200 and now.get("state") != "PENDING":
                reason = now.get("refusal") or now.get("reason") or now.get("code") or {}
                code = reason if isinstance(reason, str) else reason.get("code", "")
                return f"{now['state']} {code}".strip(), now
            time.sleep(0.05)
        return "PENDING", None

    def kept(self, supplier):
        if supplier not in KEEPING:
            return 0
        return sum(found["state"] in ("held", "booked")
                   for found in self.fleet.reservations(supplier))

    def moved(self, supplier, wanted):
        """Holds offers whose prices moved since until one moved as wanted."""
        offers = self.offers(supplier, 12)
        self.fleet.adopt({}, DRIFT)
        try:
            for offer in offers:
                key, status, body = self.hold(offer)
                old = float(offer["price"]["total"]["amount"])
                new = float((body.get("new") or (body.get("price") or {}).get("total")
                             or {"amount": old})["amount"])
                if (new > old) == (wanted == "up") and new != old:
                    return key, status, body, f"{(new / old - 1) * 100:+.1f} %"
                if status == 201:
                    self.client.ask("DELETE", f"/v1/holds/{body['holdId']}")
        finally:
            self.fleet.adopt({}, STILL)
        raise RuntimeError(f"no price of {supplier} has gone {wanted}")

    def run(self, supplier, case):
        note = case.why or ""
        if case.name in ("up", "down") and case.fault is None:
            key, status, body, note = self.moved(supplier, case.name)
        else:
            # Terms get worse only where they are not the worst already.
            offer, = self.offers(supplier, 1, lambda offer: case.name != "terms" or
                                 offer["cancellation"]["kind"] == "freeUntil")
            if case.name == "expired":
                self.fleet.advance(1300)
            if case.fault:
                step = (KEEPING if case.at == "keep" else CHECKING)[supplier]
                self.fleet.plan(supplier, step, [case.fault])
            key, status, body = self.hold(offer)
            if case.fault:
                self.fleet.plan(supplier, step, [])
        state, hold = self.ended(key, body)
        left = self.kept(supplier)
        seen = (told(status, body), state, left)
        after = left
        if hold and state in ("HELD", "PRICE_CONFIRMED"):
            self.client.ask("DELETE", f"/v1/holds/{hold['holdId']}")
        end = time.monotonic() + 10
        while (after := self.kept(supplier)) and time.monotonic() < end:
            time.sleep(0.05)
        self.line(supplier, case, seen, after, note)

    def line(self, supplier, case, seen, after, note):
        sound = seen == case.promise and after == 0
        if not sound:
            self.wrong.append(f"{supplier}, {case.name} at {case.at}: {seen}, {after} left after the "
                              f"release, promised {case.promise}")
        self.lines.append(
            f"| {supplier} | {case.name} | {case.at} | {seen[0]} | {seen[1]} "
            f"| {seen[2]} | {after} | {note}{'' if sound else ' **not as promised**'} |")

    def cannot(self, supplier, name, why):
        self.lines.append(f"| {supplier} | {name} | | | | | | cannot happen: {why} |")

    def own(self, binary, work, data):
        """Our own rooms: what can become of them."""
        for name in ("unchanged", "sold out"):
            offer, = self.offers("direct", 1)
            before = []
            if name == "sold out":
                market = Market(self.gateway.port, "direct", self.random)
                entry = market.draw()
                offer = entry[2]
                for _ in range(offer["remaining"]):
                    again = market.again(entry)
                    before.append(self.hold(again[2])[2])
            key, status, body = self.hold(offer)
            state, hold = self.ended(key, body)
            for held in before + ([hold] if hold else []):
                self.client.ask("DELETE", f"/v1/holds/{held['holdId']}")
            promise = ("201", "HELD", 0) if name == "unchanged" else refusal("SOLD_OUT")
            self.line("direct", Case(name, "ledger", promise), (told(status, body), state, 0), 0,
                      "no supplier is asked")
        why = {
            "up": "a price of ours changes with the files read at start, and a quote is of one start's",
            "timeout": "nobody is asked; a write that hangs is the part `storage`",
            "nonsense": "nobody is asked",
            "commit then drop": "stock and hold are one transaction; a crash around it is the part "
                                "`crash`",
        }
        for name in ("up", "down", "terms", "timeout", "nonsense", "commit then drop"):
            self.cannot("direct", name, why.get(name, why["up"]))


def expired_own(binary, work, table):
    """A quote of own rooms only ends by its own time, so a gateway with quotes of 10 s is asked."""
    with Gateway(binary, os.path.join(work, "short"), os.path.join(work, "short-work"),
                 settings={"quotes": {"lifeMs": 10_000}}) as gateway:
        entry = Market(gateway.port, "direct", random.Random(3)).draw()
        time.sleep(10.5)
        status, body = Client(gateway.port).hold(entry[2]["quoteId"], "late")
    table.line("direct", Case("expired", "quote", ("410 QUOTE_EXPIRED", "none", 0)),
               (told(status, body), "none", 0), 0, "the quote's own time")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--seed", type=int, default=1, help="draws rooms and dates (default 1)")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="tributary-outcomes-")
    try:
        with Fleet(options.binary, work) as fleet:
            fleet.adopt({})
            data = os.path.join(work, "gateway")
            settings = {"suppliers": fleet.accounts(work, change=brisk)}
            with Gateway(options.binary, data, work, settings=settings) as gateway:
                table = Table(gateway, fleet, random.Random(options.seed))
                for supplier in fleet.ports:
                    for case in cases(supplier):
                        try:
                            table.run(supplier, case)
                        except RuntimeError as fault:
                            table.wrong.append(f"{supplier}, {case.name}: {fault}")
                table.own(options.binary, work, data)
            expired_own(options.binary, work, table)
    finally:
        shutil.rmtree(work)
    say("| supplier | case | at | told | in the end | rooms kept | after release | |")
    say("|---|---|---|---|---|---|---|---|")
    say("\n".join(table.lines))
    for fault in table.wrong:
        say(fault)
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
