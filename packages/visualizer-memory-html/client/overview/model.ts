import { pageFile } from '../../src/page-data/files.js';
import { isHostMemory } from '../../src/page-data/host-memory.js';
import type {
  OverviewCapture,
  OverviewData,
  OverviewGroup,
} from '../../src/page-data/overview-format.js';
import { decodeColumns, large } from '../background/decode.js';
import type { TimeRange } from '../data/windows.js';
import { rangeHash } from '../view/view-hash.js';

/** A capture and where its slices are among those of all. */
export interface Recording extends OverviewCapture {
  readonly group: number;
  readonly first: number;
}

/** Part of a capture's time that is shown around a moment that a link leads to. */
const AROUND_SHARE = 0.02;

/** The groups of a run as the overview knows them. Slices are numbered through all groups. */
export class OverviewModel {
  readonly data: OverviewData;
  /** The most that was live in each slice. */
  readonly bytes: Float64Array;
  /** By group. */
  readonly recordings: readonly (readonly Recording[])[];
  readonly #firsts: readonly Recording[];

  private constructor(data: OverviewData, bytes: Float64Array) {
    this.data = data;
    this.bytes = bytes;
    let first = 0;
    this.recordings = data.groups.map(({ captures }, group) =>
      captures.map((capture) => {
        const recording = { ...capture, group, first };
        first += capture.slices;
        return recording;
      }),
    );
    this.#firsts = this.recordings.flat().filter(({ slices }) => slices > 0);
  }

  static async open(data: OverviewData): Promise<OverviewModel> {
    return new OverviewModel(data, large(await decodeColumns(data.slices), 'bytes'));
  }

  get groups(): readonly OverviewGroup[] {
    return this.data.groups;
  }

  /** Groups of device memory, or those of host memory. */
  ofKind(host: boolean): number[] {
    return this.groups.flatMap(({ device }, i) => (isHostMemory(device) === host ? [i] : []));
  }

  /** Whose a slice is. */
  recordingOf(slice: number): Recording {
    let [low, high] = [0, this.#firsts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#firsts[middle].first <= slice) low = middle;
      else high = middle - 1;
    }
    return this.#firsts[low];
  }

  /** The page of a group at a slice. */
  sliceHref(slice: number): string {
    const recording = this.recordingOf(slice);
    return this.#href(recording.group, sliceSpan(recording, slice));
  }

  /** The page of a group around its peak. */
  peakHref(group: number): string {
    const { peakNs, captures } = this.groups[group];
    const capture = captures.find(({ startNs, endNs }) => startNs <= peakNs && peakNs <= endNs);
    const span = capture === undefined ? 0 : capture.endNs - capture.startNs;
    const around = Math.max(500, (span * AROUND_SHARE) / 2);
    const left = Math.max(peakNs - around, capture?.startNs ?? Number.NEGATIVE_INFINITY);
    const right = Math.min(peakNs + around, capture?.endNs ?? Number.POSITIVE_INFINITY);
    return this.#href(group, wholeRange({ left, right }));
  }

  /** The page of a group as it opens by itself. */
  groupHref(group: number): string {
    return `${this.groups[group].folder}/${pageFile(0)}`;
  }

  #href(group: number, range: TimeRange): string {
    const { folder, windowStartsNs } = this.groups[group];
    const window = windowStartsNs.findLastIndex((startNs) => startNs <= range.left);
    return `${folder}/${pageFile(Math.max(0, window))}${rangeHash(range)}`;
  }
}

/** From when to when a slice is, whole ns. The first begins and the last ends with its capture. */
export function sliceSpan(recording: Recording, slice: number): TimeRange {
  const { startNs, endNs, fromNs, toNs, slices, first } = recording;
  const number = slice - first;
  const width = (toNs - fromNs) / slices;
  return wholeRange({
    left: number === 0 ? startNs : fromNs + number * width,
    right: number === slices - 1 ? endNs : fromNs + (number + 1) * width,
  });
}

/** A range that can be shown: of whole ns, at least one. */
function wholeRange({ left, right }: TimeRange): TimeRange {
  const from = Math.floor(left);
  return { left: from, right: Math.max(from + 1, Math.ceil(right)) };
}
