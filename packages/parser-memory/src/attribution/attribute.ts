import type { StackMatch } from '@rl-insight/memory-contract';
import type { Clock } from '../csv/clock.js';
import { readTrace, type TraceEvent, type TraceReading } from '../trace-view/events.js';
import { BackwardOperators, ForwardOperators } from './backward.js';
import { InnermostInterval, NearestOperator, NOT_FOUND } from './containment.js';
import { QueueMatch } from './queue.js';
import { NameCodes, StackList, StepCodes } from './text-codes.js';
import { sortMoments } from './times.js';

/** Allocations to find the call stacks of. Times are ns after the clock's origin. */
export interface AttributionQuery {
  readonly rows: number;
  readonly timeNs: Float64Array;
  readonly name: Int32Array;
  readonly names: readonly string[];
  /** 1 for an allocation of GE, which happens on the thread that empties the task queue. */
  readonly queued: Uint8Array;
  /** 1 for a row that is no allocation: none is looked for. */
  readonly skip: Uint8Array;
}

/** A training step, as the trace has it. */
export interface StepRange {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly threadId: number;
  readonly processId: number;
}

/** What the trace tells of the allocations, by row. */
export interface Attribution {
  /** Index into {@link stacks}; −1 for none. */
  readonly stack: Int32Array;
  readonly stacks: readonly string[];
  readonly match: readonly StackMatch[];
  /** Operating system's ids; NaN where they are not known. */
  readonly threadId: Float64Array;
  readonly processId: Float64Array;
  readonly steps: readonly StepRange[];
  readonly trace: TraceReading;
}

export interface AttributionOptions {
  readonly signal?: AbortSignal;
  /** Told how many bytes of the trace have been read; a second reading counts on. */
  readonly onProgress?: (bytes: number) => void;
}

/** The operators of one name, and the allocations that have that name. */
class OperatorsOfName {
  readonly around: InnermostInterval;
  readonly nearest: NearestOperator;

  constructor(rows: readonly number[], timeNs: Float64Array) {
    const moments = sortMoments(Int32Array.from(rows), timeNs);
    this.around = new InnermostInterval(moments);
    this.nearest = new NearestOperator(moments);
  }
}

function rowsWhere(query: AttributionQuery, wanted: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < query.rows; row++) {
    if (!query.skip[row] && wanted(row)) rows.push(row);
  }
  return rows;
}

function byName(query: AttributionQuery): (OperatorsOfName | undefined)[] {
  const rows: number[][] = query.names.map(() => []);
  for (const row of rowsWhere(query, (candidate) => !query.queued[candidate])) {
    rows[query.name[row]].push(row);
  }
  return rows.map((own) => (own.length === 0 ? undefined : new OperatorsOfName(own, query.timeNs)));
}

/**
 * Finds the call stack of each allocation in the trace.
 *
 * 1. The innermost operator of the allocation's name around its time has the stack (`recorded`).
 * 2. A backward operator has none; the forward operator with its sequence number does (`forward`).
 * 3. GE allocates while the task queue is emptied: the dequeue around the time leads by its
 *    correlation id to the enqueue, and that to the operator around it (`queue-recorded`,
 *    `queue-forward`). This takes a second reading of the trace, since an enqueue may stand after
 *    the operators.
 * 4. Where no operator of the name is around the time, the nearest earlier one is a guess
 *    (`nearest`). Where one is around it and has no stack, none is guessed.
 *
 * @throws TraceFormatError when the file is not a trace, or the error of the file system.
 */
