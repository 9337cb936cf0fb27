import { describe, expect, it } from 'vitest';
import { joinPieces, readBytes, readTable } from '../testing/read-back.js';
import { resolveFormat } from './capture.js';
import { operatorMemoryCsv } from './operator-memory-csv.js';
import type { CaptureRequest } from './options.js';
import { type SimulatedCapture, simulateCapture } from './scenario.js';

interface Event {
  time: bigint;
  bytes: number;
}

/** The earlier of the two ends of a block. */
function end(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Events of one allocator on one device, from the truth's rows alone. */
function eventsOf({ truth }: SimulatedCapture, device: string, allocator: string): Event[] {
  const events: Event[] = [];
  for (const row of truth.rows()) {
    if (row.device !== device || row.allocator !== allocator) continue;
    const released = end(row.releaseNs, row.activeReleaseNs);
    if (row.startNs !== null) events.push({ time: row.startNs, bytes: row.sizeBytes });
    if (released !== null) events.push({ time: released, bytes: -Math.abs(row.sizeBytes) });
  }
  for (const release of truth.unreportedReleases) {
    if (release.device !== device || release.allocator !== allocator) continue;
    events.push({ time: release.timeNs, bytes: -release.bytes });
  }
  return events.sort((a, b) => (a.time === b.time ? a.bytes - b.bytes : a.time < b.time ? -1 : 1));
}

const REQUESTS: [string, CaptureRequest][] = [
  ['default', {}],
  ['two devices', { devices: 2 }],
  ['ties', { ties: true, unreleasedShare: 0 }],
  ['10 columns', { variant: 'V10', devices: 2, ties: true }],
  ['CANN', { variant: 'M9' }],
  ['nothing is released', { unreleasedShare: 1 }],
  ['nothing before', { blocksFromBefore: { count: 0, released: 0 } }],
  ['much before', { blocksFromBefore: { count: 200, released: 150 } }],
  ['blank names', { emptyNames: 1 }],
];

describe('live bytes', () => {
  it.each(REQUESTS)('agree with the rows and with the table’s totals: %s', (_, request) => {
    const capture = simulateCapture({ allocations: 600, geAllocations: 120, ...request });
    const { variant } = capture.options;
    const unit = variant === 'M9' ? 'KB' : 'MB';
    const table = readTable(joinPieces(operatorMemoryCsv(capture, resolveFormat({}, variant))));
    expect(capture.truth.levels).toHaveLength(2 * capture.options.devices);
    for (const level of capture.truth.levels) {
      // The start, from the first row's total, as a reader would find it.
      const rows = [...capture.truth.rows()].map((row, index) => ({ row, index }));
      const own = rows.filter(
        ({ row }) =>
          row.device === level.device && row.allocator === level.allocator && row.startNs !== null,
      );
      own.sort((a, b) => ((a.row.startNs as bigint) < (b.row.startNs as bigint) ? -1 : 1));
      const first = own[0] as (typeof own)[0];
      const total = readBytes(table[first.index]?.[`Allocation Total Allocated(${unit})`], unit);
      expect((total as number) - first.row.sizeBytes).toBe(level.startLiveBytes);

      const events = eventsOf(capture, level.device, level.allocator);
      const firstAllocation = events.findIndex((event) => event.bytes > 0);
      let live = level.startLiveBytes;
      for (const event of events.slice(0, firstAllocation)) live -= event.bytes;
      let peak = { bytes: -1, time: 0n };
      for (const { time, bytes } of events) {
        live += bytes;
        if (live > peak.bytes) peak = { bytes: live, time };
      }
      expect(peak).toEqual({ bytes: level.peakLiveBytes, time: level.peakTimeNs });
      expect(live).toBe(level.endLiveBytes);
      // The allocator's own highest total is the same.
      const totals = own.map(({ index }) =>
        readBytes(table[index]?.[`Allocation Total Allocated(${unit})`], unit),
      );
      expect(Math.max(...(totals as number[]))).toBe(level.peakLiveBytes);
    }
  });
});

describe('the job', () => {
  it('makes exactly the rows that were asked for', () => {
    for (const [allocations, geAllocations] of [
      [0, 0],
      [1, 0],
      [0, 7],
      [5, 3],
      [1234, 777],
      [50, 900],
    ] as const) {
      const { truth } = simulateCapture({ allocations, geAllocations });
      const rows = [...truth.rows()];
      expect(rows.filter((row) => row.allocator === 'PTA')).toHaveLength(allocations);
      expect(rows.filter((row) => row.allocator === 'GE')).toHaveLength(geAllocations);
    }
  });

  it('keeps about the share of blocks, and leaves about the share of names blank', () => {
    const share = (request: CaptureRequest): [number, number] => {
      const rows = [
        ...simulateCapture({ allocations: 2000, geAllocations: 0, ...request }).truth.rows(),
      ];
      const kept = rows.filter((row) => row.releaseNs === null).length / rows.length;
      return [kept, rows.filter((row) => row.name === '').length / rows.length];
    };
    expect(share({ unreleasedShare: 0 })).toEqual([0, 0]);
    expect(share({ unreleasedShare: 0.3 })[0]).toBeCloseTo(0.3, 2);
    expect(share({ unreleasedShare: 1 })[0]).toBe(1);
    expect(share({ emptyNames: 0.05 })[1]).toBeCloseTo(0.05, 2);
    const stepped = { trace: { profilerSteps: [1, 2], backwardThread: false } };
    expect(share({ emptyNames: 0.05, ...stepped })[1]).toBeCloseTo(0.05, 2);
  });

  it('gives every event a time of its own, unless ties are wanted', () => {
    const times = (ties: boolean): bigint[] => {
      const { truth } = simulateCapture({
        allocations: 1500,
        geAllocations: 300,
        devices: 2,
        ties,
      });
      const all = [...truth.rows()].flatMap((row) => [
        row.startNs,
        row.releaseNs,
        row.activeReleaseNs,
      ]);
      return all.filter((time) => time !== null);
    };
    expect(new Set(times(false)).size).toBe(times(false).length);
    expect(new Set(times(true)).size).toBeLessThan(times(true).length - 20);
    expect(times(false).every((time) => time % 10n === 0n)).toBe(true);
  });

  it('releases some blocks first and makes them usable later, as record_stream does', () => {
    const rows = [...simulateCapture({ allocations: 2000 }).truth.rows()];
    const late = rows.filter(
      ({ releaseNs, activeReleaseNs }) =>
        releaseNs !== null && activeReleaseNs !== null && activeReleaseNs > releaseNs,
    );
    expect(late.length).toBeGreaterThan(5);
    expect(late.length).toBeLessThan(200);
  });

  it('reaches the distinct stacks of a long capture', () => {
    const { truth } = simulateCapture({ allocations: 3000, distinctStacks: 50, stackDepth: 20 });
    const stacks = new Set(
      [...truth.rows()].map((row) => row.callStack).filter((text) => text !== ''),
    );
    expect(stacks.size).toBeGreaterThan(45);
    expect(stacks.size).toBeLessThanOrEqual(50);
    for (const stack of stacks) expect(stack.split(';\r\n')).toHaveLength(20);
  });

  it.each<[CaptureRequest, string]>([
    [{ allocations: -1 }, 'allocations'],
    [{ unreleasedShare: 2 }, 'unreleasedShare'],
    [{ blocksFromBefore: { count: 1, released: 2 } }, 'blocksFromBefore'],
    [{ startNs: 5n }, 'startNs'],
  ])('refuses %o', (request, name) => {
    expect(() => simulateCapture(request)).toThrow(name);
  });
});
