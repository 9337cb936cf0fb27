import { element } from '../dom/element.js';
import type { TableColumn } from '../dom/sorted-table.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import { t } from '../text/text.js';
import { threadTitle } from '../threads/thread-lanes.js';
import type { PathSums, PathThreadSums } from './scopes.js';

/** A row of the table of scopes. */
export interface ScopeRow extends PathSums {
  readonly text: string;
  /** That of the thread with the largest. */
  readonly largest: PathThreadSums | undefined;
  /** The most that any entry left. */
  readonly leftBytes: number;
}

export function scopeRow(sums: PathSums, paths: readonly string[]): ScopeRow {
  return {
    ...sums,
    text: paths[sums.path],
    largest: sums.byThread.find(({ thread }) => thread === sums.maxThread),
    leftBytes: sums.byThread.reduce((most, { leftBytes }) => Math.max(most, leftBytes), 0),
  };
}

function bytesColumn<Row>(
  name: string,
  label: string,
  meaning: string,
  bytes: (row: Row) => number,
): TableColumn<Row> {
  return {
    name,
    label,
    meaning,
    order: bytes,
    text: (row) => formatBytes(bytes(row)),
    title: (row) => exactBytes(bytes(row)),
    isNumber: true,
  };
}

function countColumn<Row>(
  name: string,
  label: string,
  count: (row: Row) => number,
): TableColumn<Row> {
  return {
    name,
    label,
    order: count,
    text: (row) => formatCount(count(row)),
    isNumber: true,
  };
}

/** What is shown of a path, and of a thread of one, that leads somewhere. */
export interface ScopeLinks {
  /** The path, with what unfolds and what chooses it. */
  readonly path: (row: ScopeRow) => HTMLElement;
  /** Leads to the entry that held most. */
  readonly entry: (path: number, thread: PathThreadSums, text: string) => HTMLElement;
}

/** @param hasThreads whether the source tells which thread allocated */
export function scopeColumns(links: ScopeLinks, hasThreads: boolean): TableColumn<ScopeRow>[] {
  const threads = countColumn<ScopeRow>('threads', t('scopeThreads'), (row) => row.threads ?? 0);
  return [
    {
      name: 'path',
      label: t('scopePath'),
      order: ({ text }) => text,
      text: ({ text }) => text,
      content: links.path,
      ascending: true,
      isHead: true,
    },
    countColumn('entries', t('scopeEntries'), ({ entries }) => entries),
    ...(hasThreads ? [threads] : []),
    bytesColumn('p50', t('scopeMedian'), t('scopeMedianTitle'), ({ p50Bytes }) => p50Bytes),
    bytesColumn('p95', t('scopeP95'), t('scopeP95Title'), ({ p95Bytes }) => p95Bytes),
    bytesColumn('max', t('scopeLargest'), t('scopeLargestTitle'), ({ maxBytes }) => maxBytes),
    {
      name: 'where',
      label: hasThreads ? t('scopeWhere') : t('scopeWhen'),
      order: ({ largest }) => largest?.maxNs ?? 0,
      text: ({ largest }) => largestText(largest),
      content: (row, text) =>
        row.largest === undefined ? element('span') : links.entry(row.path, row.largest, text),
      ascending: true,
    },
    bytesColumn('left', t('scopeLeft'), t('scopeLeftTitle'), ({ leftBytes }) => leftBytes),
  ];
}

function largestText(largest: PathThreadSums | undefined): string {
  if (largest === undefined) return '';
  if (largest.thread === null) return axisText(largest.maxNs);
  return t('scopeAt', { thread: threadTitle(largest.thread), time: axisText(largest.maxNs) });
}

/** The columns of the threads of a path. */
export function threadColumns(links: ScopeLinks, path: number): TableColumn<PathThreadSums>[] {
  return [
    {
      name: 'thread',
      label: t('thread'),
      order: ({ thread }) => Number(thread),
      text: ({ thread }) => threadTitle(thread),
      ascending: true,
      isHead: true,
    },
    countColumn('entries', t('scopeEntries'), ({ entries }) => entries),
    bytesColumn('max', t('scopeLargest'), t('scopeLargestTitle'), ({ maxBytes }) => maxBytes),
    {
      name: 'where',
      label: t('tablePeakTime'),
      order: ({ maxNs }) => maxNs,
      text: ({ maxNs }) => axisText(maxNs),
      content: (row, text) => links.entry(path, row, text),
      ascending: true,
      isNumber: true,
    },
    bytesColumn('left', t('scopeLeft'), t('scopeLeftTitle'), ({ leftBytes }) => leftBytes),
  ];
}
