import { take } from '../columns/order.js';
import type { Clock } from '../csv/clock.js';
import type { OpenTrace, TraceEvent, TraceReading, TraceTexts } from '../trace-view/events.js';
import { BackwardOperators, isBackward, isForward } from './backward.js';
import { InnermostInterval, NearestOperator, NOT_FOUND } from './containment.js';
import { findForward } from './find-forward.js';
import { FoundStacks } from './found-stacks.js';
import { OperatorJournal } from './journal.js';
import { TraceOperators } from './operators.js';
import { type EnqueuesOfThread, QueueMatch } from './queue.js';
import { AnnotationStacks, NameCodes, StepCodes } from './text-codes.js';
import { type Moments, sortMoments } from './times.js';

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

/** A range that the user's program named, as the trace has it. */
export interface AnnotationRange {
  readonly name: string;
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
  /** Index into `STACK_MATCHES`. */
  readonly match: Uint8Array;
  /** Operating system's ids; NaN where they are not known. */
  readonly threadId: Float64Array;
  readonly processId: Float64Array;
  readonly steps: readonly StepRange[];
  readonly annotations: readonly AnnotationRange[];
  readonly trace: TraceReading;
}

export interface AttributionOptions {
  /** Opens the trace again, for its operators only, within the bytes that hold what is wanted. */
  readonly openAgain: (range: ByteRange | null) => OpenTrace;
  /** Operators that are kept in memory, so that the trace need not be read again. */
  readonly mostKeptOperators: number;
}

/** Of a file. */
export interface ByteRange {
  readonly begin: number;
  readonly end: number;
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

/** Allocations that came over the queue, or did not. */
function rowsOf({ rows, skip, queued }: AttributionQuery, wanted: 0 | 1): Int32Array {
  const found = new Int32Array(rows);
  let end = 0;
  for (let row = 0; row < rows; row++) {
    if (!skip[row] && queued[row] === wanted) found[end++] = row;
  }
  return found.subarray(0, end);
}

function byName(
  { names, name, timeNs }: AttributionQuery,
  rows: Int32Array,
): (OperatorsOfName | undefined)[] {
  const ofName: number[][] = names.map(() => []);
  for (const row of rows) ofName[name[row]].push(row);
  return ofName.map((own) => (own.length === 0 ? undefined : new OperatorsOfName(own, timeNs)));
}

/**
 * Finds the call stack of each allocation in the trace.
 *
 * 1. The innermost operator of the allocation's name around its time has the stack (`recorded`).
 * 2. A backward operator has none; the forward operator with its sequence number does (`forward`).
 * 3. GE allocates while the task queue is emptied: the dequeue around the time leads by its
 *    correlation id to the enqueue, and that to the operator around it (`queue-recorded`,
 *    `queue-forward`). An enqueue may stand after the operators, which are kept until then.
 * 4. Where no operator of the name is around the time, the nearest earlier one is a guess
 *    (`nearest`). Where one is around it and has no stack, none is guessed.
 *
 * @throws TraceFormatError when the file is not a trace, or the error of the file system.
 */
export async function attribute(
  open: OpenTrace,
  clock: Clock,
  query: AttributionQuery,
  options: AttributionOptions,
): Promise<Attribution> {
  const first = new FirstReading(query, options.mostKeptOperators);
  const trace = await open.read(clock, (event, texts) => first.add(event, texts));
  const found = new FoundStacks(query.rows, trace.texts);
  const operators = new TraceOperators(first.journal, trace.texts, async (visit) => {
    await options.openAgain(trace.report.selectedRange).read(clock, visit);
  });
  const threads = first.settleRecorded(found);
  await settleThroughOthers(first, threads, operators, found);
  const { texts } = trace;
  const annotations = first.annotationRanges(found, texts);
  return { ...found.result(), steps: first.stepRanges(found), annotations, trace };
}

/** What is learnt of the events of a trace while it is read for the first time. */
class FirstReading {
  readonly journal: OperatorJournal;
  readonly queue: QueueMatch;
  /** Allocations that did not come over the queue, by time. */
  readonly direct: Moments;
  readonly #names: NameCodes;
  readonly #stepCodes = new StepCodes();
  readonly #operators: readonly (OperatorsOfName | undefined)[];
  readonly #steps: (Omit<StepRange, 'threadId' | 'processId'> & TraceIds)[] = [];
  readonly #annotationStacks = new AnnotationStacks();
  readonly #annotations: NamedEvent[] = [];

  constructor(query: AttributionQuery, mostKeptOperators: number) {
    this.#names = new NameCodes(query.names);
    const direct = rowsOf(query, 0);
    this.#operators = byName(query, direct);
    this.direct = sortMoments(direct, query.timeNs);
    this.queue = new QueueMatch(sortMoments(rowsOf(query, 1), query.timeNs));
    this.journal = new OperatorJournal(mostKeptOperators);
  }

