import type { ThreadEntry } from '../../src/page-data/thread-format.js';
import { formatBytes } from '../format/bytes.js';
import { axisText } from '../format/time.js';
import type { LaneName } from '../lanes/lane-labels.js';
import type { BandRow } from '../scopes/band-rows.js';
import type { Scopes } from '../scopes/scopes.js';
import { t } from '../text/text.js';
import { StackedRows } from '../view/stacked-rows.js';

/** Height of what a thread holds, and of a row of its ranges. */
export const LEVEL_PX = 40;
export const BAND_PX = 7;
/** Between lanes, and between ranges and what is held. */
export const PAD_PX = 4;

/** A thread of the chart. */
export interface ThreadLane extends LaneName {
  readonly thread: ThreadEntry;
  /** Rows of its ranges, the outermost first. */
  readonly bands: readonly BandRow[];
}

/** The lanes of all threads, those with the highest peaks first. */
export function threadLanes(
  threads: readonly ThreadEntry[],
  scopes: Scopes | undefined,
): ThreadLane[] {
  return threads.map((thread) => ({
    thread,
    title: threadTitle(thread.id, thread.name),
    note: t('threadPeak', {
      size: formatBytes(thread.peakBytes),
      time: axisText(thread.peakNs),
    }),
    bands: scopes?.bandsOf(thread.id) ?? [],
  }));
}

/** What a thread is called; null is all that are not known. */
export function threadTitle(id: string | null, name?: string | null): string {
  if (id === null) return t('threadUnknown');
  const title = t('threadNamed', { id });
  return name ? `${name} · ${title}` : title;
}

export function laneStack(lanes: readonly ThreadLane[]): StackedRows {
  return new StackedRows(lanes.map((lane) => levelTop(lane) + LEVEL_PX + PAD_PX));
}

/** Where what it holds begins within a lane: below its ranges. */
export function levelTop({ bands }: ThreadLane): number {
  return PAD_PX + bands.length * BAND_PX + (bands.length === 0 ? 0 : 2);
}

/** The row of ranges at a height within a lane; undefined where there is none. */
export function bandAt({ bands }: ThreadLane, y: number): BandRow | undefined {
  return bands[Math.floor((y - PAD_PX) / BAND_PX)];
}
