import type { Blocks } from './blocks.js';
import { type BlockEvents, beginsFirst, EventFeed } from './events.js';
import { FED_AT_ONCE, Feed } from './feed.js';
import { type Levels, POINTS_AT_ONCE } from './levels.js';

/** Falls of a level that no block explains, in order of time. */
export interface Falls {
  readonly timeNs: readonly number[];
  readonly bytes: readonly number[];
}

class FallFeed extends Feed {
  readonly #falls: Falls;
  #nextFall = 0;

  constructor(falls: Falls) {
    super();
    this.#falls = falls;
    this.refill();
  }

  protected override read(): number {
    const { timeNs, bytes } = this.#falls;
    let count = 0;
    for (; count < FED_AT_ONCE && this.#nextFall < timeNs.length; count++, this.#nextFall++) {
      this.timeNs[count] = timeNs[this.#nextFall];
      this.bytes[count] = bytes[this.#nextFall];
    }
    return count;
  }
}

export interface ReplayInput {
  readonly blocks: Blocks;
  readonly events: BlockEvents;
  readonly falls: Falls;
  /** When the level begins, and what it is. */
  readonly beginNs: number;
  readonly firstBytes: number;
}

/** The level of an allocator once it is known what no block explains: its reports are not needed. */
export class LevelReplay implements Levels {
  readonly timeNs = new Float64Array(POINTS_AT_ONCE);
  readonly bytes = new Float64Array(POINTS_AT_ONCE);
  readonly #blocks: Blocks;
  readonly #begins: EventFeed;
  readonly #ends: EventFeed;
  readonly #falls: FallFeed;
  #level: number;
  /** NaN once it has begun. */
  #beginNs: number;
  /** Points of this reading. */
  #count = 0;

  constructor({ blocks, events, falls, beginNs, firstBytes }: ReplayInput) {
    this.#blocks = blocks;
    this.#begins = new EventFeed(blocks, events.begins, blocks.startNs);
    this.#ends = new EventFeed(blocks, events.ends, events.endNs);
    this.#falls = new FallFeed(falls);
    this.#level = firstBytes;
    this.#beginNs = beginNs;
  }

  read(): number {
    this.#count = 0;
    if (!Number.isNaN(this.#beginNs)) {
      this.timeNs[0] = this.#beginNs;
      this.bytes[0] = this.#level;
      this.#count = 1;
      this.#beginNs = Number.NaN;
    }
    while (this.#count < POINTS_AT_ONCE) {
      this.#begins.refill();
      this.#ends.refill();
      this.#falls.refill();
      const before = this.#count;
      this.#walk();
      if (this.#count === before) break;
    }
    return this.#count;
  }

  /** Takes what is at hand: at one time, falls come after begins and ends. */
  #walk(): void {
    const begins = this.#begins;
    const ends = this.#ends;
    const falls = this.#falls;
    const { timeNs: beginNs, bytes: beginBytes, count: beginCount } = begins;
    const { timeNs: endNs, bytes: endBytes, count: endCount } = ends;
    const { timeNs: fallNs, bytes: fallBytes, count: fallCount } = falls;
    const { timeNs, bytes } = this;
    let begin = begins.next;
    let end = ends.next;
    let fall = falls.next;
    let level = this.#level;
    let count = this.#count;
    while (begin < beginCount && end < endCount && fall < fallCount && count < POINTS_AT_ONCE) {
      const at = Math.min(beginNs[begin], endNs[end]);
      if (at > fallNs[fall]) {
        timeNs[count] = fallNs[fall];
        level -= fallBytes[fall++];
      } else if (at === Number.POSITIVE_INFINITY) break;
      else {
        timeNs[count] = at;
        if (
          beginNs[begin] < endNs[end] ||
          (beginNs[begin] === at && this.#beginsFirst(begin, end))
        ) {
          level += beginBytes[begin++];
        } else level -= endBytes[end++];
      }
      bytes[count++] = level;
    }
    begins.next = begin;
    ends.next = end;
    falls.next = fall;
    this.#level = level;
    this.#count = count;
  }

  /** Of a begin and an end at one time. */
  #beginsFirst(begin: number, end: number): boolean {
    return beginsFirst(this.#blocks, this.#begins.rowAt(begin), this.#ends.rowAt(end));
  }
}
