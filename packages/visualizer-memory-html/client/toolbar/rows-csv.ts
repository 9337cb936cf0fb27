import type { Group } from '../data/group.js';
import type { TimeRange } from '../data/windows.js';
import { csvCell } from '../format/csv-cell.js';
import { absoluteNs } from '../format/time.js';
import { matchOf } from '../text/match-texts.js';

/** Rows that become one piece of the file. */
const ROWS_AT_ONCE = 2000;

const HEADER =
  'allocation,name,size_bytes,start_time_ns,end_time_ns,duration_ns,released,allocator,thread_id,stream,scope,step,stack_match,call_stack';

/** The allocations of a range as RFC 4180 text, in pieces. Times are ns since the epoch of the source. */
export function rowsCsv(
  group: Group,
  { left, right }: TimeRange,
  isWanted: (row: number) => boolean,
): string[] {
  const { store, data, stacks } = group;
  const { texts, originNs } = data;
  const stackTexts = new Map<number, string>();
  const stackText = (stack: number) => {
    const known = stackTexts.get(stack) ?? csvCell(stacks.frames(stack).join(';\r\n'));
    stackTexts.set(stack, known);
    return known;
  };
  const pieces: string[] = [`${HEADER}\r\n`];
  let lines: string[] = [];
  for (let row = 0; row < store.rows; row++) {
    if (!store.has(row) || store.startNs[row] > right || store.endNs[row] < left) continue;
    if (!isWanted(row)) continue;
    const [startNs, endNs] = [group.timeNs(store.startNs[row]), group.timeNs(store.endNs[row])];
    const isReleased = store.isReleased(row);
    const cells = [
      String(row),
      csvCell(group.operatorName(row)),
      String(store.bytes[row]),
      absoluteNs(originNs, startNs),
      isReleased ? absoluteNs(originNs, endNs) : '',
      isReleased ? String(endNs - startNs) : '',
      String(isReleased),
      csvCell(group.allocatorName(row)),
      csvCell(texts.threads[store.thread[row] - 1] ?? ''),
      csvCell(texts.streams[store.stream[row] - 1] ?? ''),
      csvCell(texts.scopes[store.scope[row] - 1] ?? ''),
      store.step[row] === 0 ? '' : String(store.step[row] - 1),
      matchOf(store.match[row]),
      stackText(store.stack[row]),
    ];
    lines.push(cells.join(','));
    if (lines.length < ROWS_AT_ONCE) continue;
    pieces.push(`${lines.join('\r\n')}\r\n`);
    lines = [];
  }
  if (lines.length > 0) pieces.push(`${lines.join('\r\n')}\r\n`);
  return pieces;
}
