import type { MemoryEvents } from './columns.js';
import { sortRows } from './places.js';

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

/** A block: an allocation with its release, either of which may be missing. */
export interface Block {
  /** Event of the allocation; −1 for a block that was there before. */
  readonly allocation: number;
  /** Event of the release; −1 for none. */
  release: number;
  readonly bytes: number;
}

/** Blocks in order of their allocations, those from before first, and what was odd. */
export interface PairedBlocks {
  readonly blocks: readonly Block[];
  /** Allocations at an address that was taken: their blocks are taken to end there. */
  readonly reused: number;
  /** Releases of another size than the allocation's, which counts. */
  readonly otherSizes: number;
}

/** Events of each device, by time and the profiler's own order: files are not in order of time. */
export function eventsByDevice(memory: MemoryEvents, devices: number): DeviceEvents[] {
  const rows: number[][] = Array.from({ length: devices }, () => []);
  const failures: number[][] = Array.from({ length: devices }, () => []);
  for (let row = 0; row < memory.count; row++) {
    (memory.isFailure[row] === 1 ? failures : rows)[memory.device[row]].push(row);
  }
  const { timeNs, index } = memory;
  const compare = (a: number, b: number) => timeNs[a] - timeNs[b] || index[a] - index[b] || a - b;
  return rows.flatMap((own, device) => {
    if (own.length === 0 && failures[device].length === 0) return [];
    const sorted = Int32Array.from(own);
    sortRows(sorted, compare);
    const failed = Int32Array.from(failures[device]);
    sortRows(failed, compare);
    const hasAddresses = own.every((row) => memory.address[row] >= 0);
    const hasTotals = own.every((row) => !Number.isNaN(memory.allocated[row]));
    return [{ device, rows: sorted, failures: failed, hasAddresses, hasTotals }];
  });
}

/**
 * Joins allocations with releases by address. A release without an allocation is of a block from before
 * the trace. Without addresses nothing can be joined: each event is a block of its own, a release one of
 * negative bytes.
 */
export function pairBlocks(
  memory: MemoryEvents,
  { rows, hasAddresses }: DeviceEvents,
): PairedBlocks {
  const { bytes, address } = memory;
  if (!hasAddresses) {
    const blocks = Array.from(rows, (row) => ({ allocation: row, release: -1, bytes: bytes[row] }));
    return { blocks, reused: 0, otherSizes: 0 };
  }
  const before: Block[] = [];
  const blocks: Block[] = [];
  const live = new Map<number, Block>();
  let [reused, otherSizes] = [0, 0];
  for (const row of rows) {
    const known = live.get(address[row]);
    if (bytes[row] < 0) {
      if (known === undefined) {
        before.push({ allocation: -1, release: row, bytes: -bytes[row] });
        continue;
      }
      if (known.bytes !== -bytes[row]) otherSizes++;
      known.release = row;
      live.delete(address[row]);
      continue;
    }
    // An allocation of nothing has no address of its own.
    if (bytes[row] === 0) continue;
    if (known !== undefined) {
      reused++;
      known.release = row;
    }
    const block: Block = { allocation: row, release: -1, bytes: bytes[row] };
    blocks.push(block);
    live.set(address[row], block);
  }
  return { blocks: [...before, ...blocks], reused, otherSizes };
}
