import {
  type AddressView,
  addressView,
  int64View,
  MEMORY_SUMMARY,
  type MemoryGroup,
} from '@rl-insight/memory-contract';
import { rowsByTime } from '../order.js';
import type { Arenas } from './arenas.js';
import { type BlockTimes, blockTimes } from './block-times.js';
import { type EventList, ORDER } from './event-order.js';
import type { BlockLives } from './history.js';

/** Blocks by position, and what is to know of them until the order of events is known. */
export interface PlacedBlocks {
  readonly blocks: BlockLives;
  /** Of each place, 1 for a block that was there when its capture began. */
  readonly before: Uint8Array;
  /** Allocations without an address. */
  readonly withoutAddress: number;
}

const UNKNOWN = { at: () => Number.NaN };

/** Blocks in no state yet; adds what happens to them to the events. */
export function blockLives(group: MemoryGroup, arenas: Arenas, events: EventList): PlacedBlocks {
  const { allocations, tables } = group;
  const { rows, views } = allocations;
  const summary = tables[MEMORY_SUMMARY.name];
  const position = positions(addressView(summary), rows, arenas);
  const order = rowsByTime(undefined, position, views.startNs, new Int32Array(rows)).slice();
  const count = order.length;
  const requestedBytes = new Float64Array(count);
  views.sizeBytes.gather(order, count, requestedBytes);
  for (let place = 0; place < count; place++) {
    requestedBytes[place] = Math.abs(requestedBytes[place]);
  }
  const blockBytes = new Float64Array(count).fill(Number.NaN);
  int64View(summary, 'block_size_bytes')?.gather(order, count, blockBytes);
  const times = blockTimes(group);
  addEvents(group, order, times, events);
  return {
    blocks: {
      row: order,
      position: Float64Array.from(order, (row) => position[row]),
      requestedBytes,
      blockBytes,
      startAt: new Int32Array(count),
      pendingAt: new Int32Array(count),
      endAt: new Int32Array(count),
    },
    before: Uint8Array.from(order, (row) => times.before[row]),
    withoutAddress: rows - count,
  };
}

/** By row: −1 in no arena, NaN without an address. */
function positions(addresses: AddressView | undefined, rows: number, arenas: Arenas): Float64Array {
  const position = new Float64Array(rows).fill(Number.NaN);
  for (let row = 0; addresses !== undefined && row < rows; row++) {
    if (!addresses.has(row)) continue;
    const arena = arenas.find(addresses, row);
    position[row] = arena < 0 ? -1 : arenas.positionOf(addresses, row, arena);
  }
  return position;
}

function addEvents(
  { allocations: { views } }: MemoryGroup,
  order: Int32Array,
  { startNs, pendingNs, freeNs, before }: BlockTimes,
  events: EventList,
): void {
  const allocSeq = views.allocSeq ?? UNKNOWN;
  const releaseSeq = views.releaseSeq ?? UNKNOWN;
  for (let place = 0; place < order.length; place++) {
    const row = order[place];
    const start = startNs[row];
    const free = freeNs[row];
    if (!before[row]) events.add('allocate', place, start, allocSeq.at(row), ORDER.allocate);
    if (pendingNs[row] < free) {
      events.add('request', place, pendingNs[row], Number.NaN, ORDER.request);
    }
    if (free === Number.POSITIVE_INFINITY) continue;
    // The number is that of the release: of a block that is free at another time it says nothing.
    const isRelease = free === start + views.durationNs.at(row) || views.sizeBytes.at(row) < 0;
    const seq = isRelease ? releaseSeq.at(row) : Number.NaN;
    const isAtOnce = free === start && !before[row];
    events.add('release', place, free, seq, isAtOnce ? ORDER.releaseAtOnce : ORDER.release);
  }
}
