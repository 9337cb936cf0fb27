import { DictView } from '../pickle/dict-view.js';
import type { PickleHeap } from '../pickle/heap.js';

/** A begin or end of a range that the program marked, as the file has it. */
export interface Annotation {
  readonly isStart: boolean;
  readonly name: string;
  readonly device: number;
  /** Microseconds since 1970. */
  readonly timeUs: number;
}

/** A range of the program. Times count from the trace's origin. */
export interface UserRange {
  readonly name: string;
  /** What set it: record_function and the like, or `_set_memory_metadata`. */
  readonly domain: '' | 'user_metadata';
  readonly startUs: number;
  /** NaN for one that was not ended. */
  endUs: number;
  /** Place of the range around it; −1 for none. */
  parent: number;
}

/** The entries of `external_annotations`; those that are none are counted out. */
export function readAnnotations(
  heap: PickleHeap,
  items: readonly number[],
): { annotations: Annotation[]; others: number } {
  const annotations: Annotation[] = [];
  for (const item of items) {
    const entry = new DictView(heap, item);
    const [stage, name] = [entry.text('stage'), entry.text('name')];
    const timeUs = entry.number('time_us');
    if (name === undefined || timeUs === undefined || (stage !== 'START' && stage !== 'END'))
      continue;
    const device = entry.number('device') ?? 0;
    annotations.push({ isStart: stage === 'START', name, device, timeUs });
  }
  return { annotations, others: items.length - annotations.length };
}

/**
 * Joins begins with ends: an end is of the last range of its name that is open. Ends without a begin
 * are left out. The result is in order of begins.
 */
export function joinAnnotations(annotations: readonly Annotation[], originUs: number): UserRange[] {
  const open = new Map<string, UserRange[]>();
  const ranges: UserRange[] = [];
  for (const { isStart, name, timeUs } of annotations) {
    const ofName = open.get(name) ?? [];
    open.set(name, ofName);
    if (isStart) {
      const startUs = timeUs - originUs;
      const range: UserRange = { name, domain: '', startUs, endUs: Number.NaN, parent: -1 };
      ofName.push(range);
      ranges.push(range);
    } else {
      const range = ofName.pop();
      if (range !== undefined) range.endUs = Math.max(range.startUs, timeUs - originUs);
    }
  }
  return ranges;
}

function endOf({ endUs }: UserRange): number {
  return Number.isNaN(endUs) ? Number.POSITIVE_INFINITY : endUs;
}

/** Sorts ranges by begin, and finds the one around each: ranges of several threads may overlap without it. */
export function nest(ranges: UserRange[]): UserRange[] {
  const sorted = ranges.sort((a, b) => a.startUs - b.startUs || endOf(b) - endOf(a));
  const open: number[] = [];
  sorted.forEach((range, place) => {
    while (open.length > 0 && endOf(sorted[open[open.length - 1]]) <= range.startUs) open.pop();
    const around = open.findLast((candidate) => endOf(sorted[candidate]) >= endOf(range));
    range.parent = around ?? -1;
    open.push(place);
  });
  return sorted;
}

/** Finds the innermost range at moments that never go back. */
export class RangeCursor {
  readonly #ranges: readonly UserRange[];
  readonly #open: number[] = [];
  #next = 0;

  /** @param ranges in order of begins */
  constructor(ranges: readonly UserRange[]) {
    this.#ranges = ranges;
  }

  /** The place of the range that was begun last and is open; −1 for none. */
  at(timeUs: number): number {
    const ranges = this.#ranges;
    while (this.#next < ranges.length && ranges[this.#next].startUs <= timeUs) {
      this.#open.push(this.#next++);
    }
    while (this.#open.length > 0 && endOf(ranges[this.#open[this.#open.length - 1]]) < timeUs) {
      this.#open.pop();
    }
    return this.#open.findLast((place) => endOf(ranges[place]) >= timeUs) ?? -1;
  }
}
