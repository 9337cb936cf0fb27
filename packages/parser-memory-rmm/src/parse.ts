import { isRlInsightError, nothingLeft, rankTest, type StageContext } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import { groupFolderName, NameTaker } from '@rl-insight/memory-contract';
import { type FoundLog, findLogs } from './discover/find-logs.js';
import { logNotices } from './notices.js';
import { readLog } from './read-log.js';
import { describeSelection, type LogSelection } from './selection.js';
import { groupTables } from './tables/group.js';

type ParseContext = Pick<StageContext, 'report' | 'signal'>;

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
  const names = new NameTaker();
  const devicesOf = new Map<number, Set<string>>();
  for (const { rank, device } of selected) {
    devicesOf.set(rank, (devicesOf.get(rank) ?? new Set()).add(device));
  }
  for (const log of selected) {
    try {
      const { scanner, events } = await readLog(log, signal, onBytes);
      const notices = logNotices(log, scanner, events);
      for (const notice of notices) {
        report.notice(selected.length === 1 ? notice : { ...notice, subject: log.label });
      }
      const { info, tables } = groupTables(events, log, notices);
      const hasSeveral = (devicesOf.get(log.rank)?.size ?? 0) > 1;
      yield tableSet(names.take(groupFolderName(info, hasSeveral)), tables);
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      report.failure({ subject: log.label, error });
    }
  }
}
