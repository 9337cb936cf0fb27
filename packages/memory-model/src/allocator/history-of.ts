import {
  addressView,
  MEMORY_FAILURES,
  MEMORY_SEGMENTS,
  MEMORY_SUMMARY,
  type MemoryGroup,
  readFailures,
  readSegments,
} from '@rl-insight/memory-contract';
import { captureWindows } from '../blocks.js';
import { Arenas } from './arenas.js';
import { blockLives } from './block-lives.js';
import { EventList, ORDER } from './event-order.js';
import type { AllocatorHistory, FailedRequests } from './history.js';
import { joinedArenas } from './joined-arenas.js';
import { segmentLives } from './segment-lives.js';
import { setStates } from './set-states.js';

/** Whether some allocation of the group has an address. */
export function hasAddresses({
  allocations,
  tables,
}: Pick<MemoryGroup, 'allocations' | 'tables'>): boolean {
  const addresses = addressView(tables[MEMORY_SUMMARY.name]);
  if (addresses === undefined) return false;
  for (let row = 0; row < allocations.rows; row++) if (addresses.has(row)) return true;
  return false;
}

/**
 * What happened in the segments of a group's allocators. Undefined where no segment is known, so that
 * it cannot be told what was free.
 *
 * O(n log s) for n allocations in s segments.
 */
export function allocatorHistory(group: MemoryGroup): AllocatorHistory | undefined {
  const { tables, allocations } = group;
  const table = tables[MEMORY_SEGMENTS.name];
  const known = table && readSegments(table, allocations.originNs);
  if (known === undefined || known.rows === 0) return undefined;
  const list = new EventList();
  const arenas = new Arenas(known);
  const segments = segmentLives(known, arenas, list);
  const placed = blockLives(group, arenas, list);
  const failures = failedRequests(group, list);
  captureWindows(group).forEach(({ startNs }, capture) => {
    if (capture > 0) list.add('capture', capture, startNs, Number.NaN, ORDER.capture);
  });
  const events = list.inOrder();
  setStates(events, { ...placed, segments, failures }, allocations.captureId);
  const { blocks, withoutAddress } = placed;
  return {
    arenas: arenas.list(joinedArenas(segments, blocks)),
    ...{ events, segments, blocks, failures, withoutAddress },
  };
}

function failedRequests({ tables, allocations }: MemoryGroup, events: EventList): FailedRequests {
  const table = tables[MEMORY_FAILURES.name];
  if (table === undefined) {
    return {
      at: new Int32Array(0),
      timeNs: new Float64Array(0),
      requestedBytes: new Float64Array(0),
    };
  }
  const { rows, timeNs, seq, requestedBytes } = readFailures(table, allocations.originNs);
  for (let row = 0; row < rows; row++) {
    events.add('fail', row, timeNs[row], seq[row], ORDER.fail);
  }
  return { at: new Int32Array(rows), timeNs, requestedBytes };
}
