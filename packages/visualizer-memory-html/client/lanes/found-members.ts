import { DIMMED } from '../colour/colouring.js';
import type { DeepRow } from './lane.js';

interface Found {
  /** Colours that it was found by: others are set when something else is looked for. */
  readonly places: Uint8Array;
  readonly members: Int32Array;
}

const known = new WeakMap<DeepRow, Found>();

/** The allocations of a row of many that are looked for, by begin. */
export function foundMembers(row: DeepRow, places: Uint8Array): Int32Array {
  const before = known.get(row);
  if (before?.places === places) return before.members;
  const members = row.members.filter((member) => places[member] !== DIMMED);
  known.set(row, { places, members });
  return members;
}

/** The first allocation of some that is looked for, else the first of them. */
export function firstFound(
  index: Int32Array,
  first: number,
  end: number,
  places: Uint8Array,
): number {
  for (let i = first; i < end; i++) if (places[index[i]] !== DIMMED) return index[i];
  return index[first];
}
