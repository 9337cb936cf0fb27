import type { Group } from '../data/group.js';
import type { Moment } from '../view/choices.js';
import type { HolderSum } from './holder-sums.js';

/** Holders that the group's file lists, so that they are there before the allocations are. */
export interface ListedHolders {
  readonly sums: readonly HolderSum[];
  readonly total: number;
  /** How many more there are. */
  readonly others: number;
}

export function listedHolders(group: Group, moment: Moment): ListedHolders | undefined {
  const { peak, unreleased } = group.data;
  const list =
    moment.kind === 'peak' ? peak?.holders : moment.kind === 'unreleased' ? unreleased : undefined;
  if (list === undefined) return undefined;
  const { store } = group;
  const sums = list.largest.map(({ name, stack, bytes, count }) => ({
    title: group.nameOf(name),
    frame: group.userFrameOf(stack),
    bytes,
    count,
    bytesBefore: 0,
    has: (row: number) => store.name[row] === name && store.stack[row] === stack,
  }));
  const held = sums.reduce((sum, { bytes }) => sum + bytes, list.others.bytes);
  return {
    sums,
    total: moment.kind === 'peak' && peak !== null ? peak.bytes : held,
    others: list.others.holders,
  };
}
