import { BatchBuilder, type EventBatch } from './batch.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  describeByte,
  isSpace,
  OPEN_BRACE,
  QUOTE,
} from './bytes.js';
import { EventCondenser } from './event-condenser.js';
import { EventReader, INCOMPLETE, MALFORMED } from './event-reader.js';
import type { InputBuffer } from './input-buffer.js';
import { FOR_HOST, type KernelEvents } from './kernel/events.js';
import type { ProblemLog } from './report.js';
import { PlainRows } from './rows.js';
import type { CompiledSelection } from './selection.js';
import type { TextPool } from './text-pool.js';
import { ValueSkipper } from './value-skipper.js';

type Place =
  /** Between events. */
  | 'between'
  /** Passing over a value that is no event. */
  | 'skipping'
  /** Inside an event that is longer than the buffer. */
  | 'long-event'
  /** Looking for the next event after bytes that are not JSON. */
  | 'resync'
  /** After the closing bracket. */
  | 'closed';

/** Most events that are read in TypeScript before the kernel is tried again. */
const MOST_FOR_HOST = 1024;

/** Reads the events of the array from the buffer, into batches. */
export class EventArray {
  events = 0;
  selected = 0;
  /** Offsets in the file of the first selected event and of the end of the last; −1: none. */
  selectedBegin = -1;
  selectedEnd = -1;
  readonly #selection: CompiledSelection;
  readonly #reader: EventReader;
  readonly #batch: BatchBuilder;
  readonly #log: ProblemLog;
  readonly #buffer: InputBuffer;
  readonly #kernel: KernelEvents | undefined;
  readonly #maxValueBytes: number;
  readonly #skipper = new ValueSkipper();
  #place: Place = 'between';
  #condenser: EventCondenser | undefined;
  #eventOffset = 0;
  #commaAt = -1;
  /** Events that are still to be read in TypeScript, and how many it was the last time. */
  #forHost = 0;
  #lastForHost = 0;

  constructor(
    selection: CompiledSelection,
    buffer: InputBuffer,
    texts: TextPool,
    log: ProblemLog,
    options: {
      readonly kernel: KernelEvents | undefined;
      readonly batchEvents: number;
      readonly maxValueBytes: number;
    },
  ) {
    this.#selection = selection;
    this.#reader = new EventReader(selection);
    const { kernel, batchEvents, maxValueBytes } = options;
    const rows = kernel?.rows ?? new PlainRows(selection.types, batchEvents);
    this.#batch = new BatchBuilder(selection, texts, rows);
    this.#log = log;
    this.#buffer = buffer;
    this.#kernel = kernel;
    this.#maxValueBytes = maxValueBytes;
  }

  /** Fields that were there but not of the type that was asked for. */
  get mismatches(): number {
    return this.#batch.mismatches;
  }

  get isClosed(): boolean {
    return this.#place === 'closed';
  }

  /** Whether the next thing to come is an event, or what stands between two. */
  get isBetweenEvents(): boolean {
    return this.#place === 'between';
  }

  /** Begins another array. */
  open(): void {
    this.#place = 'between';
    this.#commaAt = -1;
  }

  /** Whether the batch has to be taken before the next step. */
  get isFull(): boolean {
    return this.#batch.isFull;
  }

  /** The events that have not been taken yet; undefined when there are none. */
  take(lend: boolean): EventBatch | undefined {
    return this.#batch.rows.count > 0 ? this.#batch.take(lend) : undefined;
  }

  /** One step of reading; false when more bytes are needed. Not to be called while it is full. */
  step(): boolean {
    switch (this.#place) {
      case 'between':
        return this.#between();
      case 'skipping':
        return this.#skip();
      case 'long-event':
        return this.#longEvent();
      case 'resync':
        return this.#resync();
      case 'closed':
        return true;
    }
  }

