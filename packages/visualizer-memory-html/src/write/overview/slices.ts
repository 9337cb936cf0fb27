import { inflateRawSync } from 'node:zlib';
import type { GroupData, PackedLine } from '../../page-data/format.js';
import type { OverviewCapture } from '../../page-data/overview-format.js';
import { decodeColumn } from '../../page-data/varint.js';

/** Parts that the line of a group is thinned in; slices are made of whole parts, so they are exact. */
const LINE_PARTS = 2048;
/** The most slices of a group: what a wide screen shows. */
const GROUP_SLICES = 1024;
/** The most slices of a run, about: a page of 3 MB. */
const RUN_SLICES = 2 ** 19;

/** The most that was live in each slice of a group's captures. */
export interface GroupSlices {
  readonly captures: readonly OverviewCapture[];
  readonly bytes: Float64Array;
}

/** How many slices each of a group's captures is cut into: a power of two. */
export function slicesOfCapture(groups: number, captures: number): number {
  const room = Math.min(GROUP_SLICES, RUN_SLICES / Math.max(1, groups));
  const each = Math.max(1, Math.floor(room / Math.max(1, captures)));
  return 2 ** Math.floor(Math.log2(each));
}

/** Cuts the line of a group that its pages show. */
export function groupSlices(
  { captures, overview }: Pick<GroupData, 'captures' | 'overview'>,
  slices: number,
): GroupSlices {
  const parts = lineParts(overview);
  const cut = captures.map(({ startNs, endNs }, i) => {
    // Captures may touch: then the later part is that of the later capture.
    const part = parts.length === captures.length ? parts[i] : partOf(parts, startNs, endNs);
    if (part === undefined) {
      return { startNs, endNs, fromNs: startNs, toNs: endNs, bytes: new Float64Array(0) };
    }
    const [fromNs, toNs] = [part.timeNs[0], part.timeNs[part.timeNs.length - 1]];
    return { startNs, endNs, fromNs, toNs, bytes: largestOfSlices(part, slices) };
  });
  const bytes = new Float64Array(cut.reduce((sum, one) => sum + one.bytes.length, 0));
  let end = 0;
  for (const one of cut) {
    bytes.set(one.bytes, end);
    end += one.bytes.length;
  }
  return {
    captures: cut.map(({ bytes: own, ...capture }) => ({ ...capture, slices: own.length })),
    bytes,
  };
}

interface LinePart {
  readonly timeNs: Float64Array;
  readonly value: Float64Array;
}

function lineParts({ packed, breaks }: PackedLine): LinePart[] {
  const bytes = inflateRawSync(Buffer.from(packed.base64, 'base64'));
  let at = 0;
  const [timeNs, value] = packed.columns.map((column) => {
    const own = bytes.subarray(at, at + column.bytes);
    at += column.bytes;
    return decodeColumn(own, packed.rows, column.coding, column.unit);
  });
  return [0, ...breaks].flatMap((begin, i) => {
    const end = breaks[i] ?? packed.rows;
    if (end <= begin) return [];
    return [{ timeNs: timeNs.subarray(begin, end), value: value.subarray(begin, end) }];
  });
}

function partOf(parts: readonly LinePart[], startNs: number, endNs: number) {
  return parts.find(({ timeNs }) => timeNs[0] >= startNs && timeNs[0] <= endNs);
}

/** The largest level of each of `slices` equal parts of a line's time. */
export function largestOfSlices({ timeNs, value }: LinePart, slices: number): Float64Array {
  const count = timeNs.length;
  const begin = timeNs[0];
  // As the line was thinned: a part of it is never of two slices.
  const width = (timeNs[count - 1] - begin) / LINE_PARTS || 1;
  const partsOfSlice = LINE_PARTS / slices;
  const largest = new Float64Array(slices);
  let point = 0;
  let level = value[0];
  for (let slice = 0; slice < slices; slice++) {
    let most = Number.NEGATIVE_INFINITY;
    const startNs = begin + slice * partsOfSlice * width;
    if (point >= count || timeNs[point] > startNs) most = level;
    for (; point < count; point++) {
      const part = Math.min(LINE_PARTS - 1, Math.floor((timeNs[point] - begin) / width));
      if (Math.floor(part / partsOfSlice) > slice) break;
      level = value[point];
      most = Math.max(most, level);
    }
    largest[slice] = most === Number.NEGATIVE_INFINITY ? level : most;
  }
  return largest;
}
