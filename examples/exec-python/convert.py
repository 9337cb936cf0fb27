"""Makes memory_summary.arrow of a CSV file of allocations; a program for memory.parser.type=exec.

    python3 convert.py [--device GPU:0] allocations.csv folder

The file has a line for each event, in order:

    time_us,action,address,bytes,thread,name,stack
    12.250,alloc,0x7f00,4096,101,aten::empty,model.py(12): forward;train.py(30): step
    19.000,free,0x7f00,4096,102,,

`stack` has the innermost frame first, with semicolons between.
"""

import argparse
import csv
import json
import sys
from decimal import Decimal, InvalidOperation
from pathlib import Path

from arrow_file import Column, write_table

HEADER = ["time_us", "action", "address", "bytes", "thread", "name", "stack"]
ALLOCATOR = "csv"


class Block:
    """An allocation and its release; or a release alone, of a block that was there before."""

    def __init__(self, seq, time_ns, size, name, stack, is_before=False):
        self.alloc_seq = seq
        self.start_ns = time_ns
        self.size = size
        self.name = name or "(unknown)"
        self.frames = [frame.strip() for frame in stack.split(";") if frame.strip()]
        self.is_before = is_before
        self.thread = None
        self.release_ns = None
        self.release_seq = None
        self.release_thread = None


def read_blocks(path):
    """The blocks in order of time, the time of the last event, and lines that are no events."""
    blocks, held, bad = [], {}, []
    last_ns = 0
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = csv.reader(file)
        header = next(rows, [])
        if header != HEADER:
            sys.exit(f"{path}: line 1 is not {','.join(HEADER)}")
        for seq, row in enumerate(rows):
            try:
                time_us, action, address, size, thread, name, stack = row
                # Decimals, since microseconds since 1970 with three places do not fit a double.
                time_ns = int(Decimal(time_us) * 1000)
                size, thread, address = int(size), int(thread), int(address, 16)
                if action not in ("alloc", "free") or size <= 0:
                    raise ValueError("no such event")
            except (ValueError, InvalidOperation):
                bad.append(rows.line_num)
                continue
            last_ns = max(last_ns, time_ns)
            if action == "alloc":
                block = held[address] = Block(seq, time_ns, size, name, stack)
                block.thread = thread
                blocks.append(block)
                continue
            block = held.pop(address, None)
            if block is None:
                # It was there before the file began: a row of negative size says so.
                block = Block(seq, time_ns, -size, name, stack, is_before=True)
                blocks.append(block)
            else:
                block.release_ns, block.release_seq = time_ns, seq
            block.release_thread = thread
    blocks.sort(key=lambda block: (block.start_ns, block.alloc_seq))
    return blocks, last_ns, bad


def columns_of(blocks, device):
    def column(name, kind, value):
        return Column(name, kind, [value(block) for block in blocks])

    def held_ns(block):
        return None if block.release_ns is None else block.release_ns - block.start_ns

    return [
        # These twelve have to be there.
        column("name", "text", lambda block: block.name),
        column("role", "text", lambda block: ""),
        column("rank_id", "int32", lambda block: 0),
        column("call_stack", "text", lambda block: ";\r\n".join(block.frames)),
        column("call_stack_top", "text", lambda block: (block.frames or [""])[0]),
        column("size_kb", "float64", lambda block: block.size / 1024),
        column("start_time_ms", "float64", lambda block: block.start_ns / 1_000_000),
        column("duration_ms", "float64", lambda block: (held_ns(block) or 0) / 1_000_000),
        column("total_allocated_mb", "float64", lambda block: None),
        column("total_reserved_mb", "float64", lambda block: None),
        column("total_active_mb", "float64", lambda block: None),
        column("device_type", "text", lambda block: device),
        # The others may be left out; with these, answers are exact and threads are known.
        column("start_time_ns", "int64", lambda block: block.start_ns),
        column("duration_ns", "int64", held_ns),
        column("size_bytes", "int64", lambda block: block.size),
        column("capture_id", "int32", lambda block: 0),
        column("alloc_seq", "int64", lambda block: block.alloc_seq),
        column("release_seq", "int64", lambda block: block.release_seq),
        column("allocator", "text", lambda block: ALLOCATOR),
        column("before_capture", "bool", lambda block: block.is_before),
        column("stack_match", "text", lambda block: "recorded" if block.frames else "none"),
        column("thread_id", "int64", lambda block: block.thread),
        column("release_thread_id", "int64", lambda block: block.release_thread),
    ]


def metadata_of(blocks, device, source, end_ns):
    """What may be left out as well: the window of the capture, and what was there when it began."""
    before = sum(-block.size for block in blocks if block.is_before)
    capture = {
        "sources": [source],
        "start_ns": str(blocks[0].start_ns),
        "end_ns": str(end_ns),
        "step": None,
        "time_basis": "local_clock",
        "allocators": [
            {
                "allocator": ALLOCATOR,
                "start_live_bytes": before,
                "start_source": "releases" if before > 0 else "none",
                "pairing": "address",
            }
        ],
    }
    group = {"role": "", "rank_id": 0, "device_type": device, "captures": [capture], "warnings": []}
    return {
        "rl_insight.contract": "memory_summary",
        "rl_insight.contract_version": "1",
        "rl_insight.producer": "convert.py",
        "rl_insight.groups": json.dumps([group]),
    }


def main():
    arguments = argparse.ArgumentParser(description="CSV of allocations to memory_summary.arrow")
    arguments.add_argument("--device", default="GPU:0")
    arguments.add_argument("input", type=Path)
    arguments.add_argument("output", type=Path)
    given = arguments.parse_args()
    blocks, end_ns, bad = read_blocks(given.input)
    if not blocks:
        # What is written before a program fails is shown to whoever ran it.
        sys.exit(f"{given.input}: there are no events")
    if bad:
        # A line that begins with “warning:” is told with the results.
        print(f"warning: {len(bad)} lines are no events, the first is line {bad[0]}", file=sys.stderr)
    metadata = metadata_of(blocks, given.device, given.input.name, end_ns)
    write_table(given.output / "memory_summary.arrow", columns_of(blocks, given.device), metadata)


if __name__ == "__main__":
    main()
