import type { MemoryGroup, Ranges } from '@rl-insight/memory-contract';
import type { LevelCurve } from './level-curve.js';
import { levelAt } from './level-curve.js';
import type { CaptureLive } from './live-bytes.js';
import { firstFrom } from './sorted.js';

/** Live bytes of a group in one training step. */
export interface StepLive {
  readonly step: number;
  /** Which of the group's captures it is in. */
  readonly capture: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly peakLiveBytes: number;
  readonly endLiveBytes: number;
}

const STEP_NAME = /#(\d{1,9})$/;

/** When each step of a capture was, over all threads that have it. */
function windowsOf(ranges: Ranges, capture: number): Map<number, { start: number; end: number }> {
  const windows = new Map<number, { start: number; end: number }>();
  for (let range = 0; range < ranges.rows; range++) {
    if (ranges.captureId[range] !== capture) continue;
    if (ranges.kind.values[ranges.kind.codes[range]] !== 'step') continue;
    const number = STEP_NAME.exec(ranges.name.values[ranges.name.codes[range]] ?? '')?.[1];
    if (number === undefined) continue;
    const known = windows.get(Number(number));
    const start = ranges.startNs[range];
    const end = ranges.endNs[range];
    windows.set(Number(number), {
      start: Math.min(known?.start ?? start, start),
      end: Math.max(known?.end ?? end, end),
    });
  }
  return windows;
}

/** The highest level from one time to another, the level that holds at its begin included. */
export function peakWithin(curve: LevelCurve, fromNs: number, toNs: number): number {
  const { timeNs, bytes } = curve;
  let peak = levelAt(curve, fromNs);
  for (let i = firstFrom(timeNs, fromNs); i < timeNs.length && timeNs[i] <= toNs; i++) {
    if (!(bytes[i] <= peak)) peak = bytes[i];
  }
  return Number.isNaN(peak) ? 0 : peak;
}

/**
 * The training steps of a group: those that its ranges name, else the captures that are a step each.
 * In order of time. O(n) for each step.
 */
export function stepsOf(
  { info }: MemoryGroup,
  live: readonly CaptureLive[],
  ranges: Ranges,
): StepLive[] {
  return live
    .flatMap((own, capture) => {
      const { window } = own;
      const windows = windowsOf(ranges, capture);
      const { step } = info.captures[capture];
      if (windows.size === 0 && step !== null) {
        windows.set(step, { start: window.startNs, end: window.endNs });
      }
      if (windows.size === 0) return [];
      const { curve } = own;
      return [...windows].map(([number, { start, end }]) => ({
        step: number,
        capture,
        startNs: start,
        endNs: end,
        peakLiveBytes: peakWithin(curve, start, end),
        endLiveBytes: levelAt(curve, end) || 0,
      }));
    })
    .sort((a, b) => a.startNs - b.startNs || a.step - b.step);
}
