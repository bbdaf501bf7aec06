#!/usr/bin/env python3
"""Holds of own rooms over HTTP: how many a second at 1 and at 64 clients, and how many syncs of the
ledger each costs, beside how often the same disk can sync a small write (bare fdatasync), measured just
before and after. Ratios matter, not the figures; nothing else should run meanwhile. Needs strace.

Each client asks over a connection of its own and waits for its answer; quotes are fetched beforehand.
Clients are processes, so that Python's own speed is not what is measured."""

import argparse
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts", "soak"))
from gateway import Client, Gateway, Quotes


def bare_syncs(folder, seconds):
    """fdatasync after each 4 KB appended, a second: the best one commit at a time can do."""
    path = os.path.join(folder, "bare")
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        os.write(file, b"x" * 4096)
        os.fdatasync(file)
        count += 1
    os.close(file)
    os.remove(path)
    return count / seconds


def hold_all(port, quotes, prefix, clients, start, results):
    """One process with its share of clients as threads; how many were granted, and each one's time."""
    import threading
    times, lock = [], threading.Lock()
    refused = {}

    def run(share, name):
        client = Client(port)
        client.ask("GET", "/healthz")
        start.wait()
        for number, quote in enumerate(share):
            began = time.monotonic()
            status, _ = client.hold(quote, f"{name}-{number}")
            with lock:
                if status == 201:
                    times.append(time.monotonic() - began)
                else:
                    refused[status] = refused.get(status, 0) + 1

    threads = [threading.Thread(target=run, args=(quotes[n::clients], f"{prefix}-{n}"))
               for n in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put((times, refused))


def counted(gateway, seconds_hint, work):
    """A strace that counts fdatasync; `stop` gives how many."""
    out = os.path.join(work, "strace")
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-c", "-e", "trace=fdatasync", "-o", out, "-p", str(gateway.pid)],
        stderr=subprocess.DEVNULL)
    time.sleep(1)

    def stop():
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)
        with open(out) as file:
            found = re.search(r"(\d+)\s+fdatasync", file.read())
        return int(found.group(1)) if found else 0

    return stop


def measure(gateway, quotes, clients, prefix, work, count_syncs):
    processes = min(clients, 4)
    start = multiprocessing.Event()
    results = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(
            target=hold_all,
            args=(gateway.port, quotes[n::processes], f"{prefix}{n}", clients // processes, start,
                  results))
        for n in range(processes)]
    for worker in workers:
        worker.start()
    time.sleep(1)
    stop = counted(gateway, 0, work) if count_syncs else None
    began = time.monotonic()
    start.set()
    parts = [results.get() for _ in workers]
    elapsed = time.monotonic() - began
    syncs = stop() if stop else None
    for worker in workers:
        worker.join()
    times = sorted(time for part, _ in parts for time in part)
    refused = {status: count for _, part in parts for status, count in part.items()}
    return elapsed, times, refused, syncs


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=f"{ROOT}/.build/release/tributary",
                        help="the gateway; default: the release build, which is made first")
    parser.add_argument("--holds", type=int, default=2000, help="holds at 64 clients (2000)")
    parser.add_argument("--folder", help="where the ledger lies: the disk that is measured")
    options = parser.parse_args()
    if options.binary == f"{ROOT}/.build/release/tributary":
        subprocess.run(["swift", "build", "-c", "release", "--product", "tributary"], cwd=ROOT,
                       check=True, stdout=sys.stderr)
    work = tempfile.mkdtemp(prefix="tributary-holds-", dir=options.folder or f"{ROOT}/.build")
    try:
        with Gateway(options.binary, os.path.join(work, "data"), work) as gateway:
            source = Quotes(gateway.port)
            source.fill(2 * options.holds + options.holds // 2 + 600)

            def take(count):
                return [source.take() for _ in range(count)]

            measure(gateway, take(400), 16, "warm", work, False)
            before = bare_syncs(work, 3)
            rows = []
            for clients, count in ((1, options.holds // 4), (64, options.holds)):
                elapsed, times, refused, _ = measure(
                    gateway, take(count), clients, f"t{clients}", work, False)
                # Counted apart: strace slows what it watches.
                _, seen, _, syncs = measure(
                    gateway, take(count // 2), clients, f"s{clients}", work, True)
                rows.append((clients, len(times) / elapsed, times, refused, syncs / len(seen)))
            after = bare_syncs(work, 3)
    finally:
        shutil.rmtree(work)
    bare = (before + after) / 2
    print(f"bare fdatasync: {before:.0f} a second before, {after:.0f} after")
    print("clients  holds/s  of bare  p50 ms  p99 ms  syncs a hold  not granted")
    for clients, rate, times, refused, syncs in rows:
        middle, high = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{clients:7}  {rate:7.0f}  {rate / bare:7.2f}  {middle * 1000:6.1f}  "
              f"{high * 1000:6.1f}  {syncs:12.2f}  {refused or 'none'}")


if __name__ == "__main__":
    main()
