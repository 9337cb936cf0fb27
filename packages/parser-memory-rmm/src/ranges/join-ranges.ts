import type { Notice } from '@rl-insight/memory-contract';
import type { RunRanges } from './run-ranges.js';

const NS_PER_MINUTE = 60_000_000_000;
const NS_PER_DAY = 86_400_000_000_000;
const MINUTES_PER_DAY = 1440;
/** Zones lie on quarters of an hour. */
const ZONE_STEP_MINUTES = 15;
/** The log's clock has microseconds. */
const CLOCK_NS = 1000;

/** What a log tells that ranges can be joined by. Times are ns since midnight of its first day. */
export interface LogFacts {
  readonly startNs: number;
  readonly endNs: number;
  readonly threads: ReadonlySet<number>;
}

/** The ranges of a log's threads, in order of their begin, on the log's clock. */
export interface JoinedRanges {
  readonly run: RunRanges;
  readonly processId: number;
  /** Places in the run's ranges. */
  readonly rows: Int32Array;
  /** Times of the log are those of the run and this. */
  readonly shiftNs: number;
  readonly notices: readonly Notice[];
}

/** Begins are told to the log's microsecond: what is allocated inside is not logged before them. */
export function startOnLog({ run, shiftNs }: JoinedRanges, row: number): number {
  return Math.floor((run.startNs[row] + shiftNs) / CLOCK_NS) * CLOCK_NS;
}

/**
 * Finds the ranges that a log's events lie in: those of the process that has most of its threads, by
 * the operating system's ids, with the export's UTC put on the log's clock, which has no date and no
 * zone. Undefined, and a notice says why, where nothing fits.
 */
export function joinRanges(
  run: RunRanges,
  log: LogFacts,
): JoinedRanges | { readonly notices: readonly Notice[] } {
  const notices: Notice[] = [];
  const process = processOf(run, log.threads);
  if (process === undefined) {
    const message = 'no thread of the log has ranges in the export: is it of the same run?';
    return { notices: [notice('rmm-ranges-threads', message, run)] };
  }
  const { processId, others } = process;
  if (others.length > 0) {
    const message = `several processes of the export have threads of the log’s ids; process ${processId} is taken, not ${others.join(', ')}`;
    notices.push(notice('rmm-ranges-processes', message, run));
  }
  const rows = rangesOf(run, processId, log.threads);
  const shift = shiftOf(run, rows, log);
  if (shift === undefined) {
    const message =
      'no time of the log lies within the ranges of its threads: is the export of the same run?';
    return { notices: [...notices, notice('rmm-ranges-times', message, run)] };
  }
  if (shift.zoneMinutes !== run.zoneOffsetMinutes) {
    const known =
      run.zoneOffsetMinutes === null ? 'none is told' : `not ${zone(run.zoneOffsetMinutes)}`;
    const message = `the log’s clock is taken for ${zone(shift.zoneMinutes)} (${known}), by which most of it lies within the ranges`;
    notices.push(notice('rmm-ranges-zone', message, run));
  }
  notices.push(
    notice(
      'rmm-ranges-clock',
      'ranges are joined by thread and clock: the log’s has microseconds, and the export’s UTC comes from one reading when the session began, so what was allocated within some microseconds of a range’s begin or end may count on its wrong side',
      run,
    ),
  );
  return { run, processId, rows, shiftNs: shift.shiftNs, notices };
}

function notice(code: string, message: string, { path }: RunRanges): Notice {
  return { code, message, example: path };
}

function zone(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${two(hours)}:${two(rest)}`;
}

/** The process that has ranges on most of the threads, and others that have some. */
function processOf({ threads, thread }: RunRanges, wanted: ReadonlySet<number>) {
  const counts = new Map<number, number>();
  for (const place of new Set(thread)) {
    const { processId, threadId } = threads[place];
    if (wanted.has(threadId)) counts.set(processId, (counts.get(processId) ?? 0) + 1);
  }
  const [best, ...others] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best && { processId: best[0], others: others.map(([processId]) => processId) };
}

function rangesOf(run: RunRanges, processId: number, threads: ReadonlySet<number>): Int32Array {
  const isWanted = run.threads.map(
    (thread) => thread.processId === processId && threads.has(thread.threadId),
  );
  const rows = Int32Array.from(run.thread.keys()).filter((row) => isWanted[run.thread[row]]);
  return rows.sort((a, b) => run.startNs[a] - run.startNs[b] || a - b);
}

/** How much of the log's time lies within the ranges' when they are moved by so much. */
function overlap(log: LogFacts, firstNs: number, lastNs: number, shiftNs: number): number {
  return Math.min(log.endNs, lastNs + shiftNs) - Math.max(log.startNs, firstNs + shiftNs);
}

/**
 * By how much the export's times are moved: by the zone that it tells, where the log fits to it on
 * some day, else by the zone by which most of the log lies within the ranges.
 */
function shiftOf(run: RunRanges, rows: Int32Array, log: LogFacts) {
  const firstNs = run.startNs[rows[0]];
  let lastNs = firstNs;
  for (const row of rows) {
    const end = run.endNs[row];
    lastNs = Math.max(lastNs, end < Number.POSITIVE_INFINITY ? end : run.startNs[row]);
  }
  const inZone = (zoneMinutes: number) => {
    const local = zoneMinutes * NS_PER_MINUTE;
    // The log's first midnight is the last one before it began, whichever day that was.
    const days = Math.round((log.startNs - firstNs - local) / NS_PER_DAY);
    return [days - 1, days, days + 1]
      .map((day) => local + day * NS_PER_DAY)
      .map((shiftNs) => ({ zoneMinutes, shiftNs, ns: overlap(log, firstNs, lastNs, shiftNs) }))
      .reduce((best, one) => (one.ns > best.ns ? one : best));
  };
  const told = run.zoneOffsetMinutes === null ? undefined : inZone(run.zoneOffsetMinutes);
  if (told !== undefined && told.ns >= 0) return told;
  const zones = Array.from(
    { length: MINUTES_PER_DAY / ZONE_STEP_MINUTES },
    (_, i) => (i % 2 === 0 ? i / 2 : -(i + 1) / 2) * ZONE_STEP_MINUTES,
  );
  const best = zones.map(inZone).reduce((a, b) => (b.ns > a.ns ? b : a));
  return best.ns >= 0 ? best : undefined;
}
