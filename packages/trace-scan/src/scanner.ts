import type { EventBatch } from './batch.js';
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  describeByte,
  equals,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  stringEnd,
} from './bytes.js';
import { TraceFormatError } from './errors.js';
import { EventArray } from './event-array.js';
import { InputBuffer } from './input-buffer.js';
import { TextInterner } from './interner.js';
import { KernelEvents } from './kernel/events.js';
import type { Kernel } from './kernel/kernel.js';
import { type ProblemKind, ProblemLog, type ScanReport } from './report.js';
import { compileSelection, type Selection } from './selection.js';
import type { TextPool } from './text-pool.js';
import { unescapeJson } from './unescape.js';
import { ValueSkipper } from './value-skipper.js';

export interface ScanLimits {
  /** Size of the buffer that events are read in, bytes, at most 256 KiB; an event may be longer. */
  readonly bufferBytes?: number;
  /** Events in a batch, at most 8192, which is the default. */
  readonly batchEvents?: number;
  /** Longest value that is kept of an event that does not fit the buffer. Default 1 MiB. */
  readonly maxValueBytes?: number;
  /** The input is a part of a trace that begins between two events of its array. */
  readonly insideArray?: boolean;
  /** And that array is in an object, as `{"traceEvents": […]}`. */
  readonly insideObject?: boolean;
  /** Byte offset of the input in its file, for the places in the report. */
  readonly baseOffset?: number;
  /**
   * A batch may be used only until the next is asked for: its memory is used again, which saves
   * copying. Default false.
   */
  readonly lendBatches?: boolean;
}

const MOST_BUFFER_BYTES = 1 << 18;
const LEAST_BUFFER_BYTES = 64;
const MOST_BATCH_EVENTS = 8192;
const TRACE_EVENTS = new TextEncoder().encode('traceEvents');
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

type Place =
  /** Before the first bracket. */
  | 'begin'
  /** Inside the array of events. */
  | 'array'
  /** In the object around the array: before a key, after a key, after a value. */
  | 'object-key'
  | 'object-value'
  | 'object-next'
  /** Passing over a value of that object that is not wanted. */
  | 'skipping'
  | 'after-array'
  | 'end';

/**
 * Finds the events of a trace that comes in pieces. Memory is the buffer, one batch, and the
 * different texts of the selected fields.
 */
export class TraceScanner {
  readonly texts: TextPool;
  readonly #array: EventArray;
  readonly #log = new ProblemLog();
  readonly #buffer: InputBuffer;
  readonly #skipper = new ValueSkipper();
  #place: Place;
  #wantsValue = false;
  #wrapped = false;
  #sawArray = false;
  #reportedEnd = false;
  readonly #baseOffset: number;
  readonly #lendBatches: boolean;

