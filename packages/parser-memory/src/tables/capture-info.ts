import type { CaptureAllocator, CaptureInfo } from '@rl-insight/memory-contract';
import { GE } from '../capture/allocators.js';
import { rowsOfCode } from '../columns/order.js';
import type { PartCounters } from './counters.js';
import type { KeptRows } from './kept-rows.js';
import type { DevicePart } from './part.js';
import { startLevel } from './start-level.js';

/** Reports of the process and its modules say nothing of when an allocator was at work. */
function isAllocator(component: string): boolean {
  return component !== 'APP' && !component.includes(':');
}

/** First and last event of the allocators in a part, ns after the content's origin. */
function windowOf(part: DevicePart, counters: PartCounters): { startNs: number; endNs: number } {
  const { operators } = part.content;
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  const see = (time: number) => {
    if (time < startNs) startNs = time;
    if (time > endNs) endNs = time;
  };
  for (const row of part.rows) {
    see(operators.startNs[row]);
    see(operators.releaseNs[row]);
    see(operators.activeReleaseNs[row]);
  }
  const counts = counters.components.map(isAllocator);
  for (let row = 0; row < counters.rows; row++) {
    if (counts[counters.component(row)]) see(counters.timeNs[row]);
  }
  return Number.isFinite(startNs) ? { startNs, endNs } : { startNs: 0, endNs: 0 };
}

/** The level of an allocator when a window begins in the middle of its capture. */
function levelAt(
  part: DevicePart,
  rows: Int32Array,
  counters: PartCounters,
  allocator: string,
  time: number,
): number {
  const { operators } = part.content;
  if (allocator !== GE) {
    let level = Number.NaN;
    const code = counters.components.indexOf(allocator);
    for (let i = 0; i < counters.rows && counters.timeNs[i] < time; i++) {
      const bytes = counters.allocatedBytes(i);
      if (counters.component(i) === code && !Number.isNaN(bytes)) level = bytes;
    }
    if (!Number.isNaN(level)) return level;
  }
  // A total after an allocation is exact; what was released since is taken off.
  let from = -1;
  for (const row of rows) {
    if (operators.startNs[row] >= time) break;
    if (!Number.isNaN(operators.allocated.allocated[row])) from = row;
  }
  if (from < 0) return Number.NaN;
  let level = Math.round(operators.allocated.allocated[from]);
  for (const row of rows) {
    const released = operators.releaseNs[row];
    if (released > operators.startNs[from] && released < time) level -= operators.sizeBytes[row];
  }
  return level;
}

function allocatorInfo(
  part: DevicePart,
  kept: KeptRows,
  counters: PartCounters,
  code: number,
): CaptureAllocator {
  const { operators } = part.content;
  const allocator = part.allocators[code];
  const rows = rowsOfCode(part.allocator, code, part.rows);
  const component = counters.components.indexOf(allocator);
  const start = startLevel(
    {
      rows,
      startNs: operators.startNs,
      releaseNs: operators.releaseNs,
      sizeBytes: operators.sizeBytes,
      releaseOnly: operators.releaseOnly,
      allocatedAfter: operators.allocated.allocated,
      releasedAfter: operators.released.allocated,
    },
    {
      count: counters.rows,
      timeNs: (i) => counters.timeNs[i],
      allocatedBytes: (i) =>
        counters.component(i) === component ? counters.allocatedBytes(i) : Number.NaN,
    },
  );
  const within =
    kept.window === undefined
      ? Number.NaN
      : levelAt(part, rows, counters, allocator, kept.window.startNs);
  return {
    allocator,
    start_live_bytes: Math.round(Number.isNaN(within) ? start.bytes : within),
    start_source: Number.isNaN(within) ? start.source : 'counters',
    pairing: 'record',
  };
}

/** What `rl_insight.groups` says of a part: its window, and where each allocator began. */
export function captureInfo(
  part: DevicePart,
  kept: KeptRows,
  counters: PartCounters,
  step: number | null,
): CaptureInfo {
  const { capture, originNs } = part.content;
  const { startNs, endNs } = kept.window ?? windowOf(part, counters);
  const isUsed = new Uint8Array(part.allocators.length);
  for (const row of part.rows) isUsed[part.allocator[row]] = 1;
  const { operatorMemory, memoryRecord, moduleMemory, trace } = capture.files;
  const files = [...operatorMemory, ...memoryRecord, ...moduleMemory, ...(trace ? [trace] : [])];
  return {
    sources: files.map((file) => `${capture.label}${file.slice(capture.path.length)}`),
    start_ns: String(originNs + BigInt(startNs)),
    end_ns: String(originNs + BigInt(endNs)),
    step: capture.step ?? step,
    time_basis: 'utc',
    allocators: part.allocators.flatMap((_, code) =>
      isUsed[code] ? [allocatorInfo(part, kept, counters, code)] : [],
    ),
  };
}
