"""Part 'canary' of scripts/soak.sh: guests' data turns up nowhere but where it must be.

Clients hold rooms while the suppliers storm. Every guest, contact, shopper and word of a client's own
carries a name that exists nowhere else. Requests that are refused carry them too: guests that do not
fit, addresses that are none, broken JSON, names in the wrong members. Afterwards every output is
searched for what all canaries begin with, so also for the rest of one that was cut: as it is, in any
case, and in base64, hexadecimal, percent encoding and UTF-16. The outputs are the gateway's log, its standard output, the metrics of the operators' listener and what the clients'
listener says to the same path, problem bodies (but for the name of an unknown member or parameter,
which is told to whoever sent it), what operators are shown of every hold and its history, of suppliers
and of recorded searches, the ledger with its log and a backup of it, the stored answers, every other file of the data directory.
What is shown to the client whose guest it is (a hold's own clientReference and metadata) is not
searched. To prove that the search finds, a canary is planted in a copy of each kind of output, in each
encoding. A guest's age cannot be told from any other number, so it is not searched for."""

import argparse
import base64
import collections
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from fleet import Fleet, Market
from gateway import Client, Gateway, say

# What is told to whoever sent it, and to nobody else.
MEMBER = "Unbekannt"
LETTERS = "bcdfghjklmnpqrstvwxz"


def sorts(kind):
    """What the canaries begin with that may not be in an output of this kind."""
    return Canaries.SORTS + ([] if kind == "problem bodies" else [MEMBER])


class Canaries:
    """Words that exist nowhere else; all of one sort begin alike."""

    SORTS = ["Kanarienv", "9711223344", "2001:db8:cafe"]

    def __init__(self, chance):
        self.random, self.count, self.lock = chance, 0, threading.Lock()

    def _made(self, start, letters, count):
        with self.lock:
            self.count += 1
            return start + "".join(self.random.choice(letters) for _ in range(count))

    def word(self, start="Kanarienv"):
        return self._made(start, LETTERS, 8)

    def digits(self):
        return self._made("9711223344", "0123456789", 4)

    def address(self):
        return self._made("2001:db8:cafe:", "123456789abcdef", 4) + "::1"


def encodings(word):
    """How a word may be hidden; base64 at each of its three places in a longer text."""
    plain = word.encode()
    found = {"plain": plain.lower(), "hex": plain.hex().encode(),
             "percent": urllib.parse.quote(word).lower().encode(),
             "utf-16": word.lower().encode("utf-16-le")}
    for shift in range(3):
        text = base64.b64encode(b"\0" * shift + plain)
        # The first and the last letters depend on what stands around.
        found[f"base64+{shift}"] = text[4 if shift else 0:-4]
    return found


class Outputs:
    """Everything that was put out, by kind."""

    def __init__(self):
        self.texts, self.lock = collections.defaultdict(list), threading.Lock()

    def add(self, kind, data):
        with self.lock:
            self.texts[kind].append(data)

    def size(self, kind):
        return sum(map(len, self.texts[kind]))

    def search(self, kind, extra=b""):
        """(sort, encoding, place) of every canary that is found."""
        data = b"\n".join(self.texts[kind]) + extra
        lower, found = data.lower(), []
        for sort in sorts(kind):
            for name, needle in encodings(sort).items():
                text = data if name.startswith("base64") else lower
                place = text.find(needle)
                while place >= 0:
                    found.append((sort, name, data[max(0, place - 120):place + 60]))
                    place = text.find(needle, place + 1)
        return found


class Guest:
    """The parts of a hold's body that are somebody's, each with a canary."""

    def __init__(self, canaries):
        self.first, self.last = canaries.word(), canaries.word()
        self.mail = canaries.word() + "@example.org"
        self.phone = canaries.digits()
        self.reference = canaries.word()
        self.buyer = canaries.word()
        self.note = canaries.word()
        self.member = canaries.word(MEMBER)
        self.fields = {"X-Shopper-Ip": canaries.address(),
                       "X-Shopper-Agent": canaries.word(),
                       "X-Shopper-Session": canaries.word()}

    def body(self, quote):
        return {
            "quoteId": quote, "clientReference": self.reference, "buyer": self.buyer,
            "metadata": {"note": self.note},
            "guests": [{"room": 0, "firstName": self.first, "lastName": self.last, "lead": True}],
            "contact": {"email": self.mail, "phone": "+" + self.phone}, "waitMs": 3000}


