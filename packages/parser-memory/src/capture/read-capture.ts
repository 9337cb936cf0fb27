import { stat } from 'node:fs/promises';
import { isRlInsightError, type RlInsightError } from '@rl-insight/core';
import { TraceFormatError } from '@rl-insight/trace-scan';
import { type Attribution, attribute } from '../attribution/attribute.js';
import { CounterReader } from '../counters/reader.js';
import type { CounterSamples } from '../counters/samples.js';
import type { BadRows } from '../csv/bad-rows.js';
import { Clock } from '../csv/clock.js';
import { readCsv } from '../csv/read-csv.js';
import type { Capture, CaptureNotice } from '../discover/capture.js';
import { parserErrors } from '../errors.js';
import type { OperatorMemory } from '../operator-memory/columns.js';
import { OperatorMemoryReader } from '../operator-memory/reader.js';
import { queuedRows } from './allocators.js';
import { missingFiles } from './missing.js';
import { traceNotices } from './trace-notices.js';

/** What was read of a capture. All times count from the same origin. */
export interface CaptureContent {
  readonly capture: Capture;
  readonly originNs: bigint;
  readonly operators: OperatorMemory;
  readonly samples: readonly CounterSamples[];
  /** Undefined where there is no trace that can be read. */
  readonly attribution: Attribution | undefined;
  readonly notices: readonly CaptureNotice[];
  /** Files that were there and could not be read, or not wholly. */
  readonly failures: readonly RlInsightError[];
}

export interface ReadCaptureOptions {
  readonly signal: AbortSignal;
  /** Told how many more bytes have been read. */
  readonly onBytes: (bytes: number) => void;
}

/** Reads one capture, file by file. */
class CaptureReading {
  readonly clock = new Clock();
  readonly notices: CaptureNotice[];
  readonly failures: RlInsightError[];
  readonly #options: ReadCaptureOptions;

  constructor(capture: Capture, options: ReadCaptureOptions) {
    this.#options = options;
    this.notices = [...capture.notices];
    this.failures = capture.brokenFiles.map(({ file, problem }) =>
      parserErrors.fileUnreadable(file, problem),
    );
  }

  async operators(capture: Capture): Promise<OperatorMemory> {
    const reader = new OperatorMemoryReader(this.clock);
    let lastFile = capture.path;
    for (const file of capture.files.operatorMemory) {
      lastFile = file;
      reader.beginSlice();
      const unclosed = await readCsv(file, (record) => reader.add(record), this.#progress());
      if (reader.badHeader !== undefined) {
        throw parserErrors.badHeader(file, reader.badHeader.problems, reader.headerTexts ?? []);
      }
      if (reader.headerTexts === undefined) throw parserErrors.noRows(file);
      if (unclosed !== undefined) {
        const error = parserErrors.unclosedQuote(file, unclosed.line, unclosed.byteOffset);
        if (reader.rows === 0) throw error;
        this.failures.push(error);
      }
    }
    this.#judgeRows(reader, lastFile);
    return reader.columns(reader.producer);
  }

  #judgeRows(reader: OperatorMemoryReader, file: string): void {
    const bad = reader.badRows.list();
    if (reader.rows === 0 && bad.length > 0) {
      const [{ reason, line }] = bad;
      throw parserErrors.noUsableRow(file, reason, line, reader.badRows.total);
    }
    this.#badRowNotices(bad, file);
  }

  #badRowNotices(bad: readonly BadRows[], file: string): void {
    for (const { reason, count, line } of bad) {
      this.notices.push({
        code: 'rows-left-out',
        message: `${count} row${count === 1 ? '' : 's'} left out: ${reason}`,
        example: `${file} line ${line}`,
      });
    }
  }

  async counters(files: readonly string[], prefix: string): Promise<CounterSamples> {
    const reader = new CounterReader(this.clock, prefix);
    for (const file of files) {
      reader.beginSlice();
      try {
        const unclosed = await readCsv(file, (record) => reader.add(record), this.#progress());
        if (reader.headerProblem !== undefined) {
          throw parserErrors.fileUnreadable(file, `line 1: ${reader.headerProblem}`);
        }
        if (unclosed !== undefined) {
          throw parserErrors.unclosedQuote(file, unclosed.line, unclosed.byteOffset);
        }
      } catch (error) {
        this.#note(error, file);
      }
    }
    this.#badRowNotices(reader.badRows.list(), files[0] ?? '');
    return reader.samples();
  }

  async attribution(
    file: string | undefined,
    operators: OperatorMemory,
    withStack: boolean | undefined,
  ): Promise<Attribution | undefined> {
    if (file === undefined) return undefined;
    try {
      const query = {
        rows: operators.rows,
        timeNs: operators.startNs,
        name: operators.name,
        names: operators.names,
        queued: queuedRows(operators),
        skip: operators.releaseOnly,
      };
      const attribution = await attribute(file, this.clock, query, this.#progress());
      const { notices, failure } = traceNotices(file, attribution, withStack);
      this.notices.push(...notices);
      if (failure !== undefined) this.failures.push(failure);
      return attribution;
    } catch (error) {
      this.#note(
        error instanceof TraceFormatError
          ? parserErrors.notATrace(file, error.message, error.byteOffset)
          : error,
        file,
      );
      return undefined;
    }
  }

  /** Takes an error of an optional file: the rest of the capture is still worth showing. */
  #note(error: unknown, file: string): void {
    this.#options.signal.throwIfAborted();
    if (isRlInsightError(error)) this.failures.push(error);
    else if (error instanceof Error && 'errno' in error) {
      this.failures.push(parserErrors.fileUnreadable(file, `cannot be read: ${error.message}`));
    } else throw error;
  }

  #progress() {
    let before = 0;
    return {
      signal: this.#options.signal,
      onProgress: (bytes: number) => {
        this.#options.onBytes(bytes - before);
        before = bytes;
      },
    };
  }
}

/**
 * Reads a capture's tables and finds its call stacks.
 *
 * @throws RlInsightError when there is nothing in it that can be shown.
 */
export async function readCapture(
  capture: Capture,
  options: ReadCaptureOptions,
): Promise<CaptureContent> {
  if (capture.state === 'not-analysed') throw parserErrors.notAnalysed(capture);
  if (capture.state === 'databases-only') throw parserErrors.databasesOnly(capture);
  const { files } = capture;
  const reading = new CaptureReading(capture, options);
  const operators = await reading.operators(capture);
  const record = await reading.counters(files.memoryRecord, '');
  if (files.operatorMemory.length === 0) {
    if (record.rows === 0) throw parserErrors.noOperatorMemory(capture);
  } else if (operators.rows === 0 && record.rows === 0) {
    throw parserErrors.noRows(files.operatorMemory[0]);
  }
  reading.notices.push(...missingFiles(capture));
  const modules = await reading.counters(files.moduleMemory, 'module:');
  const attribution = await reading.attribution(files.trace, operators, capture.withStack);
  return {
    capture,
    originNs: reading.clock.originNs,
    operators,
    samples: [record, modules],
    attribution,
    notices: reading.notices,
    failures: reading.failures,
  };
}

/** Bytes that {@link readCapture} will read, for progress; the trace may be read twice. */
export async function captureBytes(capture: Capture): Promise<number> {
  const { operatorMemory, memoryRecord, moduleMemory, trace } = capture.files;
  const files = [...operatorMemory, ...memoryRecord, ...moduleMemory, ...(trace ? [trace] : [])];
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
