"""Writes allocations.csv, always the same: two threads, three steps, one block that is never released.

    python3 make_sample.py > allocations.csv
"""

import csv
import random
import sys

STEPS = 3
LAYERS = 8
MAIN, HELPER = 101, 102
KIB = 1024


def main():
    chance = random.Random(7).random
    # The csv module ends lines with \r\n otherwise.
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["time_us", "action", "address", "bytes", "thread", "name", "stack"])
    clock_ns = 1_000_000
    next_address = 0x7F0000000000

    def tell(action, address, size, thread, name="", stack=""):
        nonlocal clock_ns
        clock_ns += 1 + int(chance() * 50_000)
        time_us = f"{clock_ns // 1000}.{clock_ns % 1000:03}"
        out.writerow([time_us, action, hex(address), size, thread, name, stack])

    def allocate(size, thread, name, stack):
        nonlocal next_address
        address, next_address = next_address, next_address + size
        tell("alloc", address, size, thread, name, stack)
        return address, size

    weights = [
        allocate(512 * KIB, MAIN, "aten::empty", f"model.py({10 + n}): __init__;train.py(8): main")
        for n in range(LAYERS)
    ]
    # From before the file began.
    tell("free", 0x7E0000000000, 1024 * KIB, MAIN)
    for step in range(STEPS):
        stack = "train.py(20): step;train.py(9): main"
        batch = allocate(256 * KIB, HELPER, "aten::to", "loader.py(31): fetch")
        activations = []
        for layer in range(LAYERS):
            size = (64 + int(chance() * 64)) * KIB
            frames = f"model.py({40 + layer}): forward;{stack}"
            activations.append(allocate(size, MAIN, "aten::matmul", frames))
            scratch = allocate(16 * KIB, MAIN, "aten::softmax", frames)
            tell("free", *scratch, MAIN)
        for block in reversed(activations):
            tell("free", *block, MAIN)
        tell("free", *batch, HELPER)
        if step == 1:
            allocate(128 * KIB, MAIN, "aten::cat", "metrics.py(5): remember;" + stack)
    for block in weights:
        tell("free", *block, MAIN)


if __name__ == "__main__":
    main()