def spoilt(guest, quote, chance):
    """A body that is refused, with canaries where they do not belong."""
    body = guest.body(quote)
    kind = chance.randrange(9)
    if kind == 0:
        body["contact"]["email"] = guest.last
    elif kind == 1:
        body["contact"]["phone"] = guest.last
    elif kind == 2:
        body["guests"][0]["age"] = 17
    elif kind == 3:
        body["guests"][0]["room"] = guest.last
    elif kind == 4:
        body["quoteId"] = guest.last
    elif kind == 5:
        body[guest.member] = guest.mail
    elif kind == 6:
        body["guests"][0][guest.member] = guest.first
    elif kind == 7:
        body["maxIncrease"] = {"percent": guest.last}
    else:
        body["guests"][0]["firstName"] = guest.first * 20
    return body


def work_for(gateway, outputs, canaries, number, end, tally):
    """One client until the time is over."""
    chance = random.Random(1000 + number)
    client = Client(gateway.port, timeout=60)
    markets = [Market(gateway.port, supplier, chance)
               for supplier in ("linkrest", "otaxml", "streamrates", "direct")]
    count = 0
    while time.monotonic() < end:
        market = chance.choice(markets)
        try:
            quote = market.draw()[2]["quoteId"]
        except RuntimeError:
            continue
        guest = Guest(canaries)
        good = guest.body(quote)
        requests = [(good, count)]
        if chance.random() < 0.5:
            requests.insert(0, (spoilt(guest, quote, chance), count + 1))
        if chance.random() < 0.3:
            # The same key with another guest, the same request again, the quote under another key.
            requests += [(Guest(canaries).body(quote), count), (good, count), (good, count + 2)]
        count += 3
        for body, key in requests:
            status, answer, fields = client.exchange(
                "POST", "/v1/holds", body,
                {"Idempotency-Key": f"canary-{number}-{key}", **guest.fields})
            code = answer.get("code")
            with outputs.lock:
                tally[f"{status} {code or answer.get('state', '')}"] += 1
            # QUOTE_ALREADY_HELD has the client's own hold, with the words the client gave it.
            if status >= 400 and code != "QUOTE_ALREADY_HELD":
                outputs.add("problem bodies", repr((answer, dict(fields))).encode())
            if status == 201 and chance.random() < 0.5:
                client.ask("DELETE", f"/v1/holds/{answer['holdId']}")
        if chance.random() < 0.2:
            raw(gateway.port, Guest(canaries), outputs)


def raw(port, guest, outputs):
    """Requests that are no JSON, or no sane HTTP, and carry canaries."""
    for path, data, fields in (
        ("/v1/holds", f'{{"guests":[{{"firstName":"{guest.first}"'.encode(), {}),
        (f"/v1/holds?attempt={guest.last}&{guest.member}={guest.last}", b"{}", {}),
        ("/v1/holds", b"{}", {"Idempotency-Key": guest.mail + "\u00e9"}),
        ("/v1/holds", b"{}", {"X-Shopper-Ip": guest.last, "Idempotency-Key": "k"}),
    ):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json", **fields})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                outputs.add("problem bodies", answer.read())
        except urllib.error.HTTPError as fault:
            outputs.add("problem bodies", fault.read())
        except (OSError, UnicodeError):
            pass


