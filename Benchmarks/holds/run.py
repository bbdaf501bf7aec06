#!/usr/bin/env python3
"""Holds of own rooms over HTTP: how many a second at 1 and at 64 clients, and how many syncs of the
ledger each costs, beside how often the same disk can sync a small write (bare fdatasync), measured just
before and after. Ratios matter, not the figures; nothing else should run meanwhile. Needs strace.

Each client asks over a connection of its own and waits for its answer; quotes are fetched beforehand.
Clients are processes, so that Python's own speed is not what is measured."""

import argparse
import multiprocessing
import os
import shutil
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


def measure(gateway, quotes, clients, prefix):
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
    began = time.monotonic()
    start.set()
    parts = [results.get() for _ in workers]
    elapsed = time.monotonic() - began
    for worker in workers:
        worker.join()
    times = sorted(time for part, _ in parts for time in part)
    refused = {status: count for _, part in parts for status, count in part.items()}
    return elapsed, times, refused


def started(binary, work, name, tracer=()):
    return Gateway(binary, os.path.join(work, name, "data"), os.path.join(work, name),
                   tracer=tracer)


def rates(binary, work, loads):
    """Holds a second at each load, beside the bare rate of the same seconds: cloud disks have bursts."""
    rows = []
    with started(binary, work, "timed") as gateway:
        quotes = Quotes(gateway.port)
        quotes.fill(sum(count for _, count in loads) + 400)
        measure(gateway, [quotes.take() for _ in range(400)], 16, "warm")
        for clients, count in loads:
            taken = [quotes.take() for _ in range(count)]
            before = bare_syncs(work, 2)
            elapsed, times, refused = measure(gateway, taken, clients, f"t{clients}")
            bare = (before + bare_syncs(work, 2)) / 2
            rows.append((clients, len(times) / elapsed, bare, times, refused))
    return rows


def syncs_a_hold(binary, work, clients, count):
    """Counted apart from the rates, by a seccomp filter: nothing but the syncs is slowed."""
    out = os.path.join(work, f"strace{clients}")
    with started(binary, work, f"counted{clients}",
                 ["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=fdatasync", "-o", out]
                 ) as gateway:
        quotes = Quotes(gateway.port)
        quotes.fill(count)

        def seen():
            with open(out) as file:
                return sum("fdatasync(" in line for line in file)

        before = seen()
        _, times, _ = measure(gateway, [quotes.take() for _ in range(count)], clients, "s")
        return (seen() - before) / max(1, len(times))


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
    loads = ((1, options.holds // 4), (64, options.holds))
    try:
        rows = rates(options.binary, work, loads)
        syncs = [syncs_a_hold(options.binary, work, clients, count // 2)
                 for clients, count in loads]
    finally:
        shutil.rmtree(work)
    print("clients  holds/s  bare fdatasync/s  ratio  p50 ms  p99 ms  syncs a hold  not granted")
    for (clients, rate, bare, times, refused), each in zip(rows, syncs):
        middle, high = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{clients:7}  {rate:7.0f}  {bare:16.0f}  {rate / bare:5.2f}  {middle * 1000:6.1f}  "
              f"{high * 1000:6.1f}  {each:12.2f}  {refused or 'none'}")


if __name__ == "__main__":
    main()
