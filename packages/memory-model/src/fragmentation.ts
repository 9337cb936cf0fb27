import type { CounterSeries, Counters } from '@rl-insight/memory-contract';
import { CurveBuilder, type LevelCurve } from './level-curve.js';

/** Takes a sample that tells both totals. */
type VisitUnused = (timeNs: number, unusedBytes: number, reservedBytes: number) => void;

/** Walks through the samples of a series that tell what is reserved and what is allocated. O(n). */
function walkUnused(counters: Counters, series: CounterSeries, visit: VisitUnused): void {
  const reserved = counters.read(series, 'reserved');
  const allocated = counters.read(series, 'allocated');
  if (reserved === undefined || allocated === undefined) return;
  let next = 0;
  let there = allocated.read();
  for (let count = reserved.read(); count > 0; count = reserved.read()) {
    for (let i = 0; i < count; i++) {
      const time = reserved.timeNs[i];
      // Both come from the same samples; one that lacks a total has no place in the other list.
      while (there > 0 && allocated.timeNs[next] < time) {
        if (++next < there) continue;
        there = allocated.read();
        next = 0;
      }
      if (there === 0) return;
      if (allocated.timeNs[next] !== time) continue;
      visit(time, reserved.bytes[i] - allocated.bytes[next], reserved.bytes[i]);
      if (++next < there) continue;
      there = allocated.read();
      next = 0;
    }
  }
}

/**
 * Samples that tell what an allocator has reserved and what it has handed out: its own, or, where what
 * it handed out is counted as requested, those in sizes of blocks (`caching:blocks`).
 */
function seriesOf(
  counters: Counters,
  allocator: string,
  capture: number,
): CounterSeries | undefined {
  const own = counters.series.filter((known) => known.capture === capture);
  const named = (component: string) => own.find((known) => known.component === component);
  const tells = (series: CounterSeries | undefined) =>
    series !== undefined &&
    ['reserved' as const, 'allocated' as const].every(
      (total) => !Number.isNaN(counters.read(series, total)?.edgeNs('first') ?? Number.NaN),
    );
  const plain = named(allocator);
  const blocks = tells(plain) ? undefined : named(`${allocator}:blocks`);
  return tells(blocks) ? blocks : plain;
}

/**
 * What an allocator has reserved of the device and not handed out, over time: fragmentation and
 * caching. Empty where the source does not tell both totals. O(n).
 *
 * @param capture index into the captures of the group.
 */
export function unusedReserved(counters: Counters, allocator: string, capture: number): LevelCurve {
  const series = seriesOf(counters, allocator, capture);
  const unused = new CurveBuilder(series?.rows.length ?? 0);
  if (series !== undefined) walkUnused(counters, series, (time, bytes) => unused.push(time, bytes));
  return unused.curve();
}

/** How much an allocator had reserved and not handed out. Times are ns after the group's origin. */
export interface Fragmentation {
  readonly allocator: string;
  /** As last reported at the moment that was asked for; null where nothing was reported by then. */
  readonly atMomentBytes: number | null;
  readonly maxBytes: number;
  readonly maxNs: number;
  /** Reserved when that was. */
  readonly reservedAtMaxBytes: number;
}

/** Where and when to look besides the most. */
export interface FragmentationMoment {
  readonly capture: number;
  readonly timeNs: number;
}

/**
 * The most that an allocator ever had reserved and not handed out, over all captures, and what that
 * was at a moment. Undefined where the source does not tell both totals. O(n), without memory.
 */
export function fragmentation(
  counters: Counters,
  allocator: string,
  captures: number,
  moment: FragmentationMoment,
): Fragmentation | undefined {
  const seen: { most?: Omit<Fragmentation, 'atMomentBytes'>; atMomentBytes: number | null } = {
    atMomentBytes: null,
  };
  for (let capture = 0; capture < captures; capture++) {
    const series = seriesOf(counters, allocator, capture);
    if (series === undefined) continue;
    walkUnused(counters, series, (timeNs, bytes, reserved) => {
      if (capture === moment.capture && timeNs <= moment.timeNs) seen.atMomentBytes = bytes;
      if (seen.most !== undefined && bytes <= seen.most.maxBytes) return;
      seen.most = { allocator, maxBytes: bytes, maxNs: timeNs, reservedAtMaxBytes: reserved };
    });
  }
  return seen.most && { ...seen.most, atMomentBytes: seen.atMomentBytes };
}
