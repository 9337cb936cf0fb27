import { BatchBuilder, type EventBatch } from './batch.js';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  equals,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  stringEnd,
} from './bytes.js';
import { TraceFormatError } from './errors.js';
import { EventCondenser } from './event-condenser.js';
import { EventReader, INCOMPLETE, MALFORMED } from './event-reader.js';
import { TextInterner } from './interner.js';
import { type ProblemKind, ProblemLog, type ScanReport } from './report.js';
import { type CompiledSelection, compileSelection, type Selection } from './selection.js';
import { unescapeJson } from './unescape.js';
import { ValueSkipper } from './value-skipper.js';

export interface ScanLimits {
  /** Size of the buffer that events are read in, bytes; an event may be longer. Default 1 MiB. */
  readonly bufferBytes?: number;
  /** Events in a batch. Default 8192. */
  readonly batchEvents?: number;
  /** Longest value that is kept of an event that does not fit the buffer. Default 1 MiB. */
  readonly maxValueBytes?: number;
  /** The input is a part of a trace that begins between two events of its array. */
  readonly insideArray?: boolean;
  /** Byte offset of the input in its file, for the places in the report. */
  readonly baseOffset?: number;
}

const TRACE_EVENTS = new TextEncoder().encode('traceEvents');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

type Place =
  /** Before the first bracket. */
  | 'begin'
  /** Inside the array, between events. */
  | 'array'
  /** In the object around the array: before a key, after a key, after a value. */
  | 'object-key'
  | 'object-value'
  | 'object-next'
  /** Passing over a value that is not wanted. */
  | 'skipping'
  /** Inside an event that is longer than the buffer. */
  | 'long-event'
  /** Looking for the next event after bytes that are not JSON. */
  | 'resync'
  | 'after-array'
  | 'end';

/**
 * Finds the events of a trace that comes in pieces. Memory is the buffer, one batch, and the
 * different texts of the selected fields.
 */
export class TraceScanner {
  readonly texts = new TextInterner(unescapeJson);
  readonly #selection: CompiledSelection;
  readonly #reader: EventReader;
  readonly #batch: BatchBuilder;
  readonly #log = new ProblemLog();
  readonly #buffer: Uint8Array;
  readonly #words: DataView;
  readonly #maxValueBytes: number;
  readonly #skipper = new ValueSkipper();
  #full: EventBatch[] = [];
  /** Bytes of the buffer that are filled, and the first that is not yet used up. */
  #filled = 0;
  #at = 0;
  /** Offset in the file of the buffer's first byte. */
  #offset: number;
  #place: Place;
  #placeAfterSkip: Place = 'object-next';
  #condenser: EventCondenser | undefined;
  #eventOffset = 0;
  #commaAt = -1;
  #wrapped = false;
  #sawArray = false;
  #events = 0;
  #selected = 0;
  #selectedBegin = -1;
  #selectedEnd = -1;
  readonly #baseOffset: number;

  constructor(selection: Selection, limits: ScanLimits = {}) {
    this.#selection = compileSelection(selection);
    this.#reader = new EventReader(this.#selection);
    this.#batch = new BatchBuilder(this.#selection, this.texts, limits.batchEvents ?? 8192);
    this.#buffer = new Uint8Array(Math.max(64, limits.bufferBytes ?? 1 << 20));
    this.#words = new DataView(this.#buffer.buffer);
    this.#maxValueBytes = limits.maxValueBytes ?? 1 << 20;
    this.#baseOffset = limits.baseOffset ?? 0;
    this.#offset = this.#baseOffset;
    this.#place = limits.insideArray ? 'array' : 'begin';
    this.#sawArray = limits.insideArray ?? false;
  }

  /**
   * Takes the next piece of the input.
   *
   * @returns the batches that it filled.
   * @throws TraceFormatError when the input does not begin as a trace does.
   */
  push(piece: Uint8Array): EventBatch[] {
    let from = 0;
    while (from < piece.length) {
      const room = this.#buffer.length - this.#filled;
      const taken = Math.min(room, piece.length - from);
      this.#buffer.set(piece.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      this.#advance();
    }
    return this.#takeFull();
  }

