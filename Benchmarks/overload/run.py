#!/usr/bin/env python3
"""Searches past what the machine can carry: finds how many streamed searches a second are answered with
`done` within 50 ms of their deadline (99.9 of 100, by the gateway's own account), then offers half of that,
and ten times that, and says what became of those admitted, how late their `done` came, and how soon the
others were refused. Holds of own rooms are made all the while.

The client, the mock suppliers and the gateway share the machine's cores, so the capacity is a lower bound;
the ratios are what is measured. Nothing else should run meanwhile. Standard library only."""

import argparse
import asyncio
import datetime
import http.client
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts", "soak"))
from fleet import Fleet
from gateway import Client, Gateway, Quotes

PLACES = {"geonames:2267057": "Lisbon", "geonames:2759794": "Amsterdam", "geonames:3128760": "Barcelona",
          "geonames:2643743": "London", "geonames:3169070": "Rome", "geonames:2761369": "Vienna"}
TIMEOUT_MS = 1500


class Search(asyncio.Protocol):
    """One streamed search over a connection of its own; reads nothing but its status and its end."""

    def __init__(self, path, ended):
        self.path, self.ended = path, ended
        self.status, self.tail, self.began, self.done = 0, b"", time.monotonic(), None

    def connection_made(self, transport):
        self.transport = transport
        transport.write((f"GET {self.path} HTTP/1.1\r\nHost: t\r\nAccept: text/event-stream\r\n"
                         "Connection: close\r\n\r\n").encode())

    def data_received(self, data):
        if not self.status:
            self.status = int(data[9:12])
        if b"event: done" in self.tail + data and self.done is None:
            self.done = time.monotonic() - self.began
        self.tail = data[-16:]

    def connection_lost(self, _):
        if not self.ended.done():
            self.ended.set_result((self.status, time.monotonic() - self.began, self.done))


def path(random):
    first = datetime.date.today() + datetime.timedelta(days=random.randrange(5, 300))
    last = first + datetime.timedelta(days=random.randrange(1, 6))
    return (f"/v1/offers?placeId={random.choice(sorted(PLACES))}&checkIn={first}&checkOut={last}"
            f"&occupancy=2&currency=EUR&timeoutMs={TIMEOUT_MS}")


async def search(port, path):
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    try:
        await loop.create_connection(lambda: Search(path, ended), "127.0.0.1", port)
        return await asyncio.wait_for(ended, 60)
    except (OSError, asyncio.TimeoutError):
        return 0, 0.0, None


async def offer(port, rate, seconds, random):
    """An open loop: the next search comes when it comes, whatever became of the ones before."""
    tasks, began = [], time.monotonic()
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        elif number % 16 == 0:
            await asyncio.sleep(0)
        tasks.append(asyncio.ensure_future(search(port, path(random))))
    offered = time.monotonic() - began
    return await asyncio.gather(*tasks), offered


def lateness(admin):
    """The gateway's own account: how long after its deadline a search sent its last event."""
    connection = http.client.HTTPConnection("127.0.0.1", admin, timeout=30)
    connection.request("GET", "/metrics")
    found = {}
    for line in connection.getresponse().read().decode().splitlines():
        if line.startswith("tributary_search_overshoot_seconds_bucket"):
            found[float(line.split('le="')[1].split('"')[0])] = int(float(line.split()[-1]))
    connection.close()
    return found


def bound(before, after, share):
    """The bucket in which that share of the searches ended since, in milliseconds."""
    new = {edge: count - before.get(edge, 0) for edge, count in after.items()}
    total = max(new.values(), default=0)
    for edge in sorted(new):
        if total and new[edge] >= total * share:
            return edge * 1000
    return 0


def at(times, share):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else float("nan")


def hold_meanwhile(port, quotes, results, stop):
    client, holds = Client(port), []
    while not stop.is_set() and quotes:
        began = time.monotonic()
        status, _ = client.hold(quotes.pop(), f"h{began}")
        holds.append((status, time.monotonic() - began))
        stop.wait(0.05)
    results.put(holds)


def measure(gateway, name, rate, seconds, random, quotes):
    # A process of its own, so that the searches' client does not slow the holds'.
    results, stop = multiprocessing.Queue(), multiprocessing.Event()
    mine = [quotes.pop() for _ in range(seconds * 20)]
    holder = multiprocessing.Process(target=hold_meanwhile, args=(gateway.port, mine, results, stop))
    holder.start()
    before = lateness(gateway.admin)
    answers, offered = asyncio.run(offer(gateway.port, rate, seconds, random))
    stop.set()
    holds = results.get()
    holder.join()
    own = bound(before, lateness(gateway.admin), .999)
    served = [done for status, _, done in answers if status == 200 and done is not None]
    cut = sum(1 for status, _, done in answers if status == 200 and done is None)
    refused = [took for status, took, _ in answers if status == 503]
    odd = sum(1 for status, _, _ in answers if status not in (200, 503))
    late = [max(0.0, done - TIMEOUT_MS / 1000) for done in served]
    kept = [took for status, took in holds if status == 201]
    print(f"{name:10} {len(answers) / offered:8.0f} {len(served) / offered:9.1f} {len(refused):8} "
          f"{cut:6} {odd:5} {at(served, .5):7.0f} {at(served, .99):7.0f} {at(late, .999):9.1f} {own:>9.0f} "
          f"{at(refused, .99):11.1f} {at(kept, .99):9.0f} {len(kept):5}/{len(holds)}", flush=True)
    return len(served) / offered, at(served, .99), own


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=f"{ROOT}/.build/release/tributary",
                        help="the gateway; default: the release build, which is made first")
    parser.add_argument("--seconds", type=int, default=20, help="of each load (20)")
    options = parser.parse_args()
    if options.binary == f"{ROOT}/.build/release/tributary":
        subprocess.run(["swift", "build", "-c", "release", "--product", "tributary"], cwd=ROOT,
                       check=True, stdout=sys.stderr)
    work, chance = tempfile.mkdtemp(prefix="tributary-overload-"), random.Random(1)
    try:
        with Fleet(options.binary, work) as fleet, Gateway(
                options.binary, os.path.join(work, "data"), work,
                settings={"suppliers": fleet.accounts(work)}) as gateway:
            source = Quotes(gateway.port)
            source.fill(3000)
            quotes = [source.take() for _ in range(3000)]
            print("load       offered/s served/s  refused    cut   odd   p50 ms  p99 ms  late p99.9  own p99.9 "
                  "refused p99  hold p99  held", flush=True)
            capacity, rate = 0.0, 4.0
            while True:
                served, _, own = measure(gateway, "search", rate, 10, chance, quotes)
                if served < 0.9 * rate or own > 50:
                    break
                capacity, rate = max(capacity, served), rate * 1.4
            print(f"capacity {capacity:.0f} searches a second", flush=True)
            _, calm, _ = measure(gateway, "half", capacity / 2, options.seconds, chance, quotes)
            _, tenfold, _ = measure(gateway, "tenfold", capacity * 10, options.seconds, chance, quotes)
            measure(gateway, "after", capacity / 2, options.seconds, chance, quotes)
            print(f"p99 at ten times the capacity / at half of it: {tenfold / calm:.2f}")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
