import { setImmediate as nextTurn } from 'node:timers/promises';
import { within } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import type { Drawing } from './drawing.js';
import { RecordingOutput } from './recording-output.js';
import { severalSets } from './samples.js';

const STOP_LIMIT_MS = 5000;
const REMEDY =
  'Call context.signal.throwIfAborted() before each file, and throw nothing else when it is aborted.';

class Stop extends Error {}

/** Draws and aborts: before it begins, or while the first file is written. */
export async function checkAbort(drawing: Drawing, when: 'before' | 'midway'): Promise<void> {
  const controller = new AbortController();
  const reason = new Stop('stopped by the conformance suite');
  const after: string[] = [];
  const output = new RecordingOutput(async (path) => {
    if (controller.signal.aborted) after.push(path);
    if (when === 'before') return;
    // What was begun together with the first file is written with it.
    await nextTurn();
    controller.abort(reason);
  });
  if (when === 'before') controller.abort(reason);
  const drawn = drawing.of(severalSets(), output, { signal: controller.signal });
  const thrown = await within(
    STOP_LIMIT_MS,
    drawn.then(
      () => undefined,
      (error: unknown) => ({ error }),
    ),
    {
      problem: `It goes on for more than ${STOP_LIMIT_MS / 1000} s after it was aborted`,
      remedy: REMEDY,
    },
  );
  if (thrown !== undefined && thrown.error !== reason) {
    throw new Nonconformity({
      problem: 'It throws another error than the reason of the signal',
      found: thrown.error,
      expected: 'the reason of the signal',
      remedy: REMEDY,
      cause: thrown.error,
    });
  }
  // Midway there may have been one file, which was written already.
  if (after.length === 0 && (thrown !== undefined || when === 'midway')) return;
  throw new Nonconformity({
    problem: 'It ignores the signal',
    found:
      after.length > 0
        ? `${after.length} files after the abort, first ${after[0]}`
        : 'a normal end',
    expected: 'the reason of the signal, thrown',
    remedy: REMEDY,
  });
}