  /**
   * @param kernel reads what is usual, several times as fast; it may serve one scanner at a time,
   * and keeps its texts from one to the next.
   * @throws TypeError when the selection asks for a type of field that there is not.
   */
  constructor(selection: Selection, limits: ScanLimits = {}, kernel?: Kernel) {
    const compiled = compileSelection(selection);
    const batchEvents = Math.min(MOST_BATCH_EVENTS, Math.max(1, limits.batchEvents ?? Infinity));
    const bufferBytes = Math.min(
      MOST_BUFFER_BYTES,
      Math.max(LEAST_BUFFER_BYTES, limits.bufferBytes ?? Infinity),
    );
    const events = kernel && KernelEvents.plan(kernel, compiled, batchEvents);
    this.texts = events && kernel ? kernel.texts : new TextInterner(unescapeJson);
    this.#baseOffset = limits.baseOffset ?? 0;
    this.#buffer = new InputBuffer(
      () => events?.input(bufferBytes) ?? new Uint8Array(bufferBytes),
      this.#baseOffset,
    );
    this.#array = new EventArray(compiled, this.#buffer, this.texts, this.#log, {
      kernel: events,
      batchEvents,
      maxValueBytes: limits.maxValueBytes ?? 1 << 20,
    });
    this.#lendBatches = limits.lendBatches ?? false;
    this.#place = limits.insideArray ? 'array' : 'begin';
    this.#sawArray = limits.insideArray ?? false;
    this.#wrapped = (limits.insideArray && limits.insideObject) ?? false;
  }

  /**
   * Takes the next piece of the input. The piece is read while the result is iterated over.
   *
   * @returns the batches that it fills.
   * @throws TraceFormatError when the input does not begin as a trace does.
   */
  *push(piece: Uint8Array): Generator<EventBatch> {
    for (let from = 0; from < piece.length; ) {
      from += this.#buffer.fill(piece, from);
      yield* this.#advance();
    }
  }

  /**
   * Where the next bytes of the input may be put, instead of pushing them: that saves a copy. Valid
   * until the next call; {@link took} then reads them.
   */
  get room(): Uint8Array {
    return this.#buffer.bytes.subarray(this.#buffer.filled);
  }

  /** Reads so many bytes that were put into {@link room}; see {@link push}. */
  *took(count: number): Generator<EventBatch> {
    this.#buffer.filled += count;
    yield* this.#advance();
  }

  /**
   * Ends the input.
   *
   * @returns the last batches.
   * @throws TraceFormatError when there was no array of events.
   */
  *finish(): Generator<EventBatch> {
    if (this.#place === 'array' && this.#array.readIncomplete()) yield* this.#advance();
    if (this.#place === 'array') this.#array.judgeEnd();
    else if (!this.#sawArray) throw this.#noArray();
    else if (this.#wrapped && this.#place !== 'end') {
      this.#log.add('missing-end', this.#buffer.end, 'the object around the events is not closed');
    }
    yield* this.takeSoFar();
  }

  /** The events so far, without ending the input. */
  *takeSoFar(): Generator<EventBatch> {
    const batch = this.#array.take(this.#lendBatches);
    if (batch !== undefined) yield batch;
  }

  /** Whether the input so far ends between two events of the array. */
  get isBetweenEvents(): boolean {
    return (
      this.#place === 'array' &&
      this.#array.isBetweenEvents &&
      this.#buffer.at === this.#buffer.filled
    );
  }

  /** Bytes taken in so far. */
  get bytesRead(): number {
    return this.#buffer.end - this.#baseOffset;
  }

  /** Adds a problem that whoever supplies the bytes has met, at the place that has been reached. */
  note(kind: ProblemKind, detail: string): void {
    this.#log.add(kind, this.#buffer.end, detail);
  }

  /** What has been seen so far. */
  report(): ScanReport {
    const problems = this.#log.list();
    const { events, selected, selectedBegin, selectedEnd, mismatches } = this.#array;
    if (mismatches > 0) {
      problems.push({
        kind: 'unreadable-value',
        count: mismatches,
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
      events,
      selected,
      selectedRange: selectedBegin < 0 ? null : { begin: selectedBegin, end: selectedEnd },
      problems,
    };
  }

  #noArray(): TraceFormatError {
    const { end } = this.#buffer;
    return new TraceFormatError(
      end === this.#baseOffset ? 'the file is empty' : 'there is no array of trace events',
      end,
    );
  }

  /** Uses up as much of the buffer as can be, and moves the rest to its front. */
  *#advance(): Generator<EventBatch> {
    for (;;) {
      do {
        if (this.#array.isFull) yield* this.takeSoFar();
      } while (this.#step());
      if (this.#buffer.compact() || !this.#buffer.isFull) return;
      // One thing fills the whole buffer.
      const isEvent =
        this.#place === 'array' && (this.#array.readIncomplete() || this.#array.beginLongEvent());
      if (isEvent) continue;
      const what = 'a key of the trace is longer than the buffer';
      throw new TraceFormatError(what, this.#buffer.offset);
    }
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
      case 'after-array':
        return this.#afterArray();
      case 'end':
        return this.#afterEnd();
    }
  }

  #begin(): boolean {
    const buffer = this.#buffer;
    const { bytes } = buffer;
    if (buffer.position === this.#baseOffset && bytes[0] === BYTE_ORDER_MARK[0]) {
      if (buffer.filled < 3) return false;
      if (BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte)) buffer.at = 3;
    }
    const byte = buffer.peek();
    if (byte < 0) return false;
    if (byte === OPEN_BRACKET) {
      this.#openArray();
    } else if (byte === OPEN_BRACE) {
      this.#place = 'object-key';
      this.#wrapped = true;
    } else {
      throw new TraceFormatError(
        `a trace begins with [ or {, not with ${describeByte(byte)}`,
        buffer.position,
      );
    }
    buffer.at++;
    return true;
  }

  #openArray(): void {
    this.#array.open();
    this.#place = 'array';
    this.#sawArray = true;
  }

  #inArray(): boolean {
    const moved = this.#array.step();
    if (this.#array.isClosed) this.#place = this.#wrapped ? 'object-next' : 'after-array';
    return moved;
  }

  #objectKey(): boolean {
    const buffer = this.#buffer;
    const byte = buffer.peek();
    if (byte < 0) return false;
    if (byte === CLOSE_BRACE) {
      buffer.at++;
      this.#place = 'end';
      return true;
    }
    if (byte === COMMA) {
      buffer.at++;
      return true;
    }
    if (byte !== QUOTE) return this.#junkInObject(byte);
    const { bytes, at, filled } = buffer;
    const close = stringEnd(bytes, at + 1, filled);
    if (close < 0) return false;
    this.#place = 'object-value';
    this.#wantsValue = equals(bytes, at + 1, close, TRACE_EVENTS);
    buffer.at = close + 1;
    return true;
  }

  #objectValue(): boolean {
    const buffer = this.#buffer;
    const byte = buffer.peek();
    if (byte < 0) return false;
    if (byte === COLON) {
      buffer.at++;
      return true;
    }
    if (this.#wantsValue && byte === OPEN_BRACKET) {
      if (this.#sawArray) {
        this.#log.add('second-array', buffer.position, 'another array of events');
      }
      buffer.at++;
      this.#openArray();
      return true;
    }
    this.#skipper.begin();
    this.#place = 'skipping';
    return true;
  }

  #objectNext(): boolean {
    const byte = this.#buffer.peek();
    if (byte < 0) return false;
    if (byte !== COMMA && byte !== CLOSE_BRACE) return this.#junkInObject(byte);
    this.#buffer.at++;
    this.#place = byte === COMMA ? 'object-key' : 'end';
    return true;
  }

  #junkInObject(byte: number): boolean {
    const offset = this.#buffer.position;
    if (!this.#sawArray) {
      const message = `${describeByte(byte)} where a key of the trace was expected`;
      throw new TraceFormatError(message, offset);
    }
    this.#log.add('after-end', offset, `${describeByte(byte)} after the events`);
    this.#place = 'end';
    return true;
  }

  #skip(): boolean {
    const buffer = this.#buffer;
    const after = this.#skipper.feed(buffer.bytes, buffer.at, buffer.filled);
    buffer.at = after < 0 ? buffer.filled : after;
    if (after < 0) return false;
    this.#place = 'object-next';
    return true;
  }

  #afterArray(): boolean {
    const buffer = this.#buffer;
    const byte = buffer.peek();
    if (byte < 0) return false;
    if (byte === COMMA) {
      buffer.at++;
      return true;
    }
    if (byte === OPEN_BRACKET) {
      this.#log.add('second-array', buffer.position, 'another array follows the first');
      buffer.at++;
      this.#openArray();
      return true;
    }
    // Events that follow the closed array, as a writer leaves them that appended to a whole file.
    if (byte === OPEN_BRACE) {
      this.#log.add('second-array', buffer.position, 'events follow the closed array');
      this.#openArray();
      return true;
    }
    this.#log.add('after-end', buffer.position, `${describeByte(byte)} after the events`);
    this.#place = 'end';
    return true;
  }

  #afterEnd(): boolean {
    const buffer = this.#buffer;
    const byte = this.#wrapped && !this.#reportedEnd ? buffer.peek() : -1;
    if (byte >= 0) {
      this.#reportedEnd = true;
      const detail = `${describeByte(byte)} after the end of the trace`;
      this.#log.add('after-end', buffer.position, detail);
    }
    buffer.at = buffer.filled;
    return false;
  }
}