def page(port, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as fault:
        return fault.read()


def collect(gateway, fleet, outputs, work):
    """Everything there is to be had from outside, while the gateway runs and after it."""
    outputs.add("metrics (operators)", page(gateway.admin, "/metrics"))
    outputs.add("metrics (clients)", page(gateway.port, "/metrics"))
    admin = Client(gateway.admin)
    status, listed = admin.ask("GET", "/admin/holds?limit=500")
    if status != 200:
        raise RuntimeError(f"operators are told {status}")
    outputs.add("operators' list", page(gateway.admin, "/admin/holds?limit=500"))
    outputs.add("operators' suppliers", page(gateway.admin, "/admin/suppliers"))
    for supplier in fleet.ports:
        outputs.add("operators' suppliers", page(gateway.admin, f"/admin/suppliers/{supplier}"))
    searches = admin.ask("GET", "/admin/searches")[1]
    for search in searches["searches"]:
        outputs.add("operators' searches", page(gateway.admin, f"/admin/searches/{search['searchId']}"))
    for hold in listed["holds"]:
        outputs.add("operators' histories", page(gateway.admin, f"/admin/holds/{hold['holdId']}"))
    ids = [hold["holdId"] for hold in listed["holds"]]
    backup = os.path.join(work, "backup.db")
    subprocess.run([gateway.binary, "ledger", "backup", "--data", gateway.data, "--to", backup],
                   check=True, capture_output=True)
    files(gateway, outputs, "while it runs")
    with open(backup, "rb") as file:
        outputs.add("backup of the ledger", file.read())
    outputs.add("standard output", gateway_rest(gateway))
    files(gateway, outputs, "after its end")
    for name in ("gateway.log", "mocks.log"):
        with open(os.path.join(work, name), "rb") as file:
            outputs.add(name, file.read())
    return ids


def gateway_rest(gateway):
    gateway.stop()
    return (gateway.process.stdout.read() or "").encode()


def files(gateway, outputs, when):
    for folder, _, names in os.walk(gateway.data):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path):
                continue
            kind = name if name.startswith(("ledger.db", "answers.db")) else "other files of the data"
            with open(path, "rb") as file:
                outputs.add(kind, file.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--seconds", type=int, default=60, help="of load (default 60)")
    parser.add_argument("--clients", type=int, default=8, help="at once (default 8)")
    parser.add_argument("--keep", action="store_true", help="leave the files")
    options = parser.parse_args()
    work = tempfile.mkdtemp(prefix="tributary-canary-")
    outputs, canaries = Outputs(), Canaries(random.Random(7))
    tally = collections.Counter()
    try:
        with Fleet(options.binary, work, scenario="storm", seed=7) as fleet:
            settings = {"suppliers": fleet.accounts(work)}
            gateway = Gateway(options.binary, os.path.join(work, "gateway"), work,
                              life_ms=30_000, settings=settings)
            gateway.start()
            try:
                end = time.monotonic() + options.seconds
                threads = [threading.Thread(target=work_for, args=(
                    gateway, outputs, canaries, number, end, tally))
                    for number in range(options.clients)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                ids = collect(gateway, fleet, outputs, work)
            finally:
                if gateway.process.poll() is None:
                    gateway.kill()
        faults = report(outputs, canaries, tally, ids)
    finally:
        if options.keep:
            say(f"files in {work}")
        else:
            shutil.rmtree(work)
    return 1 if faults else 0


def report(outputs, canaries, tally, ids):
    faults = []
    say("answers: " + ", ".join(f"{count} x {word}" for word, count in sorted(tally.items())))
    say(f"{canaries.count} canaries, each looked for in {len(encodings('word'))} encodings")
    say("| output | bytes | canaries found | planted and found |")
    say("|---|---|---|---|")
    for kind in sorted(outputs.texts):
        found = outputs.search(kind)
        planted, missed = 0, 0
        for sort in sorts(kind):
            for name, needle in encodings(sort).items():
                # Behind the kind's own bytes, once in each encoding.
                hidden = b"\0" + (sort.encode() if name == "plain" else needle) + b"\0"
                seen = [(s, n) for s, n, _ in outputs.search(kind, hidden)]
                planted += 1
                missed += seen.count((sort, name)) <= [(s, n) for s, n, _ in found].count(
                    (sort, name))
        say(f"| {kind} | {outputs.size(kind)} | {len(found)} | {planted - missed} of {planted} |")
        for sort, name, text in found[:5]:
            say(f"  {kind}: {sort}... ({name}): {text}")
        if found or missed:
            faults.append(kind)
    for kind in ("ledger.db", "backup of the ledger", "operators' list"):
        # What is not in the ledger's file yet is in its log.
        text = b"".join(outputs.texts[kind])
        if kind == "ledger.db":
            text += b"".join(outputs.texts["ledger.db-wal"])
        have = sum(hold.encode() in text for hold in ids)
        say(f"{kind}: {have} of {len(ids)} holds' ids are found in it, so it is the right thing")
        if not have:
            faults.append(kind)
    return faults


if __name__ == "__main__":
    sys.exit(main())
