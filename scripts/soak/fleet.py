"""The mock suppliers in a process of their own, and offers of theirs; for soak parts. Standard library
only."""

import datetime
import json
import os
import subprocess

from gateway import ROOT, Client

CREDENTIALS = {
    "linkrest": {"linkrest-key": "linkrest-demo-key", "linkrest-secret": "linkrest-demo-secret"},
    "otaxml": {"otaxml-user": "otaxml-demo", "otaxml-password": "otaxml-demo-password"},
    "streamrates": {"streamrates-key": "streamrates-demo-key"},
}
# The step that keeps a room, and the one that checks a price; otaxml's one call does both.
KEEPING = {"linkrest": "book", "otaxml": "reserve"}
CHECKING = {"linkrest": "priceCheck", "otaxml": "avail", "streamrates": "prebook"}
STILL = {"everySeconds": 86400, "share": 0, "percent": 0}


class Fleet:
    """`tributary mocks`; started by `with`, ended after it."""

    def __init__(self, binary, work, scenario="calm", seed=1):
        self.binary, self.work = os.path.abspath(binary), work
        self.scenario, self.seed = scenario, seed

    def __enter__(self):
        os.makedirs(self.work, exist_ok=True)
        self.errors = open(os.path.join(self.work, "mocks.log"), "a")
        self.process = subprocess.Popen(
            [self.binary, "mocks", "--port", "0", "--scenario", self.scenario,
             "--seed", str(self.seed), "--until-stdin-closes"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the mocks did not start, see {self.errors.name}")
        self.ports = json.loads(line)
        self.control, self.last = self.ports.pop("control"), {}
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def _ask(self, method, path, body=None):
        # A connection of its own: one that was idle for long would be closed.
        status, answer = Client(self.control).ask(method, "/__mock" + path, body)
        if status != 200:
            raise RuntimeError(f"the mocks answered {status} to {path}: {answer}")
        return answer

    def adopt(self, suppliers, drift=None):
        self._ask("PUT", "/scenario",
                  {"name": "soak", "drift": drift or STILL, "suppliers": suppliers})

    def plan(self, supplier, step, outcomes):
        self._ask("PUT", "/plan", {"supplier": supplier, "step": step, "outcomes": outcomes})

    def advance(self, seconds):
        self._ask("POST", "/clock", {"advanceMs": int(seconds * 1000)})

    def calls(self, supplier, step=None, since=0):
        """The audit log of a supplier, oldest first; it gives 10,000 calls at a time."""
        found = []
        while True:
            page = self._ask("GET", f"/calls?supplier={supplier}&since={since}")["calls"]
            found += page
            if len(page) < 10_000:
                return [call for call in found if step in (None, call["step"])]
            since = page[-1]["sequence"]

    def last_call(self, supplier):
        calls = self.calls(supplier, since=self.last.get(supplier, 0))
        if calls:
            self.last[supplier] = calls[-1]["sequence"]
        return self.last.get(supplier, 0)

    def books(self, supplier):
        return self._ask("GET", f"/inventory?supplier={supplier}")["suppliers"][0]

    def reservations(self, supplier, reference=None):
        return [found for found in self.books(supplier)["reservations"]
                if reference in (None, found["reference"])]

    def accounts(self, work, ports=None, change=None):
        """Entries of a gateway's `suppliers`, each with a manifest of its own in `work` that
        `change(id, manifest)` may alter; `ports` stand before the mocks' own."""
        made = []
        for supplier, port in self.ports.items():
            with open(f"{ROOT}/suppliers/{supplier}/supplier.json") as file:
                manifest = json.load(file)
            if change:
                change(supplier, manifest)
            path = os.path.join(work, f"{supplier}.json")
            with open(path, "w") as file:
                json.dump(manifest, file)
            port = (ports or {}).get(supplier, port)
            made.append({"manifest": path, "baseURL": f"http://127.0.0.1:{port}",
                         "credentials": CREDENTIALS[supplier]})
        return made


def impatient(_, manifest):
    """Lost answers are looked up without delay, and not found soon means no."""
    if "lookup" in manifest:
        manifest["lookup"] = {"afterSeconds": [0.3, 0.6, 1.2], "indexingDelaySeconds": 0.5}


class Market:
    """Searches for offers of one supplier, over hotels and dates in turn."""

    def __init__(self, port, supplier, chance):
        self.supplier, self.random, self.client = supplier, chance, Client(port)
        with open(f"{ROOT}/mocks/catalogue/crosswalk.tsv") as file:
            rows = (line.rstrip("\n").split("\t") for line in file)
            self.hotels = sorted({row[2] for row in rows if row[0] == supplier})

    def search(self, hotels, first, fresh=True):
        """(hotel, date, offer) of every offer with a quote."""
        last = first + datetime.timedelta(days=1)
        named = "&".join("hotelId=" + hotel for hotel in hotels)
        status, body = self.client.ask(
            "GET", f"/v1/offers?{named}&checkIn={first}&checkOut={last}&occupancy=1&limit=100"
                   f"&suppliers={self.supplier}" + ("&maxAgeMs=0" if fresh else ""))
        if status != 200:
            raise RuntimeError(f"a search answered {status}: {body}")
        return [(hotel["hotelId"], first, offer)
                for hotel in body["hotels"] for offer in hotel["offers"] if "quoteId" in offer]

    def draw(self, wanted=lambda offer: True, hotels=12):
        """An offer that is wanted, at a hotel and date drawn by chance."""
        for _ in range(60):
            first = datetime.date.today() + datetime.timedelta(days=self.random.randint(5, 330))
            found = [entry for entry in self.search(self.random.sample(self.hotels, hotels), first)
                     if wanted(entry[2])]
            if found:
                return self.random.choice(found)
        raise RuntimeError(f"{self.supplier} has no such offer in 60 searches")

    def again(self, entry, fresh=True):
        """The same offer in a search of its own, so with a quote of its own; None when it is gone."""
        hotel, first, offer = entry
        for found in self.search([hotel], first, fresh):
            if found[2]["offerId"] == offer["offerId"]:
                return found
        return None
