import type { SegmentHistory } from '../snapshot/segment-book.js';
import type { Settled } from '../snapshot/settle.js';
import { Tally } from '../snapshot/tally.js';
import type { Trace } from '../snapshot/trace.js';
import type { BlockRule } from './block-rule.js';
import { OpenSegments, type SegmentPlace } from './open-segments.js';
import { type TraceVisitor, walkTrace } from './trace-events.js';

/** Sizes that the allocator made blocks of. */
export interface BlockSizes {
  /** By row of the trace; of what {@link unsure} counts, the least. */
  readonly bytes: Float64Array;
  /** Rows whose size may be more: blocks from before that are gone when the final state is told. */
  readonly unsure: ReadonlySet<number>;
  /** How much more all of those may take. */
  readonly unsureBytes: number;
}

/** What sizes are worked out from. */
export interface SizeSource {
  readonly trace: Trace;
  readonly settled: Settled;
  readonly segments: SegmentHistory;
}

/**
 * Works out the size of each block that is not told: large ones are as large as what was free at
 * their address, where too little of it was left over to be split off. That needs no size but the
 * rounded one, since a block in use ends what is free by where it begins.
 *
 * Whatever the file tells of sizes is held against the rule: where it does not fit, nothing is said.
 * O(n) for n entries.
 *
 * @returns blocks that contradict the rule, if there are any
 */
export function blockSizes(source: SizeSource, rule: BlockRule): BlockSizes | Tally {
  const replay = new SizeReplay(source, rule);
  replay.begin();
  walkTrace(source.trace, replay);
  return replay.result();
}

class SizeReplay implements TraceVisitor {
  readonly #source: SizeSource;
  readonly #rule: BlockRule;
  readonly #bytes: Float64Array;
  readonly #unsure = new Set<number>();
  #unsureBytes = 0;
  readonly #segments = new OpenSegments();
  /** Where large blocks are. */
  readonly #places = new Map<number, SegmentPlace>();
  readonly #wrong = new Tally();

  constructor(source: SizeSource, rule: BlockRule) {
    this.#source = source;
    this.#rule = rule;
    this.#bytes = new Float64Array(source.trace.rows.count);
  }

  result(): BlockSizes | Tally {
    if (this.#wrong.count > 0) return this.#wrong;
    return { bytes: this.#bytes, unsure: this.#unsure, unsureBytes: this.#unsureBytes };
  }

  /** What is there before the first entry. */
  begin(): void {
    const { trace, segments } = this.#source;
    const { rows } = trace;
    for (const { startUs, address, bytes } of segments.rows) {
      if (Number.isNaN(startUs)) this.#segments.add(address, bytes);
    }
    const large: number[] = [];
    for (let row = 0; row < rows.count; row++) {
      if (rows.isBefore[row] === 0) continue;
      const rounded = this.#rule.rounded(rows.bytes[row]);
      this.#bytes[row] = rounded;
      if (this.#rule.isExact(rounded)) this.#compare(row);
      else if (this.#begin(row, this.#find(row))) large.push(row);
    }
    // What is free after each is known once all are there.
    for (const row of large) this.#fromBefore(row);
  }

  allocate(row: number): void {
    const rounded = this.#rule.rounded(this.#source.trace.rows.bytes[row]);
    this.#bytes[row] = rounded;
    if (!this.#rule.isExact(rounded)) {
      const place = this.#find(row);
      const free = place === undefined ? rounded : this.#segments.free(place);
      if (free < rounded) this.#tellWrong(row);
      this.#bytes[row] = this.#rule.sizeIn(free, rounded);
      this.#begin(row, place);
    }
    this.#compare(row);
  }

  /** It is in use until it can be used again. */
  request(): void {}

  release(row: number): void {
    const place = this.#places.get(row);
    if (place === undefined) return;
    this.#places.delete(row);
    this.#segments.end(place);
  }

  segment(event: number): void {
    const { kind, isPart, address, bytes } = this.#source.trace.segments[event];
    // What grows is split wherever something is left over: nobody asks where it ends.
    if (isPart) return;
    if (kind === 'take') this.#segments.add(address, bytes);
    else if (!this.#segments.remove(address, bytes))
      this.#wrong.add(() => `0x${address.toString(16)}`);
  }

  #find(row: number): SegmentPlace | undefined {
    return this.#segments.find(this.#source.trace.addressOf(row));
  }

  #begin(row: number, place: SegmentPlace | undefined): boolean {
    if (place === undefined || !this.#segments.begin(place, this.#bytes[row])) {
      this.#tellWrong(row);
      return false;
    }
    this.#places.set(row, place);
    return true;
  }

  /** When it was made is not known, and so not what was free then: no less than it takes, no more than now. */
  #fromBefore(row: number): void {
    const rounded = this.#bytes[row];
    const free = this.#segments.free(this.#places.get(row) as SegmentPlace);
    const most = Math.min(free - rounded, this.#rule.mostLeft(rounded));
    const told = this.#source.settled.blockBytes.get(row);
    if (most < 0 || (told !== undefined && (told < rounded || told > rounded + most))) {
      this.#tellWrong(row);
    }
    if (told !== undefined) this.#bytes[row] = told;
    else if (most > 0) {
      this.#unsure.add(row);
      this.#unsureBytes += most;
    }
  }

  #compare(row: number): void {
    const told = this.#source.settled.blockBytes.get(row);
    if (told !== undefined && told !== this.#bytes[row]) this.#tellWrong(row);
  }

  #tellWrong(row: number): void {
    this.#wrong.add(() => `0x${this.#source.trace.addressOf(row).toString(16)}`);
  }
}
