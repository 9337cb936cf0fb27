import type { OverviewModel, Recording } from './model.js';

/** A device of a rank. Roles that are recorded one after another share a lane. */
export interface HeatRow {
  readonly rank: number;
  readonly device: string;
  /** Groups of each lane. */
  readonly lanes: readonly (readonly number[])[];
}

/** Groups by rank and device, in that order. */
export function heatRows(model: OverviewModel, groups: readonly number[]): HeatRow[] {
  const devices = new Map<string, number[]>();
  for (const group of groups) {
    const { rank, device } = model.groups[group];
    const key = `${rank} ${device}`;
    devices.set(key, [...(devices.get(key) ?? []), group]);
  }
  return [...devices.values()]
    .map((members): HeatRow => {
      const { rank, device } = model.groups[members[0]];
      return { rank, device, lanes: lanesOf(model, members) };
    })
    .sort((a, b) => a.rank - b.rank || a.device.localeCompare(b.device, 'en', { numeric: true }));
}

function lanesOf(model: OverviewModel, groups: readonly number[]): number[][] {
  const lanes: number[][] = [];
  const begin = (group: number) => model.recordings[group][0]?.startNs ?? 0;
  for (const group of [...groups].sort((a, b) => begin(a) - begin(b) || a - b)) {
    const own = model.recordings[group];
    const free = lanes.find((lane) => !lane.some((other) => overlap(model.recordings[other], own)));
    if (free === undefined) lanes.push([group]);
    else free.push(group);
  }
  return lanes;
}

function overlap(some: readonly Recording[], others: readonly Recording[]): boolean {
  return some.some((one) =>
    others.some((other) => one.startNs < other.endNs && other.startNs < one.endNs),
  );
}
