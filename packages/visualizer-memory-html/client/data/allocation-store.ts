import type { GroupData } from '../../src/page-data/format.js';
import { column, large } from '../background/decode.js';
import type { Columns } from '../background/messages.js';

const LOADED = 1;
const BEFORE_CAPTURE = 2;
const RELEASED = 4;

/** Small integers, in as little memory as they fit. */
export type Codes = Uint8Array | Uint16Array | Int32Array;

/**
 * The allocations of a group as typed columns, by their number in the group. A window's file fills
 * in those that are in no other window, one more file those that are in several.
 * Times are ns after the run's origin.
 */
export class AllocationStore {
  readonly rows: number;
  readonly startNs: Float64Array;
  /** When it was gone: its release, or the end of its capture. */
  readonly endNs: Float64Array;
  /** When it ceased to be live, which may be a little earlier. */
  readonly liveEndNs: Float64Array;
  readonly bytes: Float64Array;
  /** Codes of texts are 0 for none, else the place in the list of texts + 1. */
  readonly name: Codes;
  readonly stack: Codes;
  readonly allocator: Codes;
  readonly thread: Codes;
  readonly stream: Codes;
  readonly scope: Codes;
  /** The training step + 1; 0 where it is not known. */
  readonly step: Int32Array;
  /** Index into the ways a stack is found. */
  readonly match: Uint8Array;
  readonly overlaps: Int32Array;
  readonly capture: Codes;
  readonly #flags: Uint8Array;

  constructor({ rows, captures, texts }: Pick<GroupData, 'rows' | 'captures' | 'texts'>) {
    this.rows = rows;
    this.startNs = new Float64Array(rows);
    this.endNs = new Float64Array(rows);
    this.liveEndNs = new Float64Array(rows);
    this.bytes = new Float64Array(rows);
    this.name = codesFor(rows, texts.names.length);
    this.stack = codesFor(rows, texts.stacks.rows);
    this.allocator = codesFor(rows, texts.allocators.length);
    this.thread = codesFor(rows, texts.threads.length);
    this.stream = codesFor(rows, texts.streams.length);
    this.scope = codesFor(rows, texts.scopes.length);
    this.step = new Int32Array(rows);
    this.match = new Uint8Array(rows);
    this.overlaps = new Int32Array(rows);
    this.capture = codesFor(rows, captures.length);
    this.#flags = new Uint8Array(rows);
  }

  /** Takes the allocations of a file. */
  add(columns: Columns): void {
    const index = column(columns, 'index');
    scatterLarge(index, large(columns, 'start'), this.startNs);
    scatterLarge(index, large(columns, 'end'), this.endNs);
    scatterLarge(index, large(columns, 'bytes'), this.bytes);
    for (const name of CODES) scatterCodes(index, column(columns, name), this[name]);
    const early = column(columns, 'early');
    const open = column(columns, 'open');
    const before = column(columns, 'before');
    for (let i = 0; i < index.length; i++) {
      const row = index[i];
      this.liveEndNs[row] = this.endNs[row] - early[i];
      this.#flags[row] =
        LOADED | (before[i] === 1 ? BEFORE_CAPTURE : 0) | (open[i] === 1 ? 0 : RELEASED);
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
}

/** Columns of codes and counts. */
const CODES = [
  'name',
  'stack',
  'allocator',
  'thread',
  'stream',
  'scope',
  'step',
  'match',
  'overlaps',
  'capture',
] as const;

function scatterLarge(
  index: Float64Array | Int32Array,
  from: Float64Array,
  to: Float64Array,
): void {
  for (let i = 0; i < index.length; i++) to[index[i]] = from[i];
}

/** A loop of its own: one for all kinds of arrays would be several times slower. */
function scatterCodes(
  index: Float64Array | Int32Array,
  from: Float64Array | Int32Array,
  to: Codes,
): void {
  for (let i = 0; i < index.length; i++) to[index[i]] = from[i];
}

/** Memory for codes up to `most`. */
function codesFor(rows: number, most: number): Codes {
  if (most < 2 ** 8) return new Uint8Array(rows);
  return most < 2 ** 16 ? new Uint16Array(rows) : new Int32Array(rows);
}