export async function attribute(
  path: string,
  clock: Clock,
  query: AttributionQuery,
  options: AttributionOptions = {},
): Promise<Attribution> {
  const names = new NameCodes(query.names);
  const stepCodes = new StepCodes();
  const operators = byName(query);
  const direct = rowsWhere(query, (row) => !query.queued[row]);
  const directMoments = sortMoments(Int32Array.from(direct), query.timeNs);
  const forward = new ForwardOperators();
  const backward = new BackwardOperators(directMoments);
  const queuedRows = Int32Array.from(rowsWhere(query, (row) => query.queued[row] === 1));
  const queue = new QueueMatch(sortMoments(queuedRows, query.timeNs));
  const steps: (Omit<StepRange, 'threadId' | 'processId'> & { thread: number; process: number })[] =
    [];

  const onOperator = (event: TraceEvent, name: number, step: number) => {
    if (step >= 0) {
      const { startNs, endNs, thread, process } = event;
      steps.push({ step, startNs, endNs, thread, process });
    }
    const ofName = name < 0 ? undefined : operators[name];
    if (ofName !== undefined) {
      ofName.around.add(event, event.stack);
      if (event.stack >= 0) ofName.nearest.add(event.startNs, event.stack);
    }
    if (event.sequence < 0) return;
    if (event.forwardThread > 0) backward.add(event);
    else if (event.stack >= 0) forward.add(event);
  };

  const trace = await readTrace(
    path,
    clock,
    { kinds: ['cpu_op', 'enqueue', 'dequeue'], ...options },
    (event, texts) => {
      if (event.kind === 'enqueue') queue.addEnqueue(event);
      else if (event.kind === 'dequeue') queue.addDequeue(event);
      else onOperator(event, names.of(event.name, texts), stepCodes.of(event.name, texts));
    },
  );

  const { texts } = trace;
  const list = new StackList();
  const stack = new Int32Array(query.rows).fill(-1);
  const match = new Array<StackMatch>(query.rows).fill('none');
  const threadId = new Float64Array(query.rows).fill(Number.NaN);
  const processId = new Float64Array(query.rows).fill(Number.NaN);
  const idOf = (code: number) => (code < 0 ? Number.NaN : osId(texts.text(code)));
  const settle = (row: number, place: number, how: StackMatch) => {
    stack[row] = place;
    if (place >= 0) match[row] = how;
  };

  const threads = new Int32Array(query.rows).fill(-1);
  for (const ofName of operators) {
    if (ofName === undefined) continue;
    const { around, nearest } = ofName;
    const nearestStacks = nearest.stacks();
    around.moments.rows.forEach((row, at) => {
      threads[row] = around.thread[at];
      threadId[row] = idOf(around.thread[at]);
      processId[row] = idOf(around.process[at]);
      const found = around.payload[at];
      if (found >= 0) settle(row, list.place(texts.text(found)), 'recorded');
      else if (found === NOT_FOUND && nearestStacks[at] >= 0) {
        settle(row, list.place(texts.text(nearestStacks[at])), 'nearest');
      }
    });
  }
  const forwardStacks = backward.forwardStacks(
    directMoments.rows.map((row) => threads[row]),
    forward,
  );
  directMoments.rows.forEach((row, at) => {
    if (stack[row] < 0 && forwardStacks[at] >= 0) {
      settle(row, list.place(texts.text(forwardStacks[at])), 'forward');
    }
  });

  const bytes = trace.report.bytes;
  await queue.resolve(path, clock, trace, forward, list, {
    ...options,
    ...(options.onProgress ? { onProgress: (read) => options.onProgress?.(bytes + read) } : {}),
    onFound: (row, place, how) => settle(row, place, how),
    onThread: (row, thread, process) => {
      threadId[row] = idOf(thread);
      processId[row] = idOf(process);
    },
  });

  return {
    stack,
    stacks: list.stacks,
    match,
    threadId,
    processId,
    trace,
    steps: steps.map(({ thread, process, ...range }) => ({
      ...range,
      threadId: idOf(thread),
      processId: idOf(process),
    })),
  };
}

/** An id of the operating system; older traces write the process as `0_<pid>`. */
function osId(text: string): number {
  const digits = /^(?:\d+_)?(\d{1,15})$/.exec(text);
  return digits === null ? Number.NaN : Number(digits[1]);
}
