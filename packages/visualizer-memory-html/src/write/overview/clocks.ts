import type { GroupInfo } from '@rl-insight/memory-contract';
import type { OverviewClocks } from '../../page-data/overview-format.js';

/** The folder that torch_npu names by default: `<host>_<pid>_<time>_ascend_pt`. */
const CAPTURE_FOLDER = /(?:^|[\\/])([^\\/]+)_\d+_\d{17}_ascend_pt(?:[\\/]|$)/;

/** What tells that the times of some groups may not be those of others. */
export function comparedClocks(infos: readonly GroupInfo[]): OverviewClocks {
  const captures = infos.flatMap((info) => info.captures);
  const hosts = distinct(captures.flatMap(({ sources }) => sources.flatMap(hostOf)));
  const bases = distinct(captures.map(({ time_basis }) => time_basis));
  return {
    hosts: hosts.length > 1 ? hosts : [],
    bases: bases.length > 1 ? bases : [],
    apart: recordedApart(infos),
  };
}

function hostOf(source: string): string[] {
  const host = CAPTURE_FOLDER.exec(source)?.[1];
  return host === undefined ? [] : [host];
}

interface Recording {
  readonly rank: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/**
 * Ranks of a role do a step together. Those whose recording of it has no moment in common with that
 * of most others have another clock, or another step of that number.
 */
function recordedApart(infos: readonly GroupInfo[]): OverviewClocks['apart'] {
  const steps = new Map<string, { role: string; step: number; recordings: Recording[] }>();
  for (const { role, rank_id, captures } of infos) {
    for (const { step, start_ns, end_ns } of captures) {
      if (step === null) continue;
      const key = JSON.stringify([role, step]);
      const entry = steps.get(key) ?? { role, step, recordings: [] };
      entry.recordings.push({ rank: rank_id, startNs: BigInt(start_ns), endNs: BigInt(end_ns) });
      steps.set(key, entry);
    }
  }
  return [...steps.values()].flatMap(({ role, step, recordings }) => {
    const common = busiestMoment(recordings);
    const together = recordings.filter(
      ({ startNs, endNs }) => startNs <= common && common <= endNs,
    );
    const ranks = new Set(together.map(({ rank }) => rank));
    const apart = distinct(recordings.map(({ rank }) => rank)).filter((rank) => !ranks.has(rank));
    const touched = apart.filter((rank) =>
      recordings.some((one) => one.rank === rank && together.some((other) => touch(one, other))),
    );
    const alone = apart.filter((rank) => !touched.includes(rank)).sort((a, b) => a - b);
    return alone.length === 0 ? [] : [{ role, step, ranks: alone }];
  });
}

function touch(one: Recording, other: Recording): boolean {
  return one.startNs <= other.endNs && other.startNs <= one.endNs;
}

/** A moment that most recordings have in common: where one begins. O(n log n). */
function busiestMoment(recordings: readonly Recording[]): bigint {
  const starts = recordings.map(({ startNs }) => startNs).sort(byValue);
  const ends = recordings.map(({ endNs }) => endNs).sort(byValue);
  let [moment, most, ended] = [starts[0], 0, 0];
  starts.forEach((start, i) => {
    while (ends[ended] < start) ended++;
    const open = i + 1 - ended;
    if (open > most) [moment, most] = [start, open];
  });
  return moment;
}

function byValue(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
