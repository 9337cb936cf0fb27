import type { AllocatorHistory } from '@rl-insight/memory-model';
import type { CaptureEntry, GroupData } from '../../src/page-data/format.js';
import type { Moment } from '../view/choices.js';
import { EventClock } from './event-clock.js';
import type { Group } from './group.js';
import type { Stretch } from './line.js';
import type { TimeRange, Windows } from './windows.js';

/**
 * Puts a group on an axis that counts events: all that is known of it has to be loaded first. What
 * draws and tells of it then has numbers of events wherever it had times.
 */
export async function countEventsOf(
  group: Group,
  windows: Windows,
  history: AllocatorHistory | undefined,
): Promise<void> {
  // Windows that cannot be loaded are missed later on, as on any page.
  await Promise.allSettled(windows.entries.map((_, window) => windows.load(window)));
  const firstNs = group.extent.left;
  const clock =
    history === undefined
      ? EventClock.ofAllocations(group.store, firstNs)
      : EventClock.ofHistory(history, group.store.rows, firstNs);
  await group.countEvents(clock);
}

/** What all pages of a group share, its times as numbers of events. */
export function dataOnEvents(
  data: GroupData,
  clock: EventClock,
  live: readonly Stretch[],
): GroupData {
  const { captures, windows, peak, threads } = data;
  const peakOf = ({ peakNs, peakBytes }: Pick<CaptureEntry, 'peakNs' | 'peakBytes'>) =>
    peakAt(live, clock, peakNs, peakBytes);
  return {
    ...data,
    captures: captures.map((capture) => ({
      ...capture,
      startNs: clock.begin(capture.startNs),
      endNs: clock.end(capture.endNs),
      peakNs: peakOf(capture),
      allocators: capture.allocators.map((allocator) => ({
        ...allocator,
        peakNs:
          captures.length === 1 && capture.allocators.length === 1
            ? peakOf(capture)
            : clock.toEvents(allocator.peakNs),
      })),
    })),
    windows: windows.map((window, i) => ({
      ...window,
      startNs: i === 0 ? clock.begin(window.startNs) : clock.toEvents(window.startNs),
      endNs: i === windows.length - 1 ? clock.end(window.endNs) : clock.toEvents(window.endNs),
    })),
    peak: peak && { ...peak, timeNs: peakAt(live, clock, peak.timeNs, peak.bytes) },
    threads: threads && {
      ...threads,
      threads: threads.threads.map((thread) => ({
        ...thread,
        peakNs: clock.toEvents(thread.peakNs),
      })),
    },
  };
}

/** Of the events of a time, the one that led to a level. */
function peakAt(live: readonly Stretch[], clock: EventClock, ns: number, bytes: number): number {
  for (const { curve } of live) {
    const first = curve.timeNs.indexOf(ns);
    if (first < 0) continue;
    let place = first;
    while (curve.timeNs[place] === ns && curve.bytes[place] !== bytes) place++;
    if (curve.timeNs[place] === ns) return clock.placePoints(curve.timeNs)[place];
  }
  return clock.toEvents(ns);
}

/** Goes between the times of addresses and the places of an axis. */
export interface AxisPlaces {
  at(ns: number): number;
}

export function rangeOn({ at }: AxisPlaces, { left, right }: TimeRange): TimeRange {
  return { left: at(left), right: at(right) };
}

export function momentOn({ at }: AxisPlaces, moment: Moment): Moment {
  if (moment.kind === 'time') return { ...moment, ns: at(moment.ns) };
  if (moment.kind !== 'between') return moment;
  return { ...moment, fromNs: at(moment.fromNs), toNs: at(moment.toNs) };
}
