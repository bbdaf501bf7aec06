"""Part 'powercut' of scripts/soak.sh: what a power cut leaves of acknowledged holds.

The gateway's data lie on an ext4 image behind a loop device. Clients note, outside of it, each hold
whose 201 has arrived. Again and again the gateway is stopped (SIGSTOP) and the image copied: what the
kernel still has in memory is in no copy, as after a power cut. Each copy is mounted, which replays its
journal, and must have a sound ledger with every hold noted before the stop. Needs root."""

import argparse
import filecmp
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from gateway import Gateway, Holders, Quotes, ledger_states, say, verify, wait_until


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def copy_at_rest(image, copy):
    """Copies until nothing was written to the image meanwhile, so that the copy is one moment."""
    for _ in range(20):
        shutil.copyfile(image, copy)
        if filecmp.cmp(image, copy, shallow=False):
            return
    raise RuntimeError("the image does not come to rest")


def look_at(binary, copy, mount, noted):
    """Mounts a copy; what is wrong with its ledger, or nothing, and how many rows it has."""
    run("mount", "-o", "loop", copy, mount)
    try:
        path = os.path.join(mount, "gateway", "ledger.db")
        sound, words = verify(binary, path)
        if not sound:
            return f"not sound: {words}", 0
        states = ledger_states(path)
        lost = [hold for hold in noted if states.get(hold) is None]
        if lost:
            return f"{len(lost)} of {len(noted)} acknowledged holds are lost, as {lost[0]}", 0
        return None, len(states)
    finally:
        run("umount", mount)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=".build/release/tributary", help="the gateway")
    parser.add_argument("--images", type=int, default=20, help="copies to take (default 20)")
    parser.add_argument("--seed", type=int, default=0, help="draws the moments (default 0)")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    work = tempfile.mkdtemp(prefix="tributary-powercut-")
    image, copy = os.path.join(work, "disk.img"), os.path.join(work, "copy.img")
    disk, mount = os.path.join(work, "disk"), os.path.join(work, "mount")
    failures = 0
    try:
        for folder in (disk, mount):
            os.makedirs(folder)
        with open(image, "wb") as file:
            file.truncate(192 << 20)
        run("mkfs.ext4", "-q", "-F", image)
        run("mount", "-o", "loop", image, disk)
        try:
            with Gateway(options.binary, os.path.join(disk, "gateway"),
                         os.path.join(work, "work")) as gateway:
                quotes = Quotes(gateway.port, options.seed)
                quotes.fill(500)
                holders = Holders(gateway.port, quotes, 16).start()
                for number in range(1, options.images + 1):
                    before = len(holders.known())
                    wait_until(lambda: len(holders.known()) > before + 20, 60, "more holds")
                    time.sleep(chance.uniform(0, 0.5))
                    os.kill(gateway.pid, signal.SIGSTOP)
                    # What was noted by now was acknowledged before the cut.
                    noted = holders.known()
                    try:
                        copy_at_rest(image, copy)
                        fault, rows = look_at(gateway.binary, copy, mount, noted)
                    finally:
                        os.kill(gateway.pid, signal.SIGCONT)
                    failures += fault is not None
                    say(f"image {number}: {fault or f'{len(noted)} acknowledged, all there'}"
                        f"{'' if fault else f' ({rows} rows)'}")
                holders.stop()
        finally:
            run("umount", "-l", disk)
    finally:
        shutil.rmtree(work)
    say(f"{options.images - failures} of {options.images} images have every acknowledged hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
