"""A real gateway, by itself one that sells its own rooms only, and clients that hold them; for soak
parts and benchmarks. Standard library only."""

import datetime
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import threading
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def say(text):
    print(text, flush=True)


def places_index(binary):
    """The autocomplete index: long in the making and no part of what is tested, so made once."""
    kept = f"{ROOT}/.build/soak/places.db"
    data = f"{ROOT}/Sources/Places/Dataset/places.tsv.gz"
    if not os.path.exists(kept) or os.path.getmtime(kept) < os.path.getmtime(data):
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        subprocess.run([binary, "places", "build", "--index", kept, "--data", data],
                       check=True, capture_output=True)
    return kept


class Gateway:
    """`tributary serve` over one data directory; started by `with`, ended in order after it."""

    def __init__(self, binary, data, work, life_ms=600_000, settings=None, tracer=()):
        """`settings` are members of the configuration, beside or instead of those written here;
        `tracer` is a command, such as strace, whose child the gateway is to be."""
        self.binary, self.data, self.work = os.path.abspath(binary), data, work
        self.life_ms, self.settings = life_ms, settings or {}
        self.tracer = list(tracer)
        self.process = None
        self.port = self.admin = 0

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Returns once it listens; raises when it ends instead."""
        os.makedirs(self.work, exist_ok=True)
        os.makedirs(self.data, mode=0o700, exist_ok=True)
        index = os.path.join(self.data, "places.db")
        if not os.path.lexists(index):
            os.symlink(places_index(self.binary), index)
        config = os.path.join(self.work, "gateway.json")
        with open(config, "w") as file:
            json.dump({**{
                "http": {"port": 0}, "admin": {"port": 0}, "dataDirectory": self.data,
                "catalogueDirectory": f"{ROOT}/mocks/catalogue",
                "ratesFile": f"{ROOT}/mocks/catalogue/ecb-rates.json",
                "placesFile": f"{ROOT}/Sources/Places/Dataset/places.tsv.gz",
                "ownInventory": True,
                # Drivers let their holds stand: the cap on open ones is not what they are about.
                "holds": {"lifeMs": self.life_ms, "mostOpenPerTenant": 1_000_000},
            }, **self.settings}, file)
        self.errors = open(os.path.join(self.work, "gateway.log"), "a")
        self.process = subprocess.Popen(
            self.tracer + [self.binary, "serve", "--config", config], cwd=ROOT,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the gateway did not start: status {self.process.wait()}, "
                               f"see {self.errors.name}")
        addresses = json.loads(line)
        self.port = int(addresses["http"].rsplit(":", 1)[1])
        self.admin = int(addresses["admin"].rsplit(":", 1)[1])

    @property
    def pid(self):
        own = self.process.pid
        if not self.tracer:
            return own
        with open(f"/proc/{own}/task/{own}/children") as file:
            return int(file.read().split()[0])

    def stop(self):
        """SIGTERM; the exit status."""
        if self.process.poll() is None:
            os.kill(self.pid, signal.SIGTERM)
        return self.process.wait(timeout=60)

    def kill(self):
        """SIGKILL, and waits until it is gone."""
        self.process.kill()
        self.process.wait(timeout=60)

    def is_ready(self):
        status, _ = Client(self.port).ask("GET", "/readyz")
        return status == 200


class Client:
    """One connection; answers are (status, parsed body). A lost connection is status 0."""

    def __init__(self, port, timeout=30):
        self.port, self.timeout = port, timeout
        self.connection = None

    def ask(self, method, path, body=None, headers=None):
        status, answer, _ = self.exchange(method, path, body, headers)
        return status, answer

    def exchange(self, method, path, body=None, headers=None):
        """As `ask`, with the answer's fields."""
        headers = dict(headers or {}, Accept="application/json")
        data = None
        if body is not None:
            data = json.dumps(body)
            headers["Content-Type"] = "application/json"
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", self.port, timeout=self.timeout)
            self.connection.request(method, path, data, headers)
            answer = self.connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else {}, answer.headers
        except (OSError, http.client.HTTPException, ValueError):
            if self.connection is not None:
                self.connection.close()
            self.connection = None
            return 0, {}, {}

    def hold(self, quote, key):
        status, answer, _ = self.hold_exchange(quote, key)
        return status, answer

    def hold_exchange(self, quote, key):
        guest = {"room": 0, "firstName": "Ada", "lastName": "Byron", "lead": True}
        return self.exchange(
            "POST", "/v1/holds", {"quoteId": quote, "guests": [guest],
                                  "contact": {"email": "ada@example.com", "phone": "+351 1"}},
            {"Idempotency-Key": key})


class Quotes:
    """Quotes of own rooms, each once, as many as are asked for."""

    def __init__(self, port, seed=0):
        with open(f"{ROOT}/mocks/catalogue/crosswalk.tsv") as file:
            rows = (line.rstrip("\n").split("\t") for line in file)
            self.hotels = [row[2] for row in rows if row[0] == "direct"]
        self.random = random.Random(seed)
        self.client, self.lock = Client(port), threading.Lock()
        self.stock = []

    def take(self):
        with self.lock:
            while not self.stock:
                self._search()
            return self.stock.pop()

    def fill(self, count):
        with self.lock:
            while len(self.stock) < count:
                self._search()

    def _search(self):
        first = datetime.date.today() + datetime.timedelta(days=self.random.randint(5, 450))
        last = first + datetime.timedelta(days=1)
        hotels = "&".join("hotelId=" + h for h in self.random.sample(self.hotels, 40))
        status, body = self.client.ask(
            "GET", f"/v1/offers?{hotels}&checkIn={first}&checkOut={last}&occupancy=1&limit=100")
        if status != 200:
            raise RuntimeError(f"a search answered {status}: {body}")
        for hotel in body["hotels"]:
            for offer in hotel["offers"]:
                if "quoteId" in offer:
                    self.stock.append(offer["quoteId"])


class Holders:
    """Threads that hold one quote after another and note every answer, outside of the gateway."""

    def __init__(self, port, quotes, threads, prefix="k"):
        self.port, self.quotes, self.prefix = port, quotes, prefix
        self.lock, self.stopping = threading.Lock(), threading.Event()
        self.acknowledged = []
        self.statuses = {}
        self.next = 0
        self.threads = [threading.Thread(target=self._run, daemon=True) for _ in range(threads)]

    def start(self):
        for thread in self.threads:
            thread.start()
        return self

    def stop(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def known(self):
        """The ids of holds whose 201 has arrived so far."""
        with self.lock:
            return list(self.acknowledged)

    def _run(self):
        client = Client(self.port)
        while not self.stopping.is_set():
            with self.lock:
                key = f"{self.prefix}{self.next}"
                self.next += 1
            try:
                quote = self.quotes.take()
            except RuntimeError:
                time.sleep(0.05)
                continue
            status, body = client.hold(quote, key)
            with self.lock:
                self.statuses[status] = self.statuses.get(status, 0) + 1
                if status == 201:
                    self.acknowledged.append(body["holdId"])


def ledger_states(path):
    """The state of every hold in a ledger's file, by id; read without changing it."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return dict(connection.execute("SELECT id, state FROM hold"))
    finally:
        connection.close()


def verify(binary, path):
    """Whether `tributary ledger verify` finds the file sound; its words where it does not."""
    run = subprocess.run([binary, "ledger", "verify", path], capture_output=True, text=True)
    return run.returncode == 0, run.stdout + run.stderr


def wait_until(condition, seconds, what):
    """Polls; a soak part may, a test may not."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