  /**
   * Looks at an event that is not complete, since no more bytes will join it in the buffer: the
   * kernel does not tell whether what is there is JSON so far. False when nothing came of it.
   */
  readIncomplete(): boolean {
    if (this.#kernel === undefined || this.#place !== 'between') return false;
    this.#forHost = 1;
    return this.step();
  }

  /** Takes an event that fills the whole buffer; false when it is no event that does. */
  beginLongEvent(): boolean {
    const { bytes, offset } = this.#buffer;
    if (this.#place !== 'between' || bytes[0] !== OPEN_BRACE) return false;
    this.#forHost = 0;
    this.#eventOffset = offset;
    this.#condenser = new EventCondenser(this.#selection, this.#maxValueBytes);
    this.#buffer.at = 1;
    this.#place = 'long-event';
    return true;
  }

  /** Says what is missing when the input ends here. */
  judgeEnd(): void {
    // What is wrong has been reported; whether the array was closed cannot be told.
    if (this.#place === 'resync') return;
    const { at, filled, end, position } = this.#buffer;
    const cut = 'the file ends in the middle of an event';
    if (this.#place === 'long-event') this.#log.add('cut-event', this.#eventOffset, cut);
    else if (this.#place === 'between' && at < filled) this.#log.add('cut-event', position, cut);
    this.#log.add('missing-end', end, 'the array of events is not closed');
  }

  #between(): boolean {
    const buffer = this.#buffer;
    const byte = buffer.peek();
    if (byte < 0) return false;
    if (byte === COMMA) {
      this.#commaAt = buffer.position;
      buffer.at++;
      return true;
    }
    if (byte === CLOSE_BRACKET) {
      if (this.#commaAt >= 0) {
        this.#log.add('trailing-comma', this.#commaAt, 'a comma before the closing bracket');
      }
      buffer.at++;
      this.#place = 'closed';
      return true;
    }
    if (byte !== OPEN_BRACE) return this.#notAnEvent(byte);
    if (this.#kernel !== undefined && this.#forHost === 0) return this.#readByKernel(this.#kernel);
    return this.#readEvent();
  }

  #readEvent(): boolean {
    const { bytes, at, filled, offset } = this.#buffer;
    const after = this.#reader.read(bytes, at, filled);
    if (after === INCOMPLETE) return false;
    if (after === MALFORMED) {
      this.#malformed(this.#reader.errorAt);
      return true;
    }
    if (this.#reader.kept) this.#keepFromBuffer(at, after, offset);
    if (this.#forHost > 0) this.#forHost--;
    this.#events(1, after);
    return true;
  }

  #keepFromBuffer(begin: number, end: number, offset: number): void {
    const { bytes, words } = this.#buffer;
    if (this.#kernel === undefined) {
      this.#keep(offset + begin, offset + end, bytes, words);
      return;
    }
    // The kernel's memory may move while texts are added to it, so the event is read from a copy.
    const copy = bytes.slice(begin, end);
    this.#reader.read(copy, 0, copy.length);
    this.#keep(offset + begin, offset + end, copy, new DataView(copy.buffer));
  }

  #events(count: number, after: number): void {
    this.events += count;
    this.#commaAt = -1;
    this.#buffer.at = after;
  }

  /** Lets the kernel read as far as it can; what it cannot read is read in TypeScript. */
  #readByKernel(kernel: KernelEvents): boolean {
    const { at: from, filled, offset } = this.#buffer;
    const { events } = kernel;
    const rows = kernel.rows.count;
    const status = kernel.read(from, filled);
    const { done } = kernel;
    if (done > from) {
      this.#events(kernel.events - events, done);
      this.#lastForHost = 0;
    }
    this.selected += kernel.rows.count - rows;
    if (kernel.firstKept >= 0) {
      if (this.selectedBegin < 0) this.selectedBegin = offset + kernel.firstKept;
      this.selectedEnd = offset + kernel.lastKept;
    }
    if (status === FOR_HOST) {
      this.#lastForHost = Math.min(this.#lastForHost * 2 + 1, MOST_FOR_HOST);
      this.#forHost = this.#lastForHost;
    }
    return status === FOR_HOST || done > from;
  }

  #keep(begin: number, end: number, bytes: Uint8Array, words: DataView): void {
    this.selected++;
    if (this.selectedBegin < 0) this.selectedBegin = begin;
    this.selectedEnd = end;
    this.#batch.add(this.#reader, bytes, words);
  }

  #notAnEvent(byte: number): boolean {
    if (byte === CLOSE_BRACE || byte === COLON) {
      this.#malformed(this.#buffer.at);
      return true;
    }
    const detail = `${describeByte(byte)} in place of an event`;
    this.#log.add('not-an-event', this.#buffer.position, detail);
    this.#commaAt = -1;
    this.#skipper.begin();
    this.#place = 'skipping';
    return true;
  }

  #malformed(at: number): void {
    const { bytes, offset } = this.#buffer;
    const detail = `${describeByte(bytes[at])} where JSON has none`;
    const event = this.#place === 'long-event' ? this.#eventOffset : this.#buffer.position;
    this.#log.add('malformed', offset + at, detail, 1, event);
    this.#buffer.at = at;
    this.#place = 'resync';
  }

  #skip(): boolean {
    const buffer = this.#buffer;
    const after = this.#skipper.feed(buffer.bytes, buffer.at, buffer.filled);
    buffer.at = after < 0 ? buffer.filled : after;
    if (after < 0) return false;
    this.#place = 'between';
    return true;
  }

  #longEvent(): boolean {
    const buffer = this.#buffer;
    const condenser = this.#condenser as EventCondenser;
    const after = condenser.feed(buffer.bytes, buffer.at, buffer.filled);
    if (condenser.malformed) {
      this.#malformed(after);
      return true;
    }
    if (after < 0) {
      buffer.at = buffer.filled;
      return false;
    }
    this.#place = 'between';
    this.#events(1, after);
    if (condenser.tooLong > 0) {
      const detail = `a value longer than ${this.#maxValueBytes} bytes was left out`;
      this.#log.add('value-too-long', this.#eventOffset, detail, condenser.tooLong);
    }
    const short = condenser.bytes;
    this.#reader.read(short, 0, short.length);
    if (this.#reader.kept) {
      const words = new DataView(short.buffer, short.byteOffset, short.length);
      this.#keep(this.#eventOffset, buffer.offset + after, short, words);
    }
    return true;
  }

  /** Looks for a brace that closes, a comma and a brace that opens before a quote: `},{"`. */
  #resync(): boolean {
    const buffer = this.#buffer;
    const { bytes, filled } = buffer;
    for (let at = buffer.at; at < filled; at++) {
      const byte = bytes[at];
      if (byte !== CLOSE_BRACE && byte !== COMMA) continue;
      let next = at + 1;
      let comma = byte === COMMA;
      while (next < filled) {
        const follower = bytes[next];
        if (follower === COMMA && !comma) comma = true;
        else if (!isSpace(follower)) break;
        next++;
      }
      if (next + 1 >= filled) {
        buffer.at = at;
        // Blanks alone must not fill the buffer while the next event is awaited.
        if (at === 0 && buffer.isFull) buffer.at = filled;
        return false;
      }
      if (comma && bytes[next] === OPEN_BRACE && opensEvent(bytes[next + 1])) {
        buffer.at = next;
        this.#place = 'between';
        this.#commaAt = -1;
        return true;
      }
    }
    buffer.at = filled;
    return false;
  }
}

function opensEvent(byte: number): boolean {
  return byte === QUOTE || byte === CLOSE_BRACE || isSpace(byte);
}
