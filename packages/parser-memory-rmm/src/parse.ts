import { isRlInsightError, nothingLeft, rankTest, type StageContext } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import {
  type EventStream,
  type GroupInfo,
  groupFolderName,
  NameTaker,
  type Notice,
} from '@rl-insight/memory-contract';
import { type FoundLog, findLogs } from './discover/find-logs.js';
import { rmmErrors } from './errors.js';
import { logNotices } from './notices.js';
import { BlockSink } from './pairing/block-sink.js';
import type { EventSink } from './pairing/event-sink.js';
import { LogEvents } from './pairing/log-events.js';
import { StreamSink } from './pairing/stream-sink.js';
import { joinRanges, type LogFacts } from './ranges/join-ranges.js';
import { readRunRanges } from './ranges/run-ranges.js';
import { type BytesListener, LogReading, MOST_ROWS } from './read-log.js';
import { describeSelection, type LogSelection } from './selection.js';
import { groupInfo, groupTables } from './tables/group.js';

type ParseContext = Pick<StageContext, 'report' | 'signal'>;

/** Bytes of the file for each block that there is room for; half of the rows are releases. */
const BYTES_A_BLOCK = 96;

function select(
  logs: readonly FoundLog[],
  selection: LogSelection,
  path: string,
  { report }: ParseContext,
): FoundLog[] {
  const isWanted = rankTest(selection.ranks);
  const hasFilter = selection.role !== null || selection.step !== null;
  const left = hasFilter ? [] : logs.filter(({ rank }) => isWanted(rank));
  if (left.length === 0) {
    const ranks = [...new Set(logs.map(({ rank }) => rank))].join(', ');
    const there = `ranks ${ranks}; a log has no roles and no steps`;
    throw nothingLeft(path, describeSelection(selection), there);
  }
  if (left.length < logs.length) {
    report.notice({
      code: 'filtered',
      message: `${describeSelection(selection)} left out ${logs.length - left.length} of ${logs.length} logs`,
    });
  }
  return left;
}

/** The logs at a path that are wanted, and who hears of their bytes. */
interface WantedLogs {
  readonly logs: readonly FoundLog[];
  readonly onBytes: BytesListener;
}

async function wantedLogs(
  path: string,
  selection: LogSelection,
  context: ParseContext,
): Promise<WantedLogs> {
  const { report, signal } = context;
  const { logs, others } = await findLogs(path, signal);
  if (others.length > 0) {
    report.notice({
      code: 'rmm-other-files',
      message: 'files without rows of a log in their first MiB were passed over',
      count: others.length,
      example: others[0],
    });
  }
  const selected = select(logs, selection, path, context);
  const total = selected.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done = Math.min(done + bytes, total);
    report.progress({ kind: 'progress', stage: 'parse', done, total, unit: 'bytes' });
  };
  return { logs: selected, onBytes };
}

interface Conclusion extends Pick<ParseContext, 'report'> {
  readonly isAlone: boolean;
  readonly more?: readonly Notice[];
}

/**
 * Tells what was met in a log that was read, and who it is of.
 *
 * @throws RlInsightError when nothing in it holds memory.
 */
function concludeLog(
  log: FoundLog,
  { findings }: LogReading,
  events: LogEvents<EventSink>,
  { report, isAlone, more = [] }: Conclusion,
): GroupInfo {
  if (events.isEmpty) throw rmmErrors.noEvents(log.path);
  const notices = [...logNotices(log, findings, events), ...more];
  for (const notice of notices) report.notice(isAlone ? notice : { ...notice, subject: log.label });
  return groupInfo(events, log, notices);
}

/** What ranges are joined by. */
function logFacts({ sink, startNs, endNs }: LogEvents<BlockSink>): LogFacts {
  const { blocks, failures } = sink;
  const threads = new Set(failures.map(({ threadId }) => threadId));
  for (let row = 0; row < blocks.rows; row++) {
    if (blocks.isAllocation[row] === 1) threads.add(blocks.threadId.at(row));
  }
  return { startNs, endNs, threads };
}

/**
 * Reads the logs at a path, and yields the tables of each. One that cannot be read is reported, and
 * the others go on.
 *
 * @throws RlInsightError when there is no log, or nothing is left by the filters.
 */
export async function* parseLogs(
  path: string,
  selection: LogSelection,
  context: ParseContext,
): AsyncGenerator<TableSet> {
  const { report, signal } = context;
  const { logs, onBytes } = await wantedLogs(path, selection, context);
  const run = selection.ranges === null ? undefined : readRunRanges(selection.ranges);
  const names = new NameTaker();
  const devicesOf = new Map<number, Set<string>>();
  for (const { rank, device } of logs) {
    devicesOf.set(rank, (devicesOf.get(rank) ?? new Set()).add(device));
  }
  for (const log of logs) {
    try {
      const reading = new LogReading(log);
      const events = new LogEvents(new BlockSink(Math.ceil(log.fileBytes / BYTES_A_BLOCK)));
      for await (const rows of reading.rows(signal, onBytes)) events.add(rows);
      const joined = run && joinRanges(run, logFacts(events));
      const more = joined?.notices ?? [];
      const info = concludeLog(log, reading, events, { report, isAlone: logs.length === 1, more });
      signal.throwIfAborted();
      const hasSeveral = (devicesOf.get(log.rank)?.size ?? 0) > 1;
      const name = names.take(groupFolderName(info, hasSeveral));
      yield tableSet(
        name,
        groupTables(events, log, info, joined && 'rows' in joined ? joined : undefined),
      );
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      report.failure({ subject: log.label, error });
    }
  }
}

/**
 * The logs at a path as streams of events, for answers that need no tables. Each is read while its
 * batches are taken, which may throw as {@link LogReading.rows} does.
 *
 * @throws RlInsightError when there is no log, or nothing is left by the filters.
 */
export async function* streamLogs(
  path: string,
  selection: LogSelection,
  context: ParseContext,
): AsyncGenerator<EventStream> {
  const { report, signal } = context;
  const { logs, onBytes } = await wantedLogs(path, selection, context);
  for (const log of logs) {
    const reading = new LogReading(log);
    const events = new LogEvents(new StreamSink(MOST_ROWS));
    yield {
      name: log.label,
      batches: eventBatches(reading.rows(signal, onBytes), events),
      info: () => concludeLog(log, reading, events, { report, isAlone: logs.length === 1 }),
    };
  }
}

async function* eventBatches(rows: ReturnType<LogReading['rows']>, events: LogEvents<StreamSink>) {
  for await (const some of rows) {
    events.sink.clear();
    events.add(some);
    yield events.sink.batch;
  }
}
