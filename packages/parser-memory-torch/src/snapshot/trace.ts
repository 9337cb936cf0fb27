import { AddressMap } from '@rl-insight/memory-contract';
import type { EventBatch } from './event-batch.js';
import { ACTION } from './keys.js';
import { MetadataRanges } from './metadata-ranges.js';
import type { TraceSink } from './snapshot-claims.js';
import { streamText } from './stream-text.js';
import { Tally } from './tally.js';
import { TraceRows } from './trace-rows.js';

/** An entry that is not of a block. Times count from the trace's origin. */
export interface SegmentEvent {
  readonly kind: 'take' | 'give';
  /** Part of an expandable segment; else a whole segment. */
  readonly isPart: boolean;
  readonly timeUs: number;
  readonly seq: number;
  readonly address: bigint;
  readonly bytes: number;
  readonly stream: number;
}

export interface TraceFailure {
  readonly timeUs: number;
  readonly seq: number;
  readonly requestedBytes: number;
  /** What the device had free; NaN where that is not told. */
  readonly freeBytes: number;
  readonly stack: number;
}

/** What was handed out, in sizes of blocks, when somebody took a snapshot. */
export interface TraceSample {
  readonly timeUs: number;
  readonly bytes: number;
}

/** A begin or end that a program marked by `user_defined` entries (2024). */
export interface TraceMark {
  readonly timeUs: number;
  readonly stack: number;
}

/**
 * The trace of one device. Allocations are joined with releases by address, in its order: a block is
 * gone when its `free_completed` comes, for until then it may be in use by another stream.
 */
export class Trace implements TraceSink {
  readonly rows: TraceRows;
  readonly segments: SegmentEvent[] = [];
  readonly failures: TraceFailure[] = [];
  readonly samples: TraceSample[] = [];
  readonly marks: TraceMark[] = [];
  readonly metadata = new MetadataRanges();
  /** Texts of `annotate` entries, by row. */
  readonly notes = new Map<number, number[]>();
  readonly streams: string[] = [];
  /** Of the first entry, microseconds since 1970; NaN where entries have no times. */
  originUs = Number.NaN;
  /** Time of the last entry, since the first. */
  endUs = 0;
  /** How many entries there are. */
  events = 0;
  releasesOfUnknown = 0;
  readonly reusedAddresses = new Tally();
  readonly otherSizes = new Tally();
  readonly notesOfUnknown = new Tally();
  readonly lateTimes = new Tally();
  /** Codes of actions that are none that is known. */
  readonly otherActions = new Map<number, number>();
  readonly #live = new AddressMap();
  readonly #streamCodes = new Map<number | bigint, number>();
  #lastStream = -1;
  #lastLow = -1;
  #lastHigh = -1;

  /** @param rows blocks that there is room for to begin with */
  constructor(rows = 0) {
    this.rows = new TraceRows(rows);
  }

  /** Whether its entries have times: without them, their order stands for it. */
  get hasTimes(): boolean {
    return !Number.isNaN(this.originUs);
  }

