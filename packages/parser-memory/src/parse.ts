import {
  errorFromReport,
  inputUnreadable,
  isRlInsightError,
  nothingLeft,
  rankTest,
  type StageContext,
} from '@rl-insight/core';
import type { TableSet } from '@rl-insight/core/tables';
import { NameTaker } from '@rl-insight/memory-contract';
import { captureBytes } from './capture/read-capture.js';
import { type Capture, describeCapture } from './discover/capture.js';
import { findCaptures } from './discover/find-captures.js';
import { parserErrors } from './errors.js';
import { parseRank, share } from './rank-reading.js';
import { asRanges, type CaptureSelection, describeSelection } from './selection.js';

/** The captures at or below a path, described. */
export async function describeCaptures(
  path: string,
  signal: AbortSignal,
): Promise<{ captures: Capture[]; unreadable: readonly { path: string; reason: string }[] }> {
  const found = await findCaptures(path, signal);
  const captures: Capture[] = [];
  for (const folder of found.folders) {
    signal.throwIfAborted();
    captures.push(await describeCapture(folder, path));
  }
  return { captures, unreadable: found.unreadable };
}

/** The captures that the filters leave; what they leave out is told. */
function select(
  captures: readonly Capture[],
  selection: CaptureSelection,
  path: string,
  context: StageContext,
): Capture[] {
  const wanted = rankTest(selection.ranks);
  const { role, step } = selection;
  const left = captures.filter(
    (capture) =>
      wanted(capture.rank) &&
      (role === null || capture.role === role) &&
      (step === null || capture.step === null || capture.step === step),
  );
  if (left.length === 0) {
    throw nothingLeft(path, describeSelection(selection), whatIsThere(captures));
  }
  if (left.length < captures.length) {
    context.report.notice({
      code: 'filtered',
      message: `${describeSelection(selection)} left out ${captures.length - left.length} of ${captures.length} captures`,
    });
  }
  return left;
}

function whatIsThere(captures: readonly Capture[], steps: Iterable<number> = []): string {
  const roles = [...new Set(captures.map(({ role }) => role))].filter((role) => role !== '').sort();
  const inFolders = captures.map(({ step }) => step).filter((step) => step !== null);
  const all = asRanges([...inFolders, ...steps]);
  return [
    `ranks ${asRanges(captures.map(({ rank }) => rank))}`,
    roles.length > 0 ? `roles ${roles.join(', ')}` : '',
    all === '' ? '' : `steps ${all}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Captures by role and rank, in order of rank. */
function byRank(captures: readonly Capture[]): Capture[][] {
  const groups = new Map<string, Capture[]>();
  for (const capture of captures) {
    const key = JSON.stringify([capture.role, capture.rank]);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(capture);
  }
  return [...groups.values()].sort(
    ([a], [b]) => a.rank - b.rank || (a.role < b.role ? -1 : a.role > b.role ? 1 : 0),
  );
}

/** Newer analyses leave a mark when they have finished; one without it among others may be cut. */
function noticeUnfinished(captures: readonly Capture[], context: StageContext): void {
  if (!captures.some(({ files }) => files.done)) return;
  for (const { files, state, label } of captures) {
    if (files.done || state !== 'analysed') continue;
    context.report.notice({
      code: 'analysis-unfinished',
      message: 'the analysis may not have finished: analyse.done is missing, which others have',
      subject: label,
    });
  }
}

/** A result may wait for its turn, so that no thread stands still while one is written. */
const MOST_WAITING = 1;

/**
 * Works on the groups, a few at a time, and gives the results in order. A result that waits for its
 * turn keeps its place, so that memory stays bounded however many groups there are.
 */
async function* inOrder<Output>(
  groups: readonly Capture[][],
  atOnce: number,
  work: (group: readonly Capture[]) => Promise<Output>,
): AsyncGenerator<{ group: readonly Capture[]; output: Output }> {
  const started: { group: readonly Capture[]; task: Promise<Output> }[] = [];
  let next = 0;
  while (next < groups.length || started.length > 0) {
    while (started.length < atOnce && next < groups.length) {
      const group = groups[next++];
      const task = work(group);
      // It is awaited in its turn; until then its failure is nobody's.
      task.catch(() => undefined);
      started.push({ group, task });
    }
    const { group, task } = started.shift() as (typeof started)[number];
    yield { group, output: await task };
  }
}

/**
 * Reads all captures at or below a path, ranks in parallel, and yields the tables of each (role,
 * rank, device) in order of rank. A rank that fails is reported and the others go on.
 *
 * @throws RlInsightError when there is no capture, or nothing is left by the filters.
 */
export async function* parseCaptures(
  path: string,
  selection: CaptureSelection,
  context: StageContext,
  producer: string,
): AsyncGenerator<TableSet> {
  const { report, signal } = context;
  const { captures, unreadable } = await describeCaptures(path, signal);
  for (const { path: folder, reason } of unreadable) {
    report.failure({ subject: folder, error: inputUnreadable(folder, reason) });
  }
  if (captures.length === 0) throw parserErrors.noCapture(path);
  noticeUnfinished(captures, context);
  const selected = select(captures, selection, path, context);
  const ranks = byRank(selected);
  const sizes = await Promise.all(
    ranks.map(async (group) => {
      const ofCaptures = await Promise.all(group.map(captureBytes));
      return ofCaptures.reduce((a, b) => ({ all: a.all + b.all, table: a.table + b.table }));
    }),
  );
  const total = sizes.reduce((sum, { all }) => sum + all, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done = Math.min(done + bytes, total);
    report.progress({ kind: 'progress', stage: 'parse', done, total, unit: 'bytes' });
  };
  const sharing = share(context.workers.size, sizes, context.memoryLimitMb);
  const { ranksAtOnce } = sharing;
  const atOnce = ranksAtOnce === 1 ? 1 : ranksAtOnce + MOST_WAITING;
  const reading = { context, step: selection.step, producer, sharing, onBytes };
  const names = new NameTaker();
  const steps = new Set<number>();
  let yielded = 0;
  let failed = 0;
  for await (const { group, output } of inOrder(ranks, atOnce, (group) =>
    parseRank(group, reading),
  )) {
    if (isRlInsightError(output)) {
      failed++;
      report.failure({ subject: group[0].label, error: output });
      continue;
    }
    for (const notice of output.notices) report.notice(notice);
    for (const { subject, error } of output.failures) {
      report.failure({ subject, error: errorFromReport(error) });
    }
    for (const step of output.steps) steps.add(step);
    for (const { folder, set } of output.sets) {
      yielded++;
      yield set(names.take(folder));
    }
  }
  if (yielded === 0 && failed === 0 && report.failures.length === 0) {
    throw nothingLeft(path, describeSelection(selection), whatIsThere(captures, steps));
  }
}
