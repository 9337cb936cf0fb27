import { AddressMap } from '@rl-insight/memory-contract';
import type { MemoryEvents } from './columns.js';
import { sortByTime } from './sort-rows.js';

/** The memory of one device, in order of time. */
export interface DeviceEvents {
  /** Number of the device. */
  readonly device: number;
  /** Places of `[memory]` events. */
  readonly rows: Int32Array;
  /** Places of `[OutOfMemory]` events. */
  readonly failures: Int32Array;
  /** Whether events have addresses; those of 2021 have none. */
  readonly hasAddresses: boolean;
  /** Whether events have the allocator's totals. */
  readonly hasTotals: boolean;
}

/** Blocks in order of their allocations, those from before first, and what was odd. */
export interface PairedBlocks {
  readonly count: number;
  /** How many were there before: the first. */
  readonly beforeCount: number;
  /** Event of the allocation; −1 for a block that was there before. */
  readonly allocation: Int32Array;
  /** Event of the release; −1 for none. */
  readonly release: Int32Array;
  readonly bytes: Float64Array;
  /** Allocations at an address that was taken: their blocks are taken to end there. */
  readonly reused: number;
  /** Releases of another size than the allocation's, which counts. */
  readonly otherSizes: number;
}

/** Events of each device, by time and the profiler's own order: files are not in order of time. */
export function eventsByDevice(memory: MemoryEvents, devices: number): DeviceEvents[] {
  const rows = rowsByDevice(memory, devices, 0);
  const failures = rowsByDevice(memory, devices, 1);
  const { timeNs, index } = memory;
  const compare = (a: number, b: number) => index[a] - index[b] || a - b;
  return rows.flatMap((own, device) => {
    const failed = failures[device];
    if (own.length === 0 && failed.length === 0) return [];
    sortByTime(own, timeNs, compare);
    sortByTime(failed, timeNs, compare);
    const hasAddresses = own.every((row) => memory.hasAddress[row] === 1);
    const hasTotals = own.every((row) => !Number.isNaN(memory.allocated[row]));
    return [{ device, rows: own, failures: failed, hasAddresses, hasTotals }];
  });
}

/** @param isFailure whether those that failed are wanted, or the others */
function rowsByDevice(memory: MemoryEvents, devices: number, isFailure: 0 | 1): Int32Array[] {
  const counts = new Int32Array(devices);
  for (let row = 0; row < memory.count; row++) {
    if (memory.isFailure[row] === isFailure) counts[memory.device[row]]++;
  }
  const rows = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let row = 0; row < memory.count; row++) {
    if (memory.isFailure[row] !== isFailure) continue;
    const device = memory.device[row];
    rows[device][counts[device]++] = row;
  }
  return rows;
}

/**
 * Joins allocations with releases by address. A release without an allocation is of a block from before
 * the trace. Without addresses nothing can be joined: each event is a block of its own, a release one of
 * negative bytes.
 */
export function pairBlocks(memory: MemoryEvents, events: DeviceEvents): PairedBlocks {
  return events.hasAddresses ? new Pairing(memory, events.rows).run() : unpaired(memory, events);
}

function unpaired({ bytes }: MemoryEvents, { rows }: DeviceEvents): PairedBlocks {
  const count = rows.length;
  const sizes = new Float64Array(count);
  for (let i = 0; i < count; i++) sizes[i] = bytes[rows[i]];
  const release = new Int32Array(count).fill(-1);
  const none = { beforeCount: 0, reused: 0, otherSizes: 0 };
  return { count, allocation: rows, release, bytes: sizes, ...none };
}

class Pairing {
  readonly #memory: MemoryEvents;
  readonly #rows: Int32Array;
  readonly #allocation: Int32Array;
  readonly #release: Int32Array;
  /** Releases of blocks from before. */
  readonly #before: number[] = [];
  #count = 0;
  #reused = 0;
  #otherSizes = 0;

  constructor(memory: MemoryEvents, rows: Int32Array) {
    this.#memory = memory;
    this.#rows = rows;
    this.#allocation = new Int32Array(rows.length);
    this.#release = new Int32Array(rows.length).fill(-1);
  }

  run(): PairedBlocks {
    const { bytes, addressLow, addressHigh } = this.#memory;
    const live = new AddressMap();
    for (const row of this.#rows) {
      if (bytes[row] < 0) this.#end(row, live.take(addressLow[row], addressHigh[row]));
      else if (bytes[row] > 0) {
        // An allocation of nothing has no address of its own.
        const known = live.set(addressLow[row], addressHigh[row], this.#count);
        if (known >= 0) {
          this.#reused++;
          this.#release[known] = row;
        }
        this.#allocation[this.#count++] = row;
      }
    }
    return this.#joined();
  }

  #end(row: number, block: number): void {
    if (block < 0) {
      this.#before.push(row);
      return;
    }
    const { bytes } = this.#memory;
    if (bytes[this.#allocation[block]] !== -bytes[row]) this.#otherSizes++;
    this.#release[block] = row;
  }

  #joined(): PairedBlocks {
    const { bytes } = this.#memory;
    const beforeCount = this.#before.length;
    const count = beforeCount + this.#count;
    const allocation = new Int32Array(count).fill(-1, 0, beforeCount);
    allocation.set(this.#allocation.subarray(0, this.#count), beforeCount);
    const release = new Int32Array(count);
    release.set(this.#before);
    release.set(this.#release.subarray(0, this.#count), beforeCount);
    const sizes = new Float64Array(count);
    for (let i = 0; i < beforeCount; i++) sizes[i] = -bytes[release[i]];
    for (let i = beforeCount; i < count; i++) sizes[i] = bytes[allocation[i]];
    const odd = { reused: this.#reused, otherSizes: this.#otherSizes };
    return { count, beforeCount, allocation, release, bytes: sizes, ...odd };
  }
}
