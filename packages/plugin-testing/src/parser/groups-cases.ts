import {
  type CaptureInfo,
  GROUPS_KEY,
  type GroupInfo,
  readGroups,
} from '@rl-insight/memory-contract';
import type { CaseMaker, ConformanceCase } from '../suite/cases.js';
import { Nonconformity } from '../suite/nonconformity.js';
import { type PlacedTable, tablesOf } from './each-table.js';
import type { TestedParser } from './subject.js';

/** The table of events. Totals of a process may be sampled before the first of them and after the last. */
const EVENTS = 'memory_summary';
const TIME = 'start_time_ns';

/** Cases about `rl_insight.groups`, where a parser writes it. */
export function groupsCases(tested: TestedParser, make: CaseMaker): ConformanceCase[] {
  return [
    make('groups: the metadata can be read and describes every row', async () => {
      for (const table of await tablesOf(tested)) checkGroups(table);
    }),
  ];
}

function checkGroups(placed: PlacedTable): void {
  const { table, contract, where } = placed;
  const text = table.schema.metadata.get(GROUPS_KEY);
  if (text === undefined) return;
  const groups = readGroups(text);
  if (!isWhole(text, groups)) {
    throw new Nonconformity({
      problem: `${GROUPS_KEY} cannot be read whole`,
      where,
      found: text,
      expected: 'a list of groups, as writeGroups makes it',
      remedy:
        'Make it with writeGroups of @rl-insight/memory-contract; times are decimal text of ns.',
    });
  }
  for (const { captures } of groups) {
    for (const { start_ns, end_ns } of captures) {
      if (BigInt(start_ns) <= BigInt(end_ns)) continue;
      throw new Nonconformity({
        problem: 'The window of a capture ends before it begins',
        where,
        found: `${start_ns} to ${end_ns}`,
        remedy: 'Write the earliest and the latest time of the capture.',
      });
    }
  }
  if (contract.name === EVENTS) checkRows(placed, groups);
}

/** Whether all of it could be read; readers leave out, or take for something else, what they cannot. */
function isWhole(text: string, groups: readonly GroupInfo[]): boolean {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return false;
  }
  if (!Array.isArray(told) || told.length === 0 || told.length !== groups.length) return false;
  return (told as Partial<GroupInfo>[]).every((group, i) => {
    const { role, rank_id, device_type, captures } = groups[i];
    return (
      group.role === role &&
      group.rank_id === rank_id &&
      group.device_type === device_type &&
      group.captures?.length === captures.length
    );
  });
}

function checkRows({ table, where }: PlacedTable, groups: readonly GroupInfo[]) {
  const get = (name: string, row: number): unknown => table.getChild(name)?.get(row) ?? null;
  const keyOf = (role: unknown, rank: unknown, device: unknown) =>
    JSON.stringify([role ?? '', rank, device]);
  const known = new Map(groups.map((g) => [keyOf(g.role, g.rank_id, g.device_type), g]));
  for (let row = 0; row < table.numRows; row++) {
    const key = keyOf(get('role', row), get('rank_id', row), get('device_type', row));
    const group = known.get(key);
    if (group === undefined) {
      throw new Nonconformity({
        problem: `A row is of a group that ${GROUPS_KEY} does not have`,
        where: { ...where, row },
        found: key,
        expected: [...known.keys()].join(' or '),
        remedy: 'Describe every (role, rank, device) of the rows.',
      });
    }
    const id = Number(get('capture_id', row) ?? 0);
    const capture = group.captures[id];
    if (capture === undefined) {
      throw new Nonconformity({
        problem: 'A row is of a capture that its group does not have',
        where: { ...where, column: 'capture_id', row },
        found: id,
        expected: `0 to ${group.captures.length - 1}`,
        remedy: 'Write the index into the captures of the row’s group.',
      });
    }
    const time = get(TIME, row);
    // What was there before is of no window, and a time that is not known neither.
    if (typeof time !== 'bigint' || get('before_capture', row) === true) continue;
    checkWindow(capture, { first: time, last: lastTime(time, get('duration_ns', row)) }, () => ({
      ...where,
      column: TIME,
      row,
    }));
  }
}

function lastTime(time: bigint, held: unknown): bigint {
  return typeof held === 'bigint' ? time + held : time;
}

function checkWindow(
  { start_ns, end_ns }: CaptureInfo,
  { first, last }: { readonly first: bigint; readonly last: bigint },
  where: () => Record<string, string | number>,
): void {
  if (first >= BigInt(start_ns) && last <= BigInt(end_ns)) return;
  throw new Nonconformity({
    problem: 'A row lies outside the window of its capture',
    where: where(),
    found: first === last ? first : `${first} to ${last}`,
    expected: `${start_ns} to ${end_ns}`,
    remedy:
      'Widen start_ns and end_ns of the capture to all its events, or mark the row before_capture.',
  });
}
