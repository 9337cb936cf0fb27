import { firstFrom } from '@rl-insight/memory-model';
import type { Retry } from '../../src/page-data/failure-format.js';
import type { TimeScale } from '../view/time-scale.js';
import type { Failures } from './failures.js';

/** Failures nearer to each other than this are one mark. */
const CELL_PX = 11;
/** A mark can be pointed at from as far as this. */
const NEAR_PX = 7;

/** Failed allocations at about one place of the picture. */
export interface FailureMark {
  readonly x: number;
  /** The one that stands for all: of those that fared worst, the first. */
  readonly failure: number;
  readonly retry: Retry;
  readonly count: number;
  /** Numbers of the first and the last of all. */
  readonly first: number;
  readonly last: number;
}

/** The worst first. */
const BY_HARM: readonly Retry[] = ['failed', 'none', null, 'succeeded'];

/**
 * Marks of some failures in a range.
 *
 * @param numbers of the failures, by time
 */
export function failureMarks(
  failures: Failures,
  numbers: Int32Array,
  scale: TimeScale,
): FailureMark[] {
  const { timeNs } = failures;
  const marks: FailureMark[] = [];
  // They are by time, so that their numbers are in order too.
  const begin = firstFrom(numbers, firstFrom(timeNs, scale.left));
  for (let i = begin; i < numbers.length; i++) {
    const failure = numbers[i];
    if (timeNs[failure] > scale.right) break;
    const x = scale.x(timeNs[failure]);
    const retry = failures.retryOf(failure);
    const mark = marks.at(-1);
    if (mark === undefined || x - mark.x >= CELL_PX) {
      marks.push({ x, failure, retry, count: 1, first: failure, last: failure });
    } else {
      const isWorse = BY_HARM.indexOf(retry) < BY_HARM.indexOf(mark.retry);
      const shown = isWorse ? { failure, retry } : {};
      marks[marks.length - 1] = { ...mark, ...shown, count: mark.count + 1, last: failure };
    }
  }
  return marks;
}

/** Whether a failure is one of those of a mark; it has to be one of those that there are marks of. */
export function isIn({ first, last }: FailureMark, failure: number | undefined): boolean {
  return failure !== undefined && first <= failure && failure <= last;
}

/** The mark that is pointed at. */
export function markNear(marks: readonly FailureMark[], x: number): FailureMark | undefined {
  let nearest: FailureMark | undefined;
  for (const mark of marks) {
    if (Math.abs(mark.x - x) > NEAR_PX) continue;
    if (nearest === undefined || Math.abs(mark.x - x) < Math.abs(nearest.x - x)) nearest = mark;
  }
  return nearest;
}
