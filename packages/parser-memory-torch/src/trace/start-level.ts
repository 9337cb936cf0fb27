import type { CaptureAllocator } from '@rl-insight/memory-contract';
import type { MemoryEvents } from './columns.js';
import type { DeviceEvents, PairedBlocks } from './pairing.js';

type StartLevel = Pick<CaptureAllocator, 'start_live_bytes' | 'start_source'>;

/**
 * What a device held when the trace began: by the allocator's total less the first event's own bytes.
 * Without totals it is what was released without an allocation; without addresses, the least that keeps
 * the running sum from being negative. Both are lower bounds.
 */
export function startLevel(
  memory: MemoryEvents,
  { rows, hasTotals, hasAddresses }: DeviceEvents,
  blocks: PairedBlocks,
): StartLevel {
  const first = rows.at(0);
  if (first === undefined) return { start_live_bytes: 0, start_source: 'none' };
  if (hasTotals) {
    const bytes = memory.allocated[first] - memory.bytes[first];
    return { start_live_bytes: Math.max(0, bytes), start_source: 'counters' };
  }
  const bytes = hasAddresses ? releasedBefore(blocks) : deepestFall(memory, rows);
  return { start_live_bytes: bytes, start_source: bytes > 0 ? 'releases' : 'none' };
}

function releasedBefore({ bytes, beforeCount }: PairedBlocks): number {
  let sum = 0;
  for (let i = 0; i < beforeCount; i++) sum += bytes[i];
  return sum;
}

function deepestFall({ bytes }: MemoryEvents, rows: Int32Array): number {
  let [sum, least] = [0, 0];
  for (const row of rows) {
    sum += bytes[row];
    if (sum < least) least = sum;
  }
  return -least;
}
