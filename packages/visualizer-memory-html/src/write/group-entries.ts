import {
  type Allocations,
  type Counters,
  type Int32View,
  type MemoryGroup,
  STACK_MATCHES,
  type StackMatch,
} from '@rl-insight/memory-contract';
import type { Blocks, CaptureLive, Peak } from '@rl-insight/memory-model';
import type { CaptureEntry } from '../page-data/format.js';
import { matchOfCode } from './allocation-columns.js';

/** What is said of all allocations of a group together. */
export interface AllocationTotals {
  readonly released: number;
  readonly allocatedBytes: number;
  readonly matches: Record<StackMatch, number>;
}

/** Rows that are read at a time: so many that the loops over them are what takes time. */
const ROWS_AT_ONCE = 4096;

export function allocationTotals(
  { rows, views }: Allocations,
  { before }: Blocks,
): AllocationTotals {
  const { durationNs, sizeBytes } = views;
  const match = views.text('stack_match');
  const values = new Float64Array(ROWS_AT_ONCE);
  const counts = new Float64Array(match.values.length + 1);
  let released = 0;
  let allocatedBytes = 0;
  for (let begin = 0; begin < rows; begin += ROWS_AT_ONCE) {
    const end = Math.min(begin + ROWS_AT_ONCE, rows);
    durationNs.copy(begin, end, values);
    released += countKnown(values, end - begin);
    sizeBytes.copy(begin, end, values);
    allocatedBytes += sumOfOthers(values, before.subarray(begin, end));
    countCodes(match.codes, begin, end, counts);
  }
  const matches = STACK_MATCHES.map(() => 0);
  matchOfCode(match).forEach((known, code) => {
    matches[known] += counts[code];
  });
  return {
    released,
    allocatedBytes,
    matches: Object.fromEntries(STACK_MATCHES.map((name, i) => [name, matches[i]])) as Record<
      StackMatch,
      number
    >,
  };
}

function countKnown(values: Float64Array, count: number): number {
  let known = 0;
  for (let i = 0; i < count; i++) if (!Number.isNaN(values[i])) known++;
  return known;
}

/** The sum of sizes, without those that are marked. */
function sumOfOthers(sizes: Float64Array, marked: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < marked.length; i++) if (!marked[i]) sum += Math.abs(sizes[i]);
  return sum;
}

/** Counts the codes of some rows by code + 1. */
function countCodes(codes: Int32View, begin: number, end: number, counts: Float64Array): void {
  for (let row = begin; row < end; row++) counts[codes.at(row) + 1]++;
}

/** A capture for the reader of the page. All times are later by `shift`. */
export function captureEntry(
  live: CaptureLive,
  { step, sources }: MemoryGroup['info']['captures'][number],
  peak: Peak,
  shift: number,
): CaptureEntry {
  return {
    startNs: live.window.startNs + shift,
    endNs: live.window.endNs + shift,
    step,
    sources,
    peakBytes: peak.bytes,
    peakNs: peak.timeNs + shift,
    endBytes: live.endLiveBytes,
    allocators: live.allocators.map((allocator) => ({
      allocator: allocator.allocator,
      startBytes: allocator.startLiveBytes,
      startSource: allocator.startSource,
      peakBytes: allocator.peak.bytes,
      peakNs: allocator.peak.timeNs + shift,
      endBytes: allocator.endLiveBytes,
      unknownReleases: allocator.unknownReleases.bytes.length,
      unknownReleaseBytes: sum(allocator.unknownReleases.bytes),
      untrackedBytes: allocator.untrackedBytes,
      matchesReported: allocator.matchesReported,
    })),
  };
}

/** From when to when a group is: its captures, or else its samples. */
export function groupExtent(
  allocations: Allocations,
  windows: Blocks['windows'],
  counters: Counters | undefined,
): { readonly fromNs: number; readonly toNs: number } {
  const moments = windows.flatMap(({ startNs, endNs }) => [startNs, endNs]);
  if (allocations.rows > 0) moments.push(allocations.views.startNs.at(0));
  const timeNs = counters?.timeNs;
  if (moments.length === 0 && timeNs !== undefined && timeNs.length > 0) {
    moments.push(timeNs.at(0), timeNs.at(timeNs.length - 1));
  }
  if (moments.length === 0) moments.push(0);
  return { fromNs: Math.min(...moments), toNs: Math.max(...moments) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
