"""The baseline of the bench: what Python does with ijson and csv, and nothing else.

    baseline.py about             the versions, as JSON
    baseline.py select TRACE      the operators of a trace, one after the other
    baseline.py events TRACE      the events of a trace of PyTorch, one after the other
    baseline.py iterate FILE      the rows of a CSV file, one after the other
    baseline.py parse CAPTURE     the call stacks of a trace, found for the rows of operator_memory.csv

Prints one JSON object of numbers. `seconds` is the time of the work without starting Python.
"""

import bisect
import csv
import glob
import importlib
import json
import os
import sys
import time

# The fastest of 16 KiB to 1 MiB: with 1 MiB, ijson takes 2.4 times as long.
BUFFER_BYTES = 64 * 1024


def find_ijson():
    """The fastest backend that is there; yajl2_c is the one in C."""
    for name in ("yajl2_c", "yajl2_cffi", "yajl2", "python"):
        try:
            return name, importlib.import_module("ijson.backends." + name)
        except Exception:
            continue
    return None, None


BACKEND, IJSON = find_ijson()


def operators(path):
    """The events of a trace that are operators."""
    with open(path, "rb", buffering=0) as file:
        for event in IJSON.items(file, "item", buf_size=BUFFER_BYTES, use_float=True):
            if event.get("ph") == "X" and event.get("cat") == "cpu_op":
                yield event


def select(path):
    selected = characters = 0
    duration = latest = 0.0
    ids = None
    for event in operators(path):
        selected += 1
        characters += len(event["name"])
        stack = event["args"].get("Call stack")
        if stack is not None:
            characters += len(stack)
        latest = float(event["ts"])
        duration += event["dur"]
        ids = (event["pid"], event["tid"])
    return {
        "bytes": os.path.getsize(path),
        "selected": selected,
        "characters": characters,
        "durationMicros": duration,
        "lastMicros": latest if ids else 0,
    }


def read_stacks(path):
    """By name of operator: its calls with a stack as (begin, end, stack) in the order of their begins."""
    calls = {}
    for event in operators(path):
        stack = event["args"].get("Call stack")
        if stack is not None:
            begin = float(event["ts"])
            call = (begin, begin + event["dur"], stack)
            calls.setdefault(event["name"], []).append(call)
    for of_name in calls.values():
        of_name.sort()
    return calls


def parse(capture):
    (folder,) = glob.glob(os.path.join(capture, "*_ascend_pt", "ASCEND_PROFILER_OUTPUT"))
    calls = read_stacks(os.path.join(folder, "trace_view.json"))
    begins = {name: [call[0] for call in of_name] for name, of_name in calls.items()}
    rows = stacks = characters = 0
    with open(os.path.join(folder, "operator_memory.csv"), encoding="utf-8", newline="") as file:
        table = csv.reader(file)
        header = next(table)
        name_at = header.index("Name")
        time_at = header.index("Allocation Time(us)")
        for row in table:
            rows += 1
            of_name = begins.get(row[name_at])
            if of_name is None or not row[time_at].strip():
                continue
            when = float(row[time_at])
            at = bisect.bisect_right(of_name, when) - 1
            if at >= 0:
                _, end, stack = calls[row[name_at]][at]
                if when <= end:
                    stacks += 1
                    characters += len(stack)
    return {"rows": rows, "stacks": stacks, "characters": characters}


def events(path):
    """The events of a trace that is an object, and how many of them are about memory."""
    count = memory = 0
    with open(path, "rb", buffering=0) as file:
        for event in IJSON.items(file, "traceEvents.item", buf_size=BUFFER_BYTES, use_float=True):
            count += 1
            if event["name"] == "[memory]":
                memory += 1
    return {"bytes": os.path.getsize(path), "events": count, "memory": memory}


def iterate(path):
    rows = 0
    with open(path, encoding="utf-8", newline="") as file:
        for _ in csv.reader(file):
            rows += 1
    # The header is none.
    return {"rows": rows - 1}


def peak_bytes():
    """The most memory this process had. See measure/peak-memory.cts for why not ru_maxrss on Linux."""
    try:
        with open("/proc/self/status", encoding="latin-1") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def about():
    import ijson

    version = getattr(ijson, "__version__", "")
    return {"python": sys.version.split()[0], "ijson": version, "backend": BACKEND}


def main(command, *paths):
    if IJSON is None and command != "iterate":
        sys.exit("there is no ijson: apt install python3-ijson")
    begin = time.perf_counter()
    commands = (about, events, iterate, select, parse)
    answer = {known.__name__: known for known in commands}[command](*paths)
    if command != "about":
        answer["seconds"] = time.perf_counter() - begin
    print(json.dumps(answer))
    peak_file = os.environ.get("RL_INSIGHT_BENCH_PEAK")
    if peak_file:
        with open(peak_file, "w", encoding="ascii") as file:
            file.write(str(peak_bytes()))


if __name__ == "__main__":
    main(*sys.argv[1:])