  add(events: EventBatch, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const seq = this.events++;
      const timeUs = this.#timeOf(events.timeUs[i], seq);
      // Of a note, the text is of one block and nothing that the program had set.
      if (events.action[i] !== ACTION.annotate) this.metadata.see(events.metadata[i], timeUs);
      switch (events.action[i]) {
        case ACTION.alloc:
          this.#allocate(events, i, timeUs, seq);
          break;
        case ACTION.free_requested:
          this.#request(events, i, timeUs, seq);
          break;
        case ACTION.free_completed:
          this.#complete(events, i, timeUs, seq);
          break;
        default:
          this.#other(events, i, timeUs, seq);
      }
    }
  }

  /** Takes the row of what is live at an address, which is asked for once; −1 for none. */
  takeLive(address: bigint): number {
    return this.#live.take(Number(address & 0xffffffffn), Number(address >> 32n));
  }

  /** Adds a block that was there before and still is. */
  addBefore(address: bigint, bytes: number, stack: number, stream: number): number {
    const { rows } = this;
    const row = rows.add(true);
    rows.bytes[row] = bytes;
    rows.addressLow[row] = Number(address & 0xffffffffn);
    rows.addressHigh[row] = Number(address >> 32n);
    rows.stack[row] = stack;
    rows.stream[row] = stream;
    return row;
  }

  addressOf(row: number): bigint {
    return wide(this.rows.addressLow[row], this.rows.addressHigh[row]);
  }

  streamCode(stream: number | bigint): number {
    let code = this.#streamCodes.get(stream);
    if (code === undefined) {
      code = this.streams.push(streamText(stream)) - 1;
      this.#streamCodes.set(stream, code);
    }
    return code;
  }

  /** Since the origin; never falls: some clocks of devices are set while a program runs. */
  #timeOf(timeUs: number, seq: number): number {
    if (seq === 0) this.originUs = timeUs;
    const time = this.hasTimes ? timeUs - this.originUs : seq;
    if (time < this.endUs) this.#tellLate(seq);
    // What has no time gets that of the entry before.
    if (time > this.endUs) this.endUs = time;
    return this.endUs;
  }

  #tellLate(seq: number): void {
    this.lateTimes.add(() => `entry ${seq}`);
  }

  #allocate(events: EventBatch, i: number, timeUs: number, seq: number): void {
    const { rows } = this;
    const low = events.addressLow[i];
    const high = events.addressHigh[i];
    const row = rows.add(false);
    const before = this.#live.set(low, high, row);
    if (before >= 0) this.#endUnseen(before, timeUs, seq);
    this.#place(row, events, i);
    rows.startUs[row] = timeUs;
    rows.allocSeq[row] = seq;
    rows.stack[row] = events.stack[i];
  }

  /** The address of a block that was not seen to end is used again. */
  #endUnseen(row: number, timeUs: number, seq: number): void {
    const { rows } = this;
    const requested = rows.requestedPlace[row];
    if (requested > 0) rows.end(row, rows.requestedUs[row], requested - 1);
    else {
      rows.end(row, timeUs, seq);
      this.reusedAddresses.add(() => hexText(rows.addressLow[row], rows.addressHigh[row]));
    }
  }

  #request(events: EventBatch, i: number, timeUs: number, seq: number): void {
    const { rows } = this;
    const low = events.addressLow[i];
    const high = events.addressHigh[i];
    const known = this.#live.take(low, high);
    const row = known >= 0 ? known : this.#fromBefore(events, i);
    this.#live.set(low, high, row);
    rows.requestedUs[row] = timeUs;
    rows.requestedPlace[row] = seq + 1;
  }

  #complete(events: EventBatch, i: number, timeUs: number, seq: number): void {
    const { rows } = this;
    const known = this.#live.take(events.addressLow[i], events.addressHigh[i]);
    const row = known >= 0 ? known : this.#fromBefore(events, i);
    if (rows.isBefore[row] === 1) this.releasesOfUnknown++;
    rows.end(row, timeUs, seq);
    if (rows.bytes[row] !== events.bytes[i] && events.bytes[i] >= 0) {
      this.#tellOtherSize(row);
    }
  }

  #tellOtherSize(row: number): void {
    this.otherSizes.add(() => `0x${this.addressOf(row).toString(16)}`);
  }

  /** A block whose allocation is not in the trace. Who released it is told, who allocated it is not. */
  #fromBefore(events: EventBatch, i: number): number {
    const row = this.rows.add(true);
    this.#place(row, events, i);
    this.rows.stack[row] = -1;
    return row;
  }

  #place(row: number, events: EventBatch, i: number): void {
    const { rows } = this;
    const bytes = events.bytes[i];
    // An entry may have no size.
    if (bytes > 0) rows.bytes[row] = bytes;
    rows.addressLow[row] = events.addressLow[i];
    rows.addressHigh[row] = events.addressHigh[i];
    rows.stream[row] = this.#streamOf(events, i);
  }

  #streamOf(events: EventBatch, i: number): number {
    const low = events.streamLow[i];
    const high = events.streamHigh[i];
    if (low !== this.#lastLow || high !== this.#lastHigh) {
      this.#lastLow = low;
      this.#lastHigh = high;
      this.#lastStream = this.streamCode(high < 1 << 21 ? high * 2 ** 32 + low : wide(low, high));
    }
    return this.#lastStream;
  }

  #other(events: EventBatch, i: number, timeUs: number, seq: number): void {
    const bytes = events.bytes[i];
    const low = events.addressLow[i];
    const high = events.addressHigh[i];
    const segment = (kind: 'take' | 'give', isPart: boolean) => {
      const stream = this.#streamOf(events, i);
      this.segments.push({ kind, isPart, timeUs, seq, address: wide(low, high), bytes, stream });
    };
    switch (events.action[i]) {
      case ACTION.segment_alloc:
        segment('take', false);
        break;
      case ACTION.segment_map:
        segment('take', true);
        break;
      case ACTION.segment_free:
        segment('give', false);
        break;
      case ACTION.segment_unmap:
        segment('give', true);
        break;
      case ACTION.oom: {
        const freeBytes = high * 2 ** 32 + low;
        this.failures.push({
          timeUs,
          seq,
          requestedBytes: bytes,
          freeBytes,
          stack: events.stack[i],
        });
        break;
      }
      case ACTION.snapshot:
        this.samples.push({ timeUs, bytes });
        break;
      case ACTION.annotate:
        this.#annotate(low, high, events.metadata[i]);
        break;
      case ACTION.user_defined:
        this.marks.push({ timeUs, stack: events.stack[i] });
        break;
      default: {
        const action = events.action[i];
        this.otherActions.set(action, (this.otherActions.get(action) ?? 0) + 1);
      }
    }
  }

  #annotate(low: number, high: number, text: number): void {
    const row = this.#live.take(low, high);
    if (row < 0) {
      this.notesOfUnknown.add(() => hexText(low, high));
      return;
    }
    this.#live.set(low, high, row);
    if (text < 0) return;
    const notes = this.notes.get(row);
    if (notes === undefined) this.notes.set(row, [text]);
    else notes.push(text);
  }
}

function wide(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

function hexText(low: number, high: number): string {
  return `0x${wide(low, high).toString(16)}`;
}
