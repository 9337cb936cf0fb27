import type { MemoryGroup, Ranges } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { holders } from './holders.js';
import type { CaptureLive } from './live-bytes.js';
import { liveState } from './live-state.js';
import { stepsOf } from './steps.js';
import type { UserFrames } from './user-frame.js';

/** An operator and call stack that holds more from step to step. */
export interface Growth {
  readonly name: string;
  readonly user_frame: string;
  readonly call_stack: string;
  /** Live at the end of each step, in the order of {@link GrowthSeries.steps}. */
  readonly bytes: readonly number[];
  /** Of the straight line nearest to that, bytes a step. */
  readonly bytes_per_step: number;
  /** How much of the variation the line explains: 1 is a straight line, 0 none of it (r²). */
  readonly confidence: number;
}

export interface GrowthSeries {
  readonly steps: readonly number[];
  /** Those that grow, the steepest first. */
  readonly growing: readonly Growth[];
}

/** The least-squares line through values at 0, 1, 2, … */
function fitLine(values: readonly number[]): { slope: number; confidence: number } {
  const n = values.length;
  const meanX = (n - 1) / 2;
  const meanY = values.reduce((sum, value) => sum + value, 0) / n;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  values.forEach((value, x) => {
    xy += (x - meanX) * (value - meanY);
    xx += (x - meanX) ** 2;
    yy += (value - meanY) ** 2;
  });
  return { slope: xy / xx, confidence: yy === 0 ? 0 : xy ** 2 / (xx * yy) };
}

/**
 * Operators and call stacks whose live bytes at the end of each step rise. What was there before the
 * capture has no name and is not among them. O(n) a step; it takes at least three steps.
 */
export function growingHolders(
  group: MemoryGroup,
  blocks: BlockArrays,
  live: readonly CaptureLive[],
  ranges: Ranges,
  frames: UserFrames,
): GrowthSeries {
  const steps = stepsOf(group, live, ranges);
  if (steps.length < 3) return { steps: steps.map(({ step }) => step), growing: [] };
  const series = new Map<
    string,
    { holder: Omit<Growth, 'bytes' | 'bytes_per_step' | 'confidence'>; bytes: number[] }
  >();
  steps.forEach(({ capture, endNs }, place) => {
    const { rows } = liveState(group, blocks, live[capture], endNs);
    for (const { name, user_frame, call_stack, bytes } of holders(group, blocks, rows, frames)) {
      const key = `${name}\n${call_stack}`;
      const known = series.get(key) ?? {
        holder: { name, user_frame, call_stack },
        bytes: new Array<number>(steps.length).fill(0),
      };
      series.set(key, known);
      known.bytes[place] = bytes;
    }
  });
  const growing = [...series.values()].flatMap(({ holder, bytes }): Growth[] => {
    const { slope, confidence } = fitLine(bytes);
    const isGrowing = slope > 0 && bytes[bytes.length - 1] > bytes[0];
    return isGrowing ? [{ ...holder, bytes, bytes_per_step: slope, confidence }] : [];
  });
  return {
    steps: steps.map(({ step }) => step),
    growing: growing.sort(
      (a, b) => b.bytes_per_step - a.bytes_per_step || (a.name < b.name ? -1 : 1),
    ),
  };
}
