import type { Levels, ThreadLevels } from '@rl-insight/memory-model';
import type { PackedLine } from '../page-data/format.js';
import type { ThreadEntry } from '../page-data/thread-format.js';
import { LinePoints } from './line-points.js';
import type { Packer } from './pack.js';

/** Lines that are in hand at a time. */
const AT_ONCE = 4;

/** Threads, those with the highest peaks first, and what each holds over time. */
export interface ThreadLines {
  readonly threads: readonly ThreadEntry[];
  readonly lines: readonly PackedLine[];
}

/** @param shift what is added to times */
export async function threadLines(
  levels: readonly ThreadLevels[],
  captures: number,
  packer: Packer,
  shift: number,
): Promise<ThreadLines> {
  const points = new LinePoints();
  const found: { entry: ThreadEntry; line: Promise<PackedLine> }[] = [];
  for (const thread of levels) {
    points.clear();
    const holdings = { peakBytes: 0, peakNs: 0 };
    for (let capture = 0; capture < captures; capture++) {
      points.beginPart();
      addPart(thread.levels(capture), points, holdings);
    }
    const { threadId, threadName: name, count } = thread;
    const peakNs = holdings.peakNs + shift;
    const entry = { id: String(threadId), name, ...holdings, peakNs, count };
    // While some lines are deflated, the next is made.
    await found.at(-AT_ONCE)?.line;
    found.push({ entry, line: packer.line(points, shift) });
  }
  const lines = await Promise.all(found.map(({ line }) => line));
  const order = found
    .map((_, i) => i)
    .sort(
      (a, b) =>
        found[b].entry.peakBytes - found[a].entry.peakBytes ||
        Number(found[a].entry.id) - Number(found[b].entry.id),
    );
  return {
    threads: order.map((i) => found[i].entry),
    lines: order.map((i) => lines[i]),
  };
}

interface Holdings {
  peakBytes: number;
  peakNs: number;
}

/** Adds what is to be seen of the levels of a capture: each nanosecond's highest and last. */
function addPart(levels: Levels, points: LinePoints, holdings: Holdings): void {
  let at = Number.NaN;
  let highest = 0;
  let last = 0;
  let pushed = Number.NaN;
  const push = (bytes: number) => {
    if (bytes !== pushed) points.push(at, bytes);
    pushed = bytes;
  };
  const finish = () => {
    // At the first time of a capture nothing is pushed yet, which NaN is not below.
    if (highest > last && !(highest <= pushed)) push(highest);
    push(last);
  };
  for (let count = levels.read(); count > 0; count = levels.read()) {
    const { timeNs, bytes } = levels;
    for (let i = 0; i < count; i++) {
      const level = bytes[i];
      if (timeNs[i] !== at) {
        if (!Number.isNaN(at)) finish();
        at = timeNs[i];
        highest = level;
      } else if (level > highest) highest = level;
      last = level;
      if (level > holdings.peakBytes) {
        holdings.peakBytes = level;
        holdings.peakNs = at;
      }
    }
  }
  if (!Number.isNaN(at)) finish();
}
