import type { StepRange } from '../attribution/attribute.js';
import type { DevicePart } from './part.js';

/** The rows of a part that are kept, and the window they are seen in. */
export interface KeptRows {
  readonly rows: Int32Array;
  /** 1 for a block that was there when the window began. */
  readonly before: Uint8Array;
  /** By kept row: its training step; −1 where there is none. */
  readonly step: Int32Array;
  /** ns after the content's origin; undefined: all that the capture shows. */
  readonly window: { readonly startNs: number; readonly endNs: number } | undefined;
}

function stepOfRows(part: DevicePart, rows: Int32Array): Int32Array {
  const { capture, attribution, operators } = part.content;
  if (capture.step !== null) return new Int32Array(rows.length).fill(capture.step);
  const ranges = [...(attribution?.steps ?? [])].sort((a, b) => a.startNs - b.startNs);
  const steps = new Int32Array(rows.length).fill(-1);
  if (ranges.length === 0) return steps;
  let first = 0;
  for (let i = 0; i < rows.length; i++) {
    const time = operators.startNs[rows[i]];
    while (first < ranges.length && ranges[first].endNs < time) first++;
    const around = ranges.slice(first).find((r) => r.startNs <= time && time <= r.endNs);
    if (around !== undefined) steps[i] = around.step;
  }
  return steps;
}

/** The time that a step took, over all threads that have it; undefined where none does. */
export function stepWindow(
  steps: readonly StepRange[],
  step: number,
): { startNs: number; endNs: number } | undefined {
  const own = steps.filter((range) => range.step === step);
  if (own.length === 0) return undefined;
  return {
    startNs: Math.min(...own.map(({ startNs }) => startNs)),
    endNs: Math.max(...own.map(({ endNs }) => endNs)),
  };
}

/**
 * The rows of a part that belong to `step` (null: all). Of a step that is only a part of its
 * capture, blocks that were there when it began stay, since they are what it found.
 */
export function keepRows(part: DevicePart, step: number | null): KeptRows {
  const { capture, attribution, operators } = part.content;
  if (step === null || capture.step !== null) {
    return {
      rows: part.rows,
      before: new Uint8Array(part.rows.length),
      step: stepOfRows(part, part.rows),
      window: undefined,
    };
  }
  const window = stepWindow(attribution?.steps ?? [], step);
  if (window === undefined) {
    const none = new Int32Array(0);
    return { rows: none, before: new Uint8Array(0), step: none, window };
  }
  const rows = part.rows.filter((row) => {
    const start = operators.startNs[row];
    if (start > window.endNs) return false;
    return start >= window.startNs || !(operators.releaseNs[row] <= window.startNs);
  });
  return {
    rows,
    before: Uint8Array.from(rows, (row) => (operators.startNs[row] < window.startNs ? 1 : 0)),
    step: stepOfRows(part, rows),
    window,
  };
}
