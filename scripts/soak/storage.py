"""Part 'storage' of scripts/soak.sh: what a gateway does when its disk is full, refuses writes or
fails a sync. Needs root (tmpfs mounts) and strace."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from gateway import Client, Gateway, Holders, Quotes, ledger_states, say, verify, wait_until


class Failed(Exception):
    pass


def check(condition, text):
    if not condition:
        raise Failed(text)


def check_ledger(gateway, acknowledged, refused_keys):
    """Every acknowledged hold is in the file; the file is sound; nothing refused was granted."""
    path = os.path.join(gateway.data, "ledger.db")
    sound, words = verify(gateway.binary, path)
    check(sound, f"the ledger is not sound: {words}")
    states = ledger_states(path)
    lost = [hold for hold in acknowledged if hold not in states]
    check(not lost, f"{len(lost)} acknowledged holds are not in the ledger, the first: {lost[:3]}")
    return len(states)


def refused_while(gateway, quotes, count, prefix):
    """Asks for holds that must all be refused with 503 STORAGE_UNAVAILABLE; their keys."""
    client, keys = Client(gateway.port), []
    for number in range(count):
        key = f"{prefix}{number}"
        status, body = client.hold(quotes.take(), key)
        check(status == 503 and body.get("code") == "STORAGE_UNAVAILABLE",
              f"a hold answered {status} {body.get('code')} while nothing can be written")
        keys.append(key)
    check(not gateway.is_ready(), "ready though nothing can be written")
    return keys


def fill(path, mode="ab"):
    """Takes every byte the disk has left."""
    with open(path, mode, buffering=0) as file:
        for size in (65536, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def refused_when_full(gateway, quotes, count, filler):
    """Keys refused, holds granted, keys left undecided on a disk that is filled up again and again.

    A log that is written back and cut leaves room for a moment: a hold that found it is as good as any
    other, and must be there afterwards."""
    client, refused, granted, undecided = Client(gateway.port), [], [], []
    for number in range(20 * count):
        fill(filler)
        key = f"full{number}"
        status, body = client.hold(quotes.take(), key)
        if status == 201:
            granted.append(body["holdId"])
        elif status == 202:
            undecided.append(key)
        else:
            check(status == 503 and body.get("code") == "STORAGE_UNAVAILABLE",
                  f"a hold answered {status} {body.get('code')} on a full disk")
            refused.append(key)
        if len(refused) == count:
            break
    check(len(refused) == count, f"only {len(refused)} holds were refused on a full disk")
    return refused, granted, undecided


def recovered(gateway, quotes, keys):
    """Ready again, refused attempts did nothing, and holds are granted."""
    wait_until(gateway.is_ready, 20, "ready again")
    client = Client(gateway.port)
    for key in keys:
        status, body = client.ask("GET", f"/v1/holds?attempt={key}")
        check(status == 404, f"the refused attempt {key} is known: {status} {body}")
    granted = []
    for number in range(20):
        status, body = client.hold(quotes.take(), f"after{number}-{keys[0]}")
        check(status == 201, f"a hold answered {status} {body.get('code')} after recovery")
        granted.append(body["holdId"])
    return granted


def full(binary, work):
    """A full disk: not ready, 503, nothing lost, and well again once there is room."""
    data = os.path.join(work, "disk")
    os.makedirs(data)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", data], check=True)
    filler = os.path.join(data, "filler")
    try:
        with Gateway(binary, os.path.join(data, "gateway"), work) as gateway:
            quotes = Quotes(gateway.port)
            quotes.fill(3000)
            holders = Holders(gateway.port, quotes, 8).start()
            wait_until(lambda: len(holders.known()) > 200, 60, "200 holds")
            # Fills up while holds are being granted.
            fill(filler, "wb")
            wait_until(lambda: holders.statuses.get(503), 60, "a refusal")
            holders.stop()
            seen = len(holders.known())
            keys, late, undecided = refused_when_full(gateway, quotes, 20, filler)
            wait_until(lambda: not gateway.is_ready(), 5, "not ready on a full disk")
            status, _ = Client(gateway.port).ask("GET", f"/v1/holds/{holders.known()[0]}")
            check(status == 200, f"an old hold cannot be looked at: {status}")
            os.remove(filler)
            granted = recovered(gateway, quotes, keys) + late
            client = Client(gateway.port)
            for key in undecided:
                wait_until(lambda: client.ask("GET", f"/v1/holds?attempt={key}")[1].get("state")
                           not in (None, "PENDING"), 60, f"a decision on {key}")
            check(gateway.stop() == 0, "did not end in order")
            rows = check_ledger(gateway, holders.known() + granted, keys)
        say(f"full disk: {seen} acknowledged before, {holders.statuses} answers, 20 refused while "
            f"full, {len(late)} granted and {len(undecided)} decided later by room a log left, "
            f"20 granted after; {rows} rows, none lost")
    finally:
        subprocess.run(["umount", "-l", data], check=True)


class Injection:
    """System calls of the gateway fail for as long as it is open (strace)."""

    def __init__(self, gateway, call, error, path=None):
        self.gateway = gateway
        self.arguments = ["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(gateway.pid),
                          "-e", f"trace={call}", "-e", f"inject={call}:error={error}"]
        if path:
            self.arguments += ["-P", path]

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        # It ends with the gateway, which a failed sync may have ended already.
        check(self.process.poll() is None or self.gateway.process.poll() is not None,
              "strace cannot attach here")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=20)


def unwritable(binary, work, error):
    """Writes fail with `error`: as a full disk, without one."""
    with Gateway(binary, os.path.join(work, "gateway"), work) as gateway:
        quotes = Quotes(gateway.port)
        quotes.fill(1500)
        holders = Holders(gateway.port, quotes, 8).start()
        wait_until(lambda: len(holders.known()) > 100, 60, "100 holds")
        with Injection(gateway, "pwrite64", error):
            wait_until(lambda: holders.statuses.get(503), 30, "a refusal")
            holders.stop()
            keys = refused_while(gateway, quotes, 20, error)
        granted = recovered(gateway, quotes, keys)
        check(gateway.stop() == 0, "did not end in order")
        rows = check_ledger(gateway, holders.known() + granted, keys)
    say(f"{error} on writes: {holders.statuses} answers, 20 refused meanwhile, 20 granted after; "
        f"{rows} rows, none lost")


def failed_sync(binary, work, file=None):
    """A sync that fails ends the process with status 74; what was acknowledged is there after it.

    With `file` only syncs of that file of the data directory fail: the ledger itself is synced by
    checkpoints alone.
    """
    gateway = Gateway(binary, os.path.join(work, "gateway"), work)
    gateway.start()
    try:
        quotes = Quotes(gateway.port)
        quotes.fill(3000)
        holders = Holders(gateway.port, quotes, 8).start()
        wait_until(lambda: len(holders.known()) > 100, 60, "100 holds")
        path = file and os.path.join(gateway.data, file)
        with Injection(gateway, "fdatasync", "EIO", path):
            status = gateway.process.wait(timeout=120)
        holders.stop()
    finally:
        if gateway.process.poll() is None:
            gateway.process.kill()
    check(status == 74, f"ended with {status} instead of 74")
    with Gateway(binary, gateway.data, work) as again:
        client = Client(again.port)
        for hold in holders.known():
            code, _ = client.ask("GET", f"/v1/holds/{hold}")
            check(code == 200, f"the acknowledged hold {hold} answers {code} after the restart")
        again.stop()
        rows = check_ledger(again, holders.known(), [])
    say(f"EIO on fdatasync{' of ' + file if file else ''}: ended with 74, {len(holders.known())} acknowledged, {rows} rows, "
        "none lost")


CASES = {
    "full": full,
    "read-only": lambda binary, work: unwritable(binary, work, "EROFS"),
    "no-space": lambda binary, work: unwritable(binary, work, "ENOSPC"),
    "write-error": lambda binary, work: unwritable(binary, work, "EIO"),
    "sync-error": failed_sync,
    "checkpoint-sync-error": lambda binary, work: failed_sync(binary, work, "ledger.db"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("cases", nargs="*", metavar="CASE",
                        help="any of: " + ", ".join(CASES) + " (default: all)")
    options = parser.parse_args()
    unknown = [case for case in options.cases if case not in CASES]
    if unknown:
        parser.error(f"unknown case: {unknown[0]}")
    failed = False
    cache = tempfile.mkdtemp(prefix="tributary-soak-")
    try:
        for case in options.cases or CASES:
            # One folder for all, since it keeps the autocomplete index; the data are new each time.
            work = os.path.join(cache, "work")
            try:
                CASES[case](options.binary, work)
            except (Failed, RuntimeError, subprocess.SubprocessError) as fault:
                failed = True
                say(f"{case} FAILED: {fault}")
            for name in os.listdir(work) if os.path.isdir(work) else []:
                if name in ("gateway", "disk"):
                    shutil.rmtree(os.path.join(work, name))
    finally:
        shutil.rmtree(cache)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
