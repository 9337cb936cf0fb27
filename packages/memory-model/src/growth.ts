import type { MemoryGroup } from '@rl-insight/memory-contract';
import type { BlockArrays } from './block-arrays.js';
import { holderKey } from './holders.js';
import { firstFrom } from './sorted.js';
import type { StepLive } from './steps.js';
import type { UserFrames } from './user-frame.js';

/** An operator and call stack that holds more from step to step. */
export interface GrowingHolder {
  readonly name: string;
  readonly user_frame: string;
  readonly call_stack: string;
  /** Live at the end of each step, in the order of {@link Growth.steps}. */
  readonly bytes: readonly number[];
  /** Of the straight line nearest to that, bytes a step. */
  readonly bytes_per_step: number;
  /** How much of the variation the line explains: 1 is a straight line, 0 none of it. */
  readonly r_squared: number;
}

export interface Growth {
  readonly steps: readonly number[];
  /** Those that grow, the steepest first. */
  readonly holders: readonly GrowingHolder[];
}

/** Fewer do not tell a rise from a difference. */
export const STEPS_TO_GROW = 3;

/** The least-squares line through values at 0, 1, 2, … */
function fitLine(values: Float64Array): { slope: number; rSquared: number } {
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
  return { slope: xy / xx, rSquared: yy === 0 ? 0 : xy ** 2 / (xx * yy) };
}

/** How many steps end with more than the one before. */
function risesOf(bytes: Float64Array): number {
  return bytes.reduce((rises, own, i) => (i > 0 && own > bytes[i - 1] ? rises + 1 : rises), 0);
}

/** The ends of the steps of a capture in order of time, and the place of each among all steps. */
function endsOf(steps: readonly StepLive[], capture: number) {
  const own = steps
    .map(({ endNs, ...step }, place) => ({ capture: step.capture, endNs, place }))
    .filter((step) => step.capture === capture)
    .sort((a, b) => a.endNs - b.endNs);
  return { endNs: own.map(({ endNs }) => endNs), places: own.map(({ place }) => place) };
}

/** Live bytes of each holder at the end of each step, by a row of it. */
function bytesByStep(
  group: MemoryGroup,
  blocks: BlockArrays,
  steps: readonly StepLive[],
): Map<number, Float64Array> {
  const keyOf = holderKey(group);
  const ends = blocks.windows.map((_, capture) => endsOf(steps, capture));
  const series = new Map<number, { row: number; bytes: Float64Array }>();
  for (let row = 0; row < blocks.rows; row++) {
    const { endNs, places } = ends[blocks.capture[row]] ?? { endNs: [], places: [] };
    // At the end of a step live is what began by then and is not released by then.
    let step = blocks.before[row] ? 0 : firstFrom(endNs, blocks.startNs[row]);
    if (step === endNs.length || blocks.endNs[row] <= endNs[step]) continue;
    const key = keyOf(row);
    let own = series.get(key);
    if (own === undefined) {
      own = { row, bytes: new Float64Array(steps.length) };
      series.set(key, own);
    }
    const until = firstFrom(endNs, blocks.endNs[row]);
    for (; step < until; step++) own.bytes[places[step]] += blocks.bytes[row];
  }
  return new Map([...series.values()].map(({ row, bytes }) => [row, bytes]));
}

/**
 * Operators and call stacks whose live bytes at the ends of steps rise: more than once, the last above
 * the first, and the line through all of them too. What was there before a capture has no name and is
 * not among them. O(n log s) and the steps that blocks live through.
 *
 * @returns null for fewer than {@link STEPS_TO_GROW} steps.
 */
export function growingHolders(
  group: MemoryGroup,
  blocks: BlockArrays,
  steps: readonly StepLive[],
  frames: UserFrames,
): Growth | null {
  if (steps.length < STEPS_TO_GROW) return null;
  const name = group.allocations.text('name');
  const stack = group.allocations.text('call_stack');
  const holders: GrowingHolder[] = [];
  for (const [row, bytes] of bytesByStep(group, blocks, steps)) {
    const { slope, rSquared } = fitLine(bytes);
    if (!(slope > 0 && bytes[bytes.length - 1] > bytes[0] && risesOf(bytes) > 1)) continue;
    const callStack = stack.values[stack.codes[row]] ?? '';
    holders.push({
      name: name.values[name.codes[row]] ?? '',
      user_frame: callStack === '' ? '' : frames.of(callStack),
      call_stack: callStack,
      bytes: [...bytes],
      bytes_per_step: slope,
      r_squared: rSquared,
    });
  }
  return {
    steps: steps.map(({ step }) => step),
    holders: holders.sort(
      (a, b) =>
        b.bytes_per_step - a.bytes_per_step ||
        (a.name < b.name ? -1 : a.name > b.name ? 1 : a.call_stack < b.call_stack ? -1 : 1),
    ),
  };
}