  add(event: TraceEvent, texts: TraceTexts): void {
    if (event.kind === 'enqueue') this.queue.addEnqueue(event);
    else if (event.kind === 'dequeue') this.queue.addDequeue(event);
    else this.#addOperator(event, texts);
  }

  #addOperator(event: TraceEvent, texts: TraceTexts): void {
    const step = this.#stepCodes.of(event.name, texts);
    if (step >= 0) {
      const { startNs, endNs, thread, process } = event;
      this.#steps.push({ step, startNs, endNs, thread, process });
    } else if (this.#annotationStacks.has(event.stack, texts)) {
      const { startNs, endNs, thread, process, name } = event;
      this.#annotations.push({ name, startNs, endNs, thread, process });
    }
    const name = this.#names.of(event.name, texts);
    const ofName = name < 0 ? undefined : this.#operators[name];
    if (ofName !== undefined) {
      ofName.around.add(event, event.stack);
      if (event.stack >= 0) ofName.nearest.add(event.startNs, event.stack);
    }
    if (this.queue.isNeeded || isBackward(event) || isForward(event)) this.journal.add(event);
  }

  /** Settles what operators of the allocations' own names tell; gives the thread of each row. */
  settleRecorded(found: FoundStacks): Int32Array {
    const threads = new Int32Array(found.stack.length).fill(-1);
    for (const ofName of this.#operators) {
      if (ofName === undefined) continue;
      const { payload, thread, process, moments } = ofName.around;
      const nearest = ofName.nearest.stacks();
      for (let at = 0; at < moments.rows.length; at++) {
        const row = moments.rows[at];
        threads[row] = thread[at];
        found.setIds(row, thread[at], process[at]);
        if (payload[at] >= 0) found.settle(row, payload[at], 'recorded');
        else if (payload[at] === NOT_FOUND) found.settle(row, nearest[at], 'nearest');
      }
    }
    return threads;
  }

  annotationRanges(found: FoundStacks, texts: TraceTexts): AnnotationRange[] {
    return this.#annotations.map(({ thread, process, name, ...range }) => ({
      ...range,
      name: texts.text(name),
      threadId: found.idOf(thread),
      processId: found.idOf(process),
    }));
  }

  stepRanges(found: FoundStacks): StepRange[] {
    return this.#steps.map(({ thread, process, ...range }) => ({
      ...range,
      threadId: found.idOf(thread),
      processId: found.idOf(process),
    }));
  }
}

interface NamedEvent extends TraceIds {
  /** Code of the trace's texts. */
  readonly name: number;
  readonly startNs: number;
  readonly endNs: number;
}

interface TraceIds {
  readonly thread: number;
  readonly process: number;
}

/** The queue's moments of a thread, the operators around them, and the backward ones of these. */
interface QueuedThread extends EnqueuesOfThread {
  readonly around: InnermostInterval;
  readonly backward: BackwardOperators;
}

/** Settles what takes other operators to tell: forward ones, and those that filled the queue. */
async function settleThroughOthers(
  { queue, direct }: FirstReading,
  threads: Int32Array,
  operators: TraceOperators,
  found: FoundStacks,
): Promise<void> {
  queue.eachThread((row, thread, process) => found.setIds(row, thread, process));
  const backward = new BackwardOperators(
    direct,
    take(threads, direct.rows),
    (at) => found.stack[direct.rows[at]] < 0,
  );
  const queued = new Map<number, QueuedThread>();
  for (const enqueues of queue.enqueues()) {
    const { thread, moments } = enqueues;
    queued.set(thread, {
      ...enqueues,
      around: new InnermostInterval(moments),
      backward: new BackwardOperators(
        moments,
        new Int32Array(moments.rows.length).fill(thread),
        () => true,
      ),
    });
  }
  if (!backward.isNeeded && queued.size === 0) return;

  await operators.each((operator) => {
    const own = queued.get(operator.thread);
    own?.around.add(operator, operator.stack);
    if (!isBackward(operator)) return;
    backward.add(operator);
    own?.backward.add(operator);
  });
  const all = [backward, ...[...queued.values()].map((thread) => thread.backward)];
  const forward = await findForward(all, operators);

  const stacks = backward.forwardStacks(forward);
  direct.rows.forEach((row, at) => {
    if (found.stack[row] < 0) found.settle(row, stacks[at], 'forward');
  });
  for (const { moments, around, backward: ownBackward } of queued.values()) {
    const forwardStacks = ownBackward.forwardStacks(forward);
    moments.rows.forEach((row, at) => {
      const payload = around.payload[at];
      if (payload >= 0) found.settle(row, payload, 'queue-recorded');
      else if (payload !== NOT_FOUND) found.settle(row, forwardStacks[at], 'queue-forward');
    });
  }
}
