import type { ScanReport, Selection, TraceScan } from '@rl-insight/trace-scan';
import { scanTraceFile } from '@rl-insight/trace-scan/node';
import type { Clock } from '../csv/clock.js';

/** Operators, and the two ends of the queue that hands their kernels to the device's thread. */
export type EventKind = 'cpu_op' | 'enqueue' | 'dequeue';

/**
 * What is read of a `trace_view.json` of Ascend's profiler. Call stacks stand in operators only;
 * backward operators have none, but a sequence number; queue events have a correlation id.
 */
function selectionOf(kinds: readonly EventKind[]): Selection {
  return {
    phases: ['X'],
    categories: kinds,
    fields: {
      name: 'text',
      cat: 'text',
      ts: 'time',
      dur: 'time',
      pid: 'scalar',
      tid: 'scalar',
      'args.Call stack': 'text',
      'args.Sequence number': 'number',
      'args.Fwd thread id': 'number',
      'args.correlation_id': 'number',
    },
  };
}

/**
 * One event of the trace. The same object is used for every event, so that millions cost no memory.
 * Times are ns after the capture's origin; names, threads, processes and stacks are codes of
 * {@link TraceTexts}, −1 where there is none; numbers are −1 where there is none.
 */
export interface TraceEvent {
  kind: EventKind;
  name: number;
  startNs: number;
  endNs: number;
  process: number;
  thread: number;
  stack: number;
  sequence: number;
  /** Autograd's own number of the forward thread; 0 for a forward operator. */
  forwardThread: number;
  correlation: number;
}

/** The texts of a trace by their codes. */
export interface TraceTexts {
  text(code: number): string;
  /** How many there are; codes are below it. */
  readonly textCount: number;
}

export interface TraceReading {
  readonly texts: TraceTexts;
  readonly report: ScanReport;
  /** Events whose time could not be read or is not of this capture. */
  readonly outOfTime: number;
}

export interface TraceReadOptions {
  readonly kinds: readonly EventKind[];
  /** Bytes of the file to read, between two events of its array; all when absent. */
  readonly range?: { readonly begin: number; readonly end: number };
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytes: number) => void;
  /** Threads that help to read. Default none. */
  readonly threads?: number;
}

const orMinusOne = (value: number) => (Number.isNaN(value) ? -1 : value);

/** A trace that threads may have begun to read. */
export interface OpenTrace {
  /**
   * Calls `onEvent` for each event, in the order of the file. To be called once.
   *
   * @throws TraceFormatError when the file is not a trace, or the error of the file system.
   */
  read(clock: Clock, onEvent: OnEvent): Promise<TraceReading>;
  /** Ends the reading, when nobody is going to ask for the rest. */
  stop(): Promise<void>;
}

export type OnEvent = (event: TraceEvent, texts: TraceTexts) => void;

/** Opens a trace for reading its events of the kinds that are wanted, in a fixed amount of memory. */
export function openTrace(path: string, options: TraceReadOptions): OpenTrace {
  const { kinds, ...reading } = options;
  const scan = scanTraceFile(path, selectionOf(kinds), { ...reading, lendBatches: true });
  return {
    read: (clock, onEvent) => readEvents(scan, clock, onEvent),
    stop: () => scan.stop(),
  };
}

async function readEvents(scan: TraceScan, clock: Clock, onEvent: OnEvent): Promise<TraceReading> {
  const event: TraceEvent = {
    kind: 'cpu_op',
    name: -1,
    startNs: 0,
    endNs: 0,
    process: -1,
    thread: -1,
    stack: -1,
    sequence: -1,
    forwardThread: 0,
    correlation: -1,
  };
  const kindOfCode: EventKind[] = [];
  let outOfTime = 0;
  for await (const batch of scan) {
    const names = batch.codes('name');
    const kinds = batch.codes('cat');
    const start = batch.times('ts');
    const duration = batch.times('dur');
    const processes = batch.codes('pid');
    const threads = batch.codes('tid');
    const stacks = batch.codes('args.Call stack');
    const sequences = batch.numbers('args.Sequence number');
    const forwardThreads = batch.numbers('args.Fwd thread id');
    const correlations = batch.numbers('args.correlation_id');
    for (let i = 0; i < batch.count; i++) {
      const seconds = start.seconds[i];
      const startNs = Number.isNaN(seconds) ? Number.NaN : clock.offset(seconds, start.nanos[i]);
      if (!Number.isFinite(startNs)) {
        outOfTime++;
        continue;
      }
      const lasts = duration.seconds[i] * 1e9 + duration.nanos[i];
      kindOfCode[kinds[i]] ??= scan.text(kinds[i]) as EventKind;
      event.kind = kindOfCode[kinds[i]];
      event.name = names[i];
      event.startNs = startNs;
      event.endNs = startNs + Math.max(lasts, 0);
      event.process = processes[i];
      event.thread = threads[i];
      event.stack = stacks[i];
      event.sequence = orMinusOne(sequences[i]);
      event.forwardThread = orMinusOne(forwardThreads[i]);
      event.correlation = orMinusOne(correlations[i]);
      onEvent(event, scan);
    }
  }
  return { texts: scan, report: scan.report(), outOfTime };
}
