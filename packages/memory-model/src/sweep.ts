import type { Blocks } from './blocks.js';
import { type BlockEvents, beginsFirst, EventFeed } from './events.js';
import { LevelBooks } from './level-books.js';
import { type Levels, POINTS_AT_ONCE } from './levels.js';
import type { Reports } from './reports.js';

export interface SweepInput {
  readonly blocks: Blocks;
  readonly events: BlockEvents;
  readonly reports: Reports;
  /** When the level begins. */
  readonly beginNs: number;
  /** What was there before the first allocation, bytes. */
  readonly startBytes: number;
  /** Whether the allocator reports a release before it makes it, as CANN's graph engine does. */
  readonly reportsBefore: boolean;
}

/**
 * The level of one allocator in one capture: its blocks, and the falls of its counter that no block
 * explains. A report that is any of the levels of its moment is explained.
 */
export class LevelSweep implements Levels {
  readonly timeNs = new Float64Array(POINTS_AT_ONCE);
  readonly bytes = new Float64Array(POINTS_AT_ONCE);
  readonly books: LevelBooks;
  /** Whether it came to matter when the allocator reports its releases. */
  dependsOnReporting = false;
  readonly #blocks: Blocks;
  readonly #begins: EventFeed;
  readonly #ends: EventFeed;
  readonly #reports: Reports;
  readonly #reportsBefore: boolean;
  readonly #hasBefore: boolean;
  /** The level after the points so far, until the first the one that it begins with. */
  #level: number;
  /** NaN once it has begun. */
  #beginNs: number;
  /** Whether events of the moment of the next report have been taken, and what came of them. */
  #atReport = false;
  #explained = false;
  #levelBefore = Number.NaN;
  /** Points of this reading. */
  #count = 0;

  constructor({ blocks, events, reports, ...input }: SweepInput) {
    this.#blocks = blocks;
    this.#begins = new EventFeed(blocks, events.begins, blocks.startNs);
    this.#ends = new EventFeed(blocks, events.ends, events.endNs);
    this.#hasBefore = events.hasBefore;
    this.#reports = reports;
    this.#reportsBefore = input.reportsBefore;
    this.#beginNs = input.beginNs;
    // What is reported before the first allocation is the level there, whatever follows from it.
    const early = reports.timeNs[0] < Math.min(this.#begins.timeNs[0], this.#ends.timeNs[0]);
    this.#level = early ? reports.bytes[0] : input.startBytes;
    this.books = new LevelBooks(this.#level);
  }

  read(): number {
    this.#count = 0;
    if (!Number.isNaN(this.#beginNs)) {
      this.#push(this.#beginNs);
      this.#beginNs = Number.NaN;
    }
    while (this.#count < POINTS_AT_ONCE) {
      this.#begins.refill();
      this.#ends.refill();
      this.#reports.refill();
      const settleNs = this.#walk();
      if (settleNs === Number.POSITIVE_INFINITY) break;
      if (settleNs > Number.NEGATIVE_INFINITY) this.#settle(settleNs);
    }
    return this.#count;
  }

  /**
   * Takes events and the reports that they explain, as far as they are at hand. All in one loop over
   * local variables: it is gone through for every event and report.
   *
   * @returns the time of a report to settle, −∞ where there is none yet, ∞ at the end of all
   */
  #walk(): number {
    const begins = this.#begins;
    const ends = this.#ends;
    const reports = this.#reports;
    const { timeNs: beginNs, bytes: beginBytes, count: beginCount } = begins;
    const { timeNs: endNs, bytes: endBytes, count: endCount } = ends;
    const { timeNs: reportNs, bytes: reported, count: reportCount } = reports;
    const { timeNs, bytes } = this;
    const { untracked } = this.books;
    const hasBefore = this.#hasBefore;
    let begin = begins.next;
    let end = ends.next;
    let report = reports.next;
    let level = this.#level;
    let levelBefore = this.#levelBefore;
    let atReport = this.#atReport;
    let explained = this.#explained;
    let count = this.#count;
    let settleNs = Number.NEGATIVE_INFINITY;
    while (begin < beginCount && end < endCount && report < reportCount && count < POINTS_AT_ONCE) {
      const at = Math.min(beginNs[begin], endNs[end]);
      const now = reportNs[report];
      if (at >= now && !atReport) {
        atReport = true;
        levelBefore = level;
        explained = reported[report] === level + untracked;
      }
      if (at > now || at === Number.POSITIVE_INFINITY) {
        if (!explained || now === Number.POSITIVE_INFINITY) {
          settleNs = now;
          break;
        }
        atReport = false;
        report++;
        continue;
      }
      if (beginNs[begin] < endNs[end] || (beginNs[begin] === at && this.#beginsFirst(begin, end))) {
        level += beginBytes[begin++];
      } else {
        level -= endBytes[end];
        if (hasBefore) this.#releaseBefore(end);
        end++;
      }
      if (atReport && !explained) explained = reported[report] === level + untracked;
      timeNs[count] = at;
      bytes[count++] = level;
    }
    begins.next = begin;
    ends.next = end;
    reports.next = report;
    this.#level = level;
    this.#levelBefore = levelBefore;
    this.#atReport = atReport;
    this.#explained = explained;
    this.#count = count;
    return settleNs;
  }

  /** Settles a report that is not explained. */
  #settle(reportNs: number): void {
    const reports = this.#reports;
    const wanted = reports.bytes[reports.next];
    reports.next++;
    reports.refill();
    this.#atReport = false;
    // Of several reports of one moment, those but the last are levels on the way.
    if (reports.timeNs[reports.next] === reportNs) return;
    if (this.#levelBefore !== this.#level) this.dependsOnReporting = true;
    const compared = this.#reportsBefore ? this.#levelBefore : this.#level;
    const fall = this.books.settle(reportNs, wanted - (compared + this.books.untracked));
    if (fall === 0) return;
    this.#level -= fall;
    this.#push(reportNs);
  }

  #push(timeNs: number): void {
    this.timeNs[this.#count] = timeNs;
    this.bytes[this.#count++] = this.#level;
  }

  /** Of a begin and an end at one time. */
  #beginsFirst(begin: number, end: number): boolean {
    return beginsFirst(this.#blocks, this.#begins.rowAt(begin), this.#ends.rowAt(end));
  }

  #releaseBefore(end: number): void {
    if (!this.#blocks.before[this.#ends.rowAt(end)]) return;
    this.books.releaseKnown(this.#ends.bytes[end]);
  }
}
