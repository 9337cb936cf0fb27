import type { Segments } from '@rl-insight/memory-contract';
import { rowsByTime } from '../order.js';
import type { Arenas } from './arenas.js';
import { type EventList, ORDER } from './event-order.js';
import type { SegmentLives } from './history.js';

/** Segments by position, in no state yet; adds when they are taken and given back to the events. */
export function segmentLives(segments: Segments, arenas: Arenas, events: EventList): SegmentLives {
  const { rows, address, sizeBytes, startNs, endNs, stream, pool } = segments;
  const position = new Float64Array(rows).fill(Number.NaN);
  const arena = new Int32Array(rows).fill(-1);
  for (let row = 0; row < rows; row++) {
    if (!address.has(row) || !(sizeBytes[row] > 0)) continue;
    arena[row] = arenas.find(address, row);
    position[row] = arenas.positionOf(address, row, arena[row]);
  }
  const begin = { at: (row: number) => (Number.isNaN(startNs[row]) ? -1 : startNs[row]) };
  const order = rowsByTime(undefined, position, begin, new Int32Array(rows));
  order.forEach((row, place) => {
    if (!Number.isNaN(startNs[row])) {
      events.add('take', place, startNs[row], Number.NaN, ORDER.take);
    }
    if (!Number.isNaN(endNs[row])) events.add('give', place, endNs[row], Number.NaN, ORDER.give);
  });
  return {
    position: Float64Array.from(order, (row) => position[row]),
    bytes: Float64Array.from(order, (row) => sizeBytes[row]),
    startAt: new Int32Array(order.length),
    endAt: new Int32Array(order.length),
    arena: Int32Array.from(order, (row) => arena[row]),
    stream: Int32Array.from(order, (row) => stream.codes[row]),
    pool: Int32Array.from(order, (row) => pool.codes[row]),
    streams: stream.values,
    pools: pool.values,
  };
}
