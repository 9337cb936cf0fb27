import type { CaptureEntry } from '../../src/page-data/format.js';
import { column } from './unpack.js';

const LOADED = 1;
const BEFORE_CAPTURE = 2;
const RELEASED = 4;

/**
 * The allocations of a group as typed columns, by their number in the group. A window's file fills
 * in those it shows; one that several windows show is the same in each, so it is never counted twice.
 * Times are ns after the run's origin.
 */
export class AllocationStore {
  readonly rows: number;
  readonly startNs: Float64Array;
  /** When it was gone: its release, or the end of its capture. */
  readonly endNs: Float64Array;
  readonly bytes: Float64Array;
  /** Codes of texts are 0 for none, else the place in the list of texts + 1. */
  readonly name: Int32Array;
  readonly stack: Int32Array;
  readonly allocator: Int32Array;
  readonly thread: Int32Array;
  readonly stream: Int32Array;
  /** The training step + 1; 0 where it is not known. */
  readonly step: Int32Array;
  /** Index into the ways a stack is found. */
  readonly match: Uint8Array;
  readonly overlaps: Int32Array;
  readonly capture: Uint16Array;
  readonly #flags: Uint8Array;
  readonly #captures: readonly CaptureEntry[];

  constructor(rows: number, captures: readonly CaptureEntry[]) {
    this.rows = rows;
    this.#captures = captures;
    this.startNs = new Float64Array(rows);
    this.endNs = new Float64Array(rows);
    this.bytes = new Float64Array(rows);
    this.name = new Int32Array(rows);
    this.stack = new Int32Array(rows);
    this.allocator = new Int32Array(rows);
    this.thread = new Int32Array(rows);
    this.stream = new Int32Array(rows);
    this.step = new Int32Array(rows);
    this.match = new Uint8Array(rows);
    this.overlaps = new Int32Array(rows);
    this.capture = new Uint16Array(rows);
    this.#flags = new Uint8Array(rows);
  }

  /** Takes the allocations of a window. */
  add(columns: ReadonlyMap<string, Float64Array>): void {
    const index = column(columns, 'index');
    const scatter = (name: string, to: { [row: number]: number }) => {
      const from = column(columns, name);
      for (let i = 0; i < index.length; i++) to[index[i]] = from[i];
    };
    scatter('start', this.startNs);
    scatter('bytes', this.bytes);
    scatter('name', this.name);
    scatter('stack', this.stack);
    scatter('allocator', this.allocator);
    scatter('thread', this.thread);
    scatter('stream', this.stream);
    scatter('step', this.step);
    scatter('match', this.match);
    scatter('overlaps', this.overlaps);
    scatter('capture', this.capture);
    const held = column(columns, 'held');
    const before = column(columns, 'before');
    for (let i = 0; i < index.length; i++) {
      const row = index[i];
      const released = held[i] > 0;
      this.endNs[row] = released ? this.startNs[row] + held[i] - 1 : this.#captureEnd(row);
      this.#flags[row] =
        LOADED | (before[i] === 1 ? BEFORE_CAPTURE : 0) | (released ? RELEASED : 0);
    }
  }

  has(row: number): boolean {
    return (this.#flags[row] & LOADED) !== 0;
  }

  /** Whether the block was there when its capture began. */
  isBefore(row: number): boolean {
    return (this.#flags[row] & BEFORE_CAPTURE) !== 0;
  }

  /** Whether it was released in its capture. */
  isReleased(row: number): boolean {
    return (this.#flags[row] & RELEASED) !== 0;
  }

  /** Numbers of the allocations that are loaded, in order. */
  loadedRows(): Int32Array {
    const rows = new Int32Array(this.rows);
    let count = 0;
    for (let row = 0; row < this.rows; row++) if (this.#flags[row] & LOADED) rows[count++] = row;
    return rows.subarray(0, count);
  }

  #captureEnd(row: number): number {
    const end = this.#captures[this.capture[row]]?.endNs ?? this.startNs[row];
    return Math.max(end, this.startNs[row]);
  }
}
