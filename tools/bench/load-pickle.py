"""Loads a pickle by Python's own module and does nothing with it: what a reader is compared with."""

import json
import os
import pickle
import sys
import time

from baseline import peak_bytes


def main(path):
    begin = time.perf_counter()
    with open(path, "rb") as file:
        snapshot = pickle.load(file)
    seconds = time.perf_counter() - begin
    entries = sum(len(trace) for trace in snapshot["device_traces"])
    print(json.dumps({"seconds": seconds, "entries": entries}), flush=True)
    peak_file = os.environ.get("RL_INSIGHT_BENCH_PEAK")
    if peak_file:
        with open(peak_file, "w", encoding="ascii") as file:
            file.write(str(peak_bytes()))
    # Giving all of it back object by object is not what is measured.
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