  /**
   * Ends the input.
   *
   * @returns the last batches.
   * @throws TraceFormatError when there was no array of events.
   */
  finish(): EventBatch[] {
    this.#judgeEnd(this.#offset + this.#filled);
    if (this.#batch.count > 0) this.#full.push(this.#batch.take());
    return this.#takeFull();
  }

  /** Bytes taken in so far. */
  get bytesRead(): number {
    return this.#offset + this.#filled - this.#baseOffset;
  }

  /** Adds a problem that whoever supplies the bytes has met, at the place that has been reached. */
  note(kind: ProblemKind, detail: string): void {
    this.#log.add(kind, this.#offset + this.#filled, detail);
  }

  /** What has been seen so far. */
  report(): ScanReport {
    const problems = this.#log.list();
    if (this.#batch.mismatches > 0) {
      problems.push({
        kind: 'unreadable-value',
        count: this.#batch.mismatches,
        byteOffset: null,
        detail: 'a time or number that is not one',
      });
    }
    if (this.texts.damaged.size > 0) {
      problems.push({
        kind: 'invalid-utf8',
        count: this.texts.damaged.size,
        byteOffset: null,
        detail: 'text that is not UTF-8',
      });
    }
    return {
      bytes: this.bytesRead,
      events: this.#events,
      selected: this.#selected,
      selectedRange:
        this.#selectedBegin < 0 ? null : { begin: this.#selectedBegin, end: this.#selectedEnd },
      problems,
    };
  }

  #judgeEnd(end: number): void {
    const cut = 'the file ends in the middle of an event';
    switch (this.#place) {
      case 'array':
        if (this.#at < this.#filled) this.#log.add('cut-event', this.#offset + this.#at, cut);
        this.#log.add('missing-end', end, 'the array of events is not closed');
        break;
      case 'long-event':
        this.#log.add('cut-event', this.#eventOffset, cut);
        this.#log.add('missing-end', end, 'the array of events is not closed');
        break;
      case 'resync':
        // What is wrong has been reported; whether the array was closed cannot be told.
        break;
      default:
        if (!this.#sawArray) throw this.#noArray(end);
        if (this.#wrapped && this.#place !== 'end') {
          this.#log.add('missing-end', end, 'the object around the events is not closed');
        }
    }
  }

  #takeFull(): EventBatch[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  #noArray(offset: number): TraceFormatError {
    return new TraceFormatError(
      offset === this.#baseOffset ? 'the file is empty' : 'there is no array of trace events',
      offset,
    );
  }

  /** Uses up as much of the buffer as can be, and moves the rest to its front. */
  #advance(): void {
    while (this.#step());
    if (this.#at > 0) {
      this.#buffer.copyWithin(0, this.#at, this.#filled);
      this.#offset += this.#at;
      this.#filled -= this.#at;
      this.#at = 0;
      return;
    }
    if (this.#filled < this.#buffer.length) return;
    // One thing fills the whole buffer.
    if (this.#place === 'array') this.#beginLongEvent();
    else throw new TraceFormatError('a key of the trace is longer than the buffer', this.#offset);
    this.#advance();
  }

  /** One step of reading; false when more bytes are needed. */
  #step(): boolean {
    switch (this.#place) {
      case 'begin':
        return this.#begin();
      case 'array':
        return this.#inArray();
      case 'object-key':
        return this.#objectKey();
      case 'object-value':
        return this.#objectValue();
      case 'object-next':
        return this.#objectNext();
      case 'skipping':
        return this.#skip();
      case 'long-event':
        return this.#longEvent();
      case 'resync':
        return this.#resync();
      case 'after-array':
        return this.#afterArray();
      case 'end':
        return this.#afterEnd();
    }
  }

  /** The next byte that is not blank, or −1 when there is none yet. */
  #peek(): number {
    while (this.#at < this.#filled && isSpace(this.#buffer[this.#at])) this.#at++;
    return this.#at < this.#filled ? this.#buffer[this.#at] : -1;
  }

  #begin(): boolean {
    if (
      this.#offset === this.#baseOffset &&
      this.#at === 0 &&
      this.#buffer[0] === BYTE_ORDER_MARK[0]
    ) {
      if (this.#filled < 3) return false;
      if (BYTE_ORDER_MARK.every((byte, i) => this.#buffer[i] === byte)) this.#at = 3;
    }
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte === OPEN_BRACKET) {
      this.#place = 'array';
      this.#sawArray = true;
    } else if (byte === OPEN_BRACE) {
      this.#place = 'object-key';
      this.#wrapped = true;
    } else {
      throw new TraceFormatError(
        `a trace begins with [ or {, not with ${describe(byte)}`,
        this.#offset + this.#at,
      );
    }
    this.#at++;
    return true;
  }

  #inArray(): boolean {
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte === COMMA) {
      this.#commaAt = this.#offset + this.#at++;
      return true;
    }
    if (byte === CLOSE_BRACKET) {
      if (this.#commaAt >= 0) {
        this.#log.add('trailing-comma', this.#commaAt, 'a comma before the closing bracket');
      }
      this.#commaAt = -1;
      this.#at++;
      this.#place = this.#wrapped ? 'object-next' : 'after-array';
      return true;
    }
    if (byte !== OPEN_BRACE) {
      return this.#notAnEvent(byte);
    }
    const after = this.#reader.read(this.#buffer, this.#at, this.#filled);
    if (after === INCOMPLETE) return false;
    if (after === MALFORMED) {
      this.#malformed(this.#reader.errorAt);
      return true;
    }
    if (this.#reader.kept)
      this.#keep(this.#offset + this.#at, this.#offset + after, this.#buffer, this.#words);
    this.#events++;
    this.#commaAt = -1;
    this.#at = after;
    return true;
  }

  #notAnEvent(byte: number): boolean {
    const offset = this.#offset + this.#at;
    if (byte === CLOSE_BRACE || byte === COLON) {
      this.#malformed(this.#at);
      return true;
    }
    this.#log.add('not-an-event', offset, `${describe(byte)} in place of an event`);
    this.#commaAt = -1;
    this.#skipper.begin();
    this.#place = 'skipping';
    this.#placeAfterSkip = 'array';
    return true;
  }

  #malformed(at: number): void {
    this.#log.add(
      'malformed',
      this.#offset + at,
      `${describe(this.#buffer[at])} where JSON has none`,
    );
    this.#at = at;
    this.#place = 'resync';
  }

