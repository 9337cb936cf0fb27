import { isRlInsightError, nothingLeft, rankTest, type StageContext } from '@rl-insight/core';
import { type TableSet, tableSet } from '@rl-insight/core/tables';
import { groupFolderName, NameTaker, type Notice } from '@rl-insight/memory-contract';
import { type NsysExport, openExport } from '@rl-insight/nsys-export';
import { exportReport, type MadeExport } from './discover/export-report.js';
import { type FoundExport, findExports } from './discover/find-exports.js';
import { fromExportError, nsysErrors } from './errors.js';
import type { GroupEvents } from './events/group-events.js';
import { type ExportEvents, readEvents } from './events/read-events.js';
import { exportNotices, groupNotices } from './notices.js';
import { type ProcessRank, RankGiver } from './ranks.js';
import { describeSelection, type NsysSelection } from './selection.js';
import { groupTables } from './tables/group.js';
import type { OwnedGroup } from './tables/owner.js';

type ParseContext = Pick<StageContext, 'report' | 'signal'>;

/**
 * Reads the exports at a path, and yields the tables of each process and device. One that cannot be
 * read is reported, and the others go on.
 *
 * @throws RlInsightError when there is no export, or nothing is left by the filters.
 */
export async function* parseExports(
  path: string,
  selection: NsysSelection,
  context: ParseContext,
): AsyncGenerator<TableSet> {
  const { report, signal } = context;
  const { exports, others } = await findExports(path, signal);
  const reading = new ExportsReading(selection, context, exports);
  if (others.length > 0) {
    report.notice({
      code: 'nsys-other-files',
      message: 'files that are no exports of Nsight Systems were passed over',
      count: others.length,
      example: others[0],
    });
  }
  const names = new NameTaker();
  let yielded = 0;
  for (const found of exports) {
    try {
      for (const { name, tables } of await reading.read(found)) {
        yielded++;
        yield tableSet(names.take(name), tables);
      }
    } catch (error) {
      if (!isRlInsightError(error)) throw error;
      report.failure({ subject: found.label, error });
    }
  }
  if (yielded === 0 && report.failures.length < exports.length) {
    const ranks = [...reading.ranksMet].sort((a, b) => a - b).join(', ');
    const there = `ranks ${ranks}; an export has no roles and no steps`;
    throw nothingLeft(path, describeSelection(selection), there);
  }
}

interface NamedTables {
  readonly name: string;
  readonly tables: ReturnType<typeof groupTables>['tables'];
}

/** Reads exports one after another. */
class ExportsReading {
  readonly ranksMet = new Set<number>();
  readonly #selection: NsysSelection;
  readonly #context: ParseContext;
  readonly #isAlone: boolean;
  readonly #ranks = new RankGiver();
  readonly #totalBytes: number;
  #doneBytes = 0;

  constructor(selection: NsysSelection, context: ParseContext, exports: readonly FoundExport[]) {
    this.#selection = selection;
    this.#context = context;
    this.#isAlone = exports.length === 1;
    this.#totalBytes = exports.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  }

  /** The tables of the groups of an export that are wanted. */
  async read(found: FoundExport): Promise<NamedTables[]> {
    const made = found.isReport ? await this.#export(found) : undefined;
    const path = made?.path ?? found.path;
    let exported: NsysExport | undefined;
    try {
      exported = openExport(path);
      return await this.#tablesOf(exported, found);
    } catch (error) {
      throw fromExportError(error, found.path);
    } finally {
      exported?.close();
      await made?.remove();
      this.#doneBytes += found.fileBytes;
      this.#progress(0);
    }
  }

  /** Exports a report, which may take minutes. */
  async #export({ path, label }: FoundExport): Promise<MadeExport> {
    const { report, signal } = this.#context;
    report.progress({ kind: 'stage-begin', stage: 'exporting', detail: label });
    try {
      return await exportReport(path, signal);
    } finally {
      report.progress({ kind: 'stage-end', stage: 'exporting' });
    }
  }

