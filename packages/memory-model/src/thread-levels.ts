import { groupRows, type MemoryGroup } from '@rl-insight/memory-contract';
import type { Blocks } from './blocks.js';
import { blockEvents } from './events.js';
import type { Levels } from './levels.js';
import { LevelReplay } from './replay.js';

/** What a thread holds over time: a thread owns what it allocated, whoever releases it. */
export interface ThreadLevels {
  readonly threadId: number;
  readonly threadName: string | null;
  /** How many blocks it allocated. */
  readonly count: number;
  /**
   * Its level in a capture, some points at a time: from 0 at the capture's begin, levels do not cross
   * from one to the next.
   */
  levels(capture: number): Levels;
}

/** Rows that are read at a time. */
const ROWS_AT_ONCE = 4096;
const NO_FALLS = { timeNs: [], bytes: [] };
const NO_ROWS = new Int32Array(0);

/**
 * The levels that {@link threadHoldings} tells the peaks of, in the order in which threads are met.
 * Blocks whose thread is not known, and those from before the capture, are nobody's. O(n); reading
 * all levels is O(n log n) at worst.
 *
 * @param endNs when each block ends, see {@link Blocks.endNs}
 */
export function threadLevels(
  { allocations }: Pick<MemoryGroup, 'allocations'>,
  blocks: Blocks,
  endNs: Float64Array,
): ThreadLevels[] {
  const { views } = allocations;
  const { threadId } = views;
  if (threadId === undefined) return [];
  const codeOf = new Map<number, number>();
  const codes = new Int32Array(blocks.rows);
  const some = new Float64Array(ROWS_AT_ONCE);
  for (let begin = 0; begin < blocks.rows; begin += ROWS_AT_ONCE) {
    const end = Math.min(begin + ROWS_AT_ONCE, blocks.rows);
    threadId.copy(begin, end, some);
    for (let row = begin; row < end; row++) {
      const id = some[row - begin];
      if (Number.isNaN(id) || blocks.before[row]) codes[row] = -1;
      else {
        let code = codeOf.get(id);
        if (code === undefined) {
          code = codeOf.size;
          codeOf.set(id, code);
        }
        codes[row] = code;
      }
    }
  }
  const names = views.text('thread_name');
  const groups = groupRows(blocks.capture, codes, codeOf.size).filter(({ code }) => code >= 0);
  return [...codeOf].map(([id, code]) => {
    const own = groups.filter((group) => group.code === code);
    const [first] = own.map(({ rows }) => rows[0]);
    return {
      threadId: id,
      threadName: names.values[names.codes.at(first)] ?? null,
      count: own.reduce((sum, { rows }) => sum + rows.length, 0),
      levels: (capture) =>
        new LevelReplay({
          blocks,
          events: blockEvents(
            blocks,
            endNs,
            own.find((group) => group.capture === capture)?.rows ?? NO_ROWS,
          ),
          falls: NO_FALLS,
          beginNs: blocks.windows[capture].startNs,
          firstBytes: 0,
        }),
    };
  });
}