  #keep(begin: number, end: number, bytes: Uint8Array, words: DataView): void {
    this.#selected++;
    if (this.#selectedBegin < 0) this.#selectedBegin = begin;
    this.#selectedEnd = end;
    this.#batch.add(this.#reader, bytes, words);
    if (this.#batch.count === this.#batch.capacity) this.#full.push(this.#batch.take());
  }

  #beginLongEvent(): void {
    this.#eventOffset = this.#offset;
    this.#condenser = new EventCondenser(this.#selection, this.#maxValueBytes);
    this.#at = 1;
    this.#place = 'long-event';
  }

  #longEvent(): boolean {
    const condenser = this.#condenser as EventCondenser;
    const after = condenser.feed(this.#buffer, this.#at, this.#filled);
    if (condenser.malformed) {
      this.#malformed(after);
      return true;
    }
    if (after < 0) {
      this.#at = this.#filled;
      return false;
    }
    this.#at = after;
    this.#place = 'array';
    this.#commaAt = -1;
    this.#events++;
    if (condenser.tooLong > 0) {
      this.#log.add(
        'value-too-long',
        this.#eventOffset,
        `a value longer than ${this.#maxValueBytes} bytes was left out`,
        condenser.tooLong,
      );
    }
    const short = condenser.bytes;
    this.#reader.read(short, 0, short.length);
    if (this.#reader.kept) {
      const words = new DataView(short.buffer, short.byteOffset, short.length);
      this.#keep(this.#eventOffset, this.#offset + after, short, words);
    }
    return true;
  }

  /** Looks for a brace that closes, a comma and a brace that opens before a quote: `},{"`. */
  #resync(): boolean {
    for (let at = this.#at; at < this.#filled; at++) {
      const byte = this.#buffer[at];
      if (byte !== CLOSE_BRACE && byte !== COMMA) continue;
      let next = at + 1;
      let comma = byte === COMMA;
      while (next < this.#filled) {
        const follower = this.#buffer[next];
        if (follower === COMMA && !comma) comma = true;
        else if (!isSpace(follower)) break;
        next++;
      }
      if (next + 1 >= this.#filled) {
        this.#at = at;
        // Blanks alone must not fill the buffer while the next event is awaited.
        if (at === 0 && this.#filled === this.#buffer.length) this.#at = this.#filled;
        return false;
      }
      if (comma && this.#buffer[next] === OPEN_BRACE && opensEvent(this.#buffer[next + 1])) {
        this.#at = next;
        this.#place = 'array';
        this.#commaAt = -1;
        return true;
      }
    }
    this.#at = this.#filled;
    return false;
  }

  #objectKey(): boolean {
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte === CLOSE_BRACE) {
      this.#at++;
      this.#place = 'end';
      return true;
    }
    if (byte === COMMA) {
      this.#at++;
      return true;
    }
    if (byte !== QUOTE) return this.#junkInObject(byte);
    const close = stringEnd(this.#buffer, this.#at + 1, this.#filled);
    if (close < 0) return false;
    this.#place = 'object-value';
    this.#wantsValue = equals(this.#buffer, this.#at + 1, close, TRACE_EVENTS);
    this.#at = close + 1;
    return true;
  }
  #wantsValue = false;

  #objectValue(): boolean {
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte === COLON) {
      this.#at++;
      return true;
    }
    if (this.#wantsValue && byte === OPEN_BRACKET) {
      if (this.#sawArray) {
        this.#log.add('second-array', this.#offset + this.#at, 'another array of events');
      }
      this.#sawArray = true;
      this.#at++;
      this.#place = 'array';
      return true;
    }
    this.#skipper.begin();
    this.#place = 'skipping';
    this.#placeAfterSkip = 'object-next';
    return true;
  }

  #objectNext(): boolean {
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte !== COMMA && byte !== CLOSE_BRACE) return this.#junkInObject(byte);
    this.#at++;
    this.#place = byte === COMMA ? 'object-key' : 'end';
    return true;
  }

  #junkInObject(byte: number): boolean {
    const offset = this.#offset + this.#at;
    if (!this.#sawArray) {
      throw new TraceFormatError(`${describe(byte)} where a key of the trace was expected`, offset);
    }
    this.#log.add('after-end', offset, `${describe(byte)} after the events`);
    this.#place = 'end';
    return true;
  }

  #skip(): boolean {
    const after = this.#skipper.feed(this.#buffer, this.#at, this.#filled);
    this.#at = after < 0 ? this.#filled : after;
    if (after < 0) return false;
    this.#place = this.#placeAfterSkip;
    return true;
  }

  #afterArray(): boolean {
    const byte = this.#peek();
    if (byte < 0) return false;
    if (byte === COMMA) {
      this.#at++;
      return true;
    }
    if (byte === OPEN_BRACKET) {
      this.#log.add('second-array', this.#offset + this.#at, 'another array follows the first');
      this.#at++;
      this.#place = 'array';
      return true;
    }
    // Events that follow the closed array, as a writer leaves them that appended to a whole file.
    if (byte === OPEN_BRACE) {
      this.#log.add('second-array', this.#offset + this.#at, 'events follow the closed array');
      this.#place = 'array';
      return true;
    }
    this.#log.add('after-end', this.#offset + this.#at, `${describe(byte)} after the events`);
    this.#place = 'end';
    return true;
  }

  #afterEnd(): boolean {
    if (this.#wrapped && this.#peek() >= 0 && !this.#reportedEnd) {
      this.#reportedEnd = true;
      this.#log.add(
        'after-end',
        this.#offset + this.#at,
        `${describe(this.#buffer[this.#at])} after the end of the trace`,
      );
    }
    this.#at = this.#filled;
    return false;
  }
  #reportedEnd = false;
}

function opensEvent(byte: number): boolean {
  return byte === QUOTE || byte === CLOSE_BRACE || isSpace(byte);
}

function describe(byte: number): string {
  return byte > 32 && byte < 127
    ? `“${String.fromCharCode(byte)}”`
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;
}
