import { stat } from 'node:fs/promises';
import { inputUnreadable, isRlInsightError, type RlInsightError } from '@rl-insight/core';
import { TraceFormatError } from '@rl-insight/trace-scan';
import type { UnclosedQuote } from '@rl-insight/trace-scan/csv';
import { fileBytes } from '@rl-insight/trace-scan/node';
import { type Attribution, attribute } from '../attribution/attribute.js';
import { CounterReader } from '../counters/reader.js';
import type { CounterSamples } from '../counters/samples.js';
import type { BadRows } from '../csv/bad-rows.js';
import { Clock } from '../csv/clock.js';
import { readTable } from '../csv/read-table.js';
import type { Capture, CaptureNotice } from '../discover/capture.js';
import { parserErrors } from '../errors.js';
import type { OperatorMemory } from '../operator-memory/columns.js';
import { OperatorMemoryReader } from '../operator-memory/reader.js';
import { type OpenTrace, openTrace } from '../trace-view/events.js';
import { queuedRows } from './allocators.js';
import { explainTable } from './explain.js';
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
  /** Threads that help to read the trace. */
  readonly threads: number;
  /** Operators of the trace that may be kept in memory; beyond that it is read again. */
  readonly mostKeptOperators: number;
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
    this.failures = capture.brokenFiles.map(({ file, problem }) => inputUnreadable(file, problem));
  }

  async operators(capture: Capture): Promise<OperatorMemory> {
    const reader = new OperatorMemoryReader(this.clock);
    let lastFile = capture.path;
    for (const file of capture.files.operatorMemory) {
      lastFile = file;
      const end = await readTable(fileBytes(file), reader, {
        ...this.#progress(),
        totalBytes: (await stat(file)).size,
      });
      if (reader.badHeader !== undefined) {
        throw parserErrors.badHeader(file, reader.badHeader.problems, reader.headerTexts ?? []);
      }
      if (!end.hasHeader) throw parserErrors.noRows(file);
      if (end.unclosedQuote !== undefined) {
        const error = await unclosedQuote(file, end.unclosedQuote);
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
      try {
        const { unclosedQuote: quote } = await readTable(fileBytes(file), reader, this.#progress());
        if (reader.headerProblem !== undefined) {
          throw inputUnreadable(file, `line 1: ${reader.headerProblem}`);
        }
        if (quote !== undefined) throw await unclosedQuote(file, quote);
      } catch (error) {
        this.#note(error, file);
      }
    }
    this.#badRowNotices(reader.badRows.list(), files[0] ?? '');
    return reader.samples();
  }

  /** Lets threads begin to read the trace, while the tables are read here. */
  openTrace(file: string): OpenTrace {
    return openTrace(file, { kinds: ['cpu_op', 'enqueue', 'dequeue'], ...this.#traceOptions() });
  }

  async attribution(
    file: string,
    trace: OpenTrace,
    operators: OperatorMemory,
    withStack: boolean | undefined,
  ): Promise<Attribution | undefined> {
    try {
      const query = {
        rows: operators.rows,
        timeNs: operators.startNs,
        name: operators.name,
        names: operators.names,
        queued: queuedRows(operators),
        skip: operators.releaseOnly,
      };
      const attribution = await attribute(trace, this.clock, query, {
        mostKeptOperators: this.#options.mostKeptOperators,
        openAgain: (range) =>
          openTrace(file, {
            kinds: ['cpu_op'],
            ...this.#traceOptions(),
            ...(range === null ? {} : { range }),
          }),
      });
      const { notices, failure } = await traceNotices(file, attribution, withStack);
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

  #traceOptions() {
    return { ...this.#progress(), threads: this.#options.threads };
  }

  /** Takes an error of an optional file: the rest of the capture is still worth showing. */
  #note(error: unknown, file: string): void {
    this.#options.signal.throwIfAborted();
    if (isRlInsightError(error)) this.failures.push(error);
    else if (error instanceof Error && 'errno' in error) {
      this.failures.push(inputUnreadable(file, `cannot be read: ${error.message}`));
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

async function unclosedQuote(file: string, quote: UnclosedQuote): Promise<RlInsightError> {
  return parserErrors.unclosedQuote(file, quote, await explainTable(file, quote));
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
  const trace = files.trace === undefined ? undefined : reading.openTrace(files.trace);
  try {
    const operators = await reading.operators(capture);
    const record = await reading.counters(files.memoryRecord, '');
    if (files.operatorMemory.length === 0) {
      if (record.rows === 0) throw parserErrors.noOperatorMemory(capture);
    } else if (operators.rows === 0 && record.rows === 0) {
      throw parserErrors.noRows(files.operatorMemory[0]);
    }
    reading.notices.push(...missingFiles(capture));
    const modules = await reading.counters(files.moduleMemory, 'module:');
    const attribution =
      trace &&
      (await reading.attribution(files.trace as string, trace, operators, capture.withStack));
    return {
      capture,
      originNs: reading.clock.originNs,
      operators,
      samples: [record, modules],
      attribution,
      notices: reading.notices,
      failures: reading.failures,
    };
  } finally {
    await trace?.stop();
  }
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(file).then(({ size }) => size)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes that {@link readCapture} will read, for progress; the trace may be read twice. */
export async function captureBytes({ files }: Capture): Promise<{
  readonly all: number;
  /** Of the table of allocations. */
  readonly table: number;
}> {
  const { operatorMemory, memoryRecord, moduleMemory, trace } = files;
  const table = await sizeOf(operatorMemory);
  const others = await sizeOf([...memoryRecord, ...moduleMemory, ...(trace ? [trace] : [])]);
  return { all: table + others, table };
}
