import { isRlInsightError, nothingLeft, rankTest, type StageContext } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import { groupFolderName, NameTaker, type Notice } from '@rl-insight/memory-contract';
import type { FoundFile } from '../discover/find-files.js';
import { rolesAndRanks } from '../discover/rank-names.js';
import { describeSelection, type SnapshotSelection } from '../selection.js';
import { type TracedTables, tracedTables } from './device-tables.js';
import { fromTraceError, traceErrors } from './errors.js';
import { deviceName } from './fields.js';
import { findTraces } from './find-traces.js';
import { deviceTraceNotices, traceNotices } from './notices.js';
import { eventsByDevice, pairBlocks } from './pairing.js';
import { locate } from './places.js';
import { StepFinder, traceRanges } from './ranges.js';
import { readTrace, type TraceData } from './read-trace.js';

type ParseContext = Pick<StageContext, 'report' | 'signal' | 'workers'>;

/**
 * Reads the traces at a path, and yields the tables of each device. One that cannot be read is reported,
 * and the others go on.
 *
 * @throws RlInsightError when there is no trace, or nothing is left by the filters.
 */
export async function* parseTraces(
  path: string,
  selection: SnapshotSelection,
  context: ParseContext,
): AsyncGenerator<TableSet> {
  const { report, signal } = context;
  const { files: found, others } = await findTraces(path, selection.rankPattern, signal);
  const traces = found.filter(({ role }) => selection.role === null || selection.role === role);
  if (traces.length === 0 || selection.step !== null) {
    const there = `${rolesAndRanks(found)}; traces are kept with all their steps`;
    throw nothingLeft(path, describeSelection(selection), there);
  }
  if (others.length > 0) {
    report.notice({
      code: 'torch-other-files',
      message: 'files that are no traces of PyTorch’s profiler were passed over',
      count: others.length,
      example: others[0],
    });
  }
  const isWanted = rankTest(selection.ranks);
  const total = traces.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  const names = new NameTaker();
  const left: number[] = [];
  let [done, yielded] = [0, 0];
  for (const found of traces) {
    const onProgress = (bytes: number) => {
      const all = Math.min(total, done + Math.min(bytes, found.fileBytes));
      report.progress({ kind: 'progress', stage: 'parse', done: all, total, unit: 'bytes' });
    };
    try {
      const threads = context.workers.size;
      const data = await readTrace(found.path, { signal, threads, onProgress });
      const rank = rankOf(found, data, selection);
      if (isWanted(rank)) {
        const isAlone = traces.length === 1;
        for (const { name, tables } of traceTables(found, data, rank, selection, report, isAlone)) {
          signal.throwIfAborted();
          yielded++;
          yield tableSet(names.take(name), tables);
        }
      } else left.push(rank);
    } catch (error) {
      signal.throwIfAborted();
      const told = fromTraceError(error, found.path);
      if (!isRlInsightError(told)) throw told;
      report.failure({ subject: found.label, error: told });
    }
    done += found.fileBytes;
  }
  if (yielded === 0 && left.length > 0) {
    throw nothingLeft(path, describeSelection(selection), `ranks ${left.join(', ')}`);
  }
}

/** What the trace tells, unless somebody says where the name of a file has it. */
function rankOf(found: FoundFile, { preface }: TraceData, selection: SnapshotSelection): number {
  if (selection.rankPattern !== null && found.isRankNamed) return found.rank;
  return preface.rank ?? found.rank;
}

interface NamedTables extends TracedTables {
  readonly name: string;
}

function traceTables(
  found: FoundFile,
  data: TraceData,
  rank: number,
  selection: SnapshotSelection,
  report: StageContext['report'],
  isAlone: boolean,
): NamedTables[] {
  const devices = eventsByDevice(data.memory, data.devices.length);
  if (devices.length === 0) throw traceErrors.noMemory(found.path, data.report.events);
  const general = traceNotices(data, found, rank);
  const tell = (notice: Notice, subject: string) => {
    report.notice(subject === '' ? notice : { ...notice, subject });
  };
  for (const notice of general) tell(notice, isAlone ? '' : found.label);
  const places = locate(data.memory, data.spans);
  const ranges = traceRanges(data, places);
  const steps = new StepFinder(data, ranges);
  return devices.map((events) => {
    const { type, id } = data.devices[events.device];
    const deviceType = deviceName(type, id, selection.device);
    const paired = pairBlocks(data.memory, events);
    const own = deviceTraceNotices(events, paired);
    for (const notice of own) tell(notice, `${isAlone ? '' : `${found.label} `}${deviceType}`);
    const device = {
      data,
      events,
      paired,
      places,
      ranges,
      steps,
      rank,
      role: found.role,
      deviceType,
      label: found.label,
    };
    const tables = tracedTables(device, [...general, ...own]);
    return { ...tables, name: groupFolderName(tables.info, devices.length > 1) };
  });
}
