#!/usr/bin/env python3
"""Opens idle keep-alive connections and tells what each costs the server.

Each connection has been answered once and then says nothing. Printed, for each URL given as NAME=PID,PORT:
resident memory of the process and its children a connection, and growth of the kernel's slabs a connection (the
client's end is among them; it is the same for every server).
"""
import argparse
import socket
import time


def pids(root):
    found, queue = [], [root]
    while queue:
        pid = queue.pop()
        found.append(pid)
        try:
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                queue += [int(word) for word in file.read().split()]
        except OSError:
            pass
    return found


def resident(root):
    total = 0
    for pid in pids(root):
        with open(f"/proc/{pid}/smaps_rollup") as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return total * 1024


def slabs():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Slab:")) * 1024


def connect(port):
    client = socket.create_connection(("127.0.0.1", port))
    client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200"), answer[:80]
    return client


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--connections", type=int, default=9900)
    parser.add_argument("--settle", type=float, default=2.0, help="seconds before memory is read")
    parser.add_argument("server", nargs="+", metavar="NAME=PID,PORT")
    options = parser.parse_args()
    print(f"{'server':<12} {'connections':>12} {'memory each':>12} {'kernel each':>12}")
    for server in options.server:
        name, _, rest = server.partition("=")
        pid, port = (int(word) for word in rest.split(","))
        for _ in range(50):  # first use of code and buffers is not a connection's cost
            connect(port).close()
        time.sleep(options.settle)
        before, slabs_before = resident(pid), slabs()
        clients = [connect(port) for _ in range(options.connections)]
        time.sleep(options.settle)
        count = len(clients)
        memory, kernel = (resident(pid) - before) // count, (slabs() - slabs_before) // count
        print(f"{name:<12} {count:>12} {memory:>10} B {kernel:>10} B")
        for client in clients:
            client.close()
        time.sleep(options.settle)


main()