  async #tablesOf(exported: NsysExport, found: FoundExport): Promise<NamedTables[]> {
    if (!exported.hasMemoryTable) throw nsysErrors.noMemory(found.path, exported.recordsMemory);
    const events = await readEvents(exported, {
      fileBytes: found.fileBytes,
      signal: this.#context.signal,
      onProgress: (share) => this.#progress(share * found.fileBytes),
    });
    if (events.groups.length === 0) throw nsysErrors.noMemory(found.path, exported.recordsMemory);
    const ranks = this.#giveRanks(events, found);
    const { role, step } = this.#selection;
    const isWanted = rankTest(this.#selection.ranks);
    const wanted = events.groups
      .filter(() => role === null && step === null)
      .map((group) => ({ group, rank: ranks.get(group.process)?.rank ?? 0 }))
      .filter(({ rank }) => isWanted(rank))
      .sort((a, b) => a.rank - b.rank || compare(a.group.device, b.group.device));
    this.#tellLeftOut(events.groups.length - wanted.length, events.groups.length, found);
    const general = this.#generalNotices(events, [...ranks.values()], found);
    return wanted.map(({ group, rank }) => this.#groupTables(events, group, rank, found, general));
  }

  #groupTables(
    events: ExportEvents,
    group: GroupEvents,
    rank: number,
    found: FoundExport,
    general: readonly Notice[],
  ): NamedTables {
    const { clock, processes } = events.exported;
    const owned: OwnedGroup = {
      events,
      group,
      rank,
      processId: processes[group.process]?.processId ?? null,
      label: found.label,
      originNs: events.times.originNs + (clock?.utcOffsetNs ?? 0n),
      isUtc: clock !== null,
    };
    const own = groupNotices(group);
    const isAlone = this.#isAlone && events.groups.length === 1;
    const subject = `${this.#isAlone ? '' : `${found.label} `}rank ${rank} ${group.device}`;
    for (const notice of own) {
      this.#context.report.notice(isAlone ? notice : { ...notice, subject });
    }
    const { info, tables } = groupTables(owned, [...general, ...own]);
    const hasSeveral = events.groups.filter(({ process }) => process === group.process).length > 1;
    return { name: groupFolderName(info, hasSeveral), tables };
  }

  #generalNotices(
    events: ExportEvents,
    ranks: readonly ProcessRank[],
    found: FoundExport,
  ): Notice[] {
    const threads = new Set(events.groups.flatMap((group) => [...group.threads]));
    let leftOut = 0;
    for (const thread of events.ranges.thread) if (!threads.has(thread)) leftOut++;
    const notices = [...exportNotices(events, leftOut), ...rankNotices(ranks)];
    for (const notice of notices) {
      this.#context.report.notice(this.#isAlone ? notice : { ...notice, subject: found.label });
    }
    return notices;
  }

  #giveRanks(events: ExportEvents, found: FoundExport): Map<number, ProcessRank> {
    const processes = [...new Set(events.groups.map(({ process }) => process))].sort(
      (a, b) => a - b,
    );
    const nameRank = this.#isAlone ? null : found.rankOfName;
    const ranks = this.#ranks.give(events.exported, processes, nameRank);
    for (const { rank } of ranks.values()) this.ranksMet.add(rank);
    return ranks;
  }

  #tellLeftOut(leftOut: number, all: number, { label }: FoundExport): void {
    if (leftOut === 0 || leftOut === all) return;
    this.#context.report.notice({
      code: 'filtered',
      message: `${describeSelection(this.#selection)} left out ${leftOut} of ${all} groups`,
      ...(this.#isAlone ? {} : { subject: label }),
    });
  }

  #progress(bytes: number): void {
    const done = Math.min(this.#doneBytes + Math.round(bytes), this.#totalBytes);
    const total = this.#totalBytes;
    this.#context.report.progress({ kind: 'progress', stage: 'parse', done, total, unit: 'bytes' });
  }
}

function rankNotices(ranks: readonly ProcessRank[]): Notice[] {
  const numbered = ranks.filter(({ source }) => source === 'number');
  if (numbered.length === 0) return [];
  const message =
    numbered.length === 1
      ? `the export tells no process rank (${numbered[0].rank} is taken)`
      : 'the export tells no process ranks: its processes are numbered';
  return [{ code: 'nsys-no-rank', message }];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
