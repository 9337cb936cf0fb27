import { NS_PER_TICK } from './clock.js';
import type { OperatorTable } from './operator-table.js';
import { NONE } from './operator-table.js';
import { FIRST_CORRELATION_ID } from './task-queue.js';
import type { TraceWriter } from './trace-writer.js';

/** Operators of a thread, in the order in which they ended. */
export function* operatorEvents(
  writer: TraceWriter,
  table: OperatorTable,
  threadId: number,
): Generator<string> {
  for (let row = 0; row < table.length; row++) {
    const operator = {
      name: table.name.at(row),
      start: table.start.at(row),
      end: table.end.at(row),
      stack: table.stack.at(row),
      sequence: table.sequence.at(row),
      forwardThread: table.forwardThread.at(row),
    };
    yield writer.operator(operator, threadId);
  }
}

/** All Enqueue events, then all Dequeue events, each with the flow event that ties it to its other end. */
export function* queueEvents(writer: TraceWriter): Generator<string> {
  const { queue, threadIds } = writer.capture;
  const flow = (phase: string, pair: number, threadId: number, tick: number): string =>
    writer.style.event([
      `"ph": "${phase}"`,
      '"bp": "e"',
      '"name": "enqueue_to_dequeue"',
      `"id": ${FIRST_CORRELATION_ID + pair}`,
      ...writer.head(phase, '', threadId, tick).slice(2),
      '"cat": "async_task_queue"',
    ]);
  const interval = (
    pair: number,
    name: string,
    cat: string,
    threadId: number,
    start: number,
    end: number,
  ): string =>
    writer.style.event(
      [
        ...writer.head('X', name, threadId, start),
        writer.dur((end - start) * NS_PER_TICK),
        `"cat": "${cat}"`,
      ],
      [`"correlation_id": ${FIRST_CORRELATION_ID + pair}`],
    );
  for (let pair = 0; pair < queue.length; pair++) {
    const threadId = queue.enqueueThread.at(pair) === 0 ? threadIds.main : threadIds.backward;
    const start = queue.enqueueStart.at(pair);
    yield interval(pair, '"Enqueue"', 'enqueue', threadId, start, queue.enqueueEnd.at(pair));
    yield flow('s', pair, threadId, start);
  }
  for (let pair = 0; pair < queue.length; pair++) {
    const name = `"Dequeue@${writer.jsonName(queue.kernel.at(pair)).slice(1)}`;
    const start = queue.dequeueStart.at(pair);
    yield interval(pair, name, 'dequeue', threadIds.queue, start, queue.dequeueEnd.at(pair));
    yield flow('f', pair, threadIds.queue, start);
  }
}

/** Names and order of the framework's threads. */
export function* frameworkMetadata(writer: TraceWriter): Generator<string> {
  yield writer.metadata('process_name', 0, '"name": "Python"');
  yield writer.metadata('process_labels', 0, '"labels": "CPU"');
  yield writer.metadata('process_sort_index', 0, '"sort_index": 0');
  for (const threadId of Object.values(writer.capture.threadIds)) {
    yield writer.metadata('thread_name', threadId, `"name": "Thread ${threadId}"`);
    yield writer.metadata('thread_sort_index', threadId, `"sort_index": ${threadId}`);
  }
}

/** Flow events from forward operators to the autograd nodes of their sequence number. */
export function* forwardBackwardFlows(writer: TraceWriter): Generator<string> {
  const { operators, forwardOperators, threadIds } = writer.capture;
  const { backward } = operators;
  for (let row = 0; row < backward.length; row++) {
    const sequence = backward.sequence.at(row);
    if (sequence === NONE || backward.forwardThread.at(row) === 0) continue;
    const start = forwardOperators.start(sequence);
    for (const [phase, threadId, tick] of [
      ['s', threadIds.main, start],
      ['f', threadIds.backward, backward.start.at(row)],
    ] as const) {
      yield writer.style.event([
        `"ph": "${phase}"`,
        '"bp": "e"',
        '"name": "fwdbwd"',
        `"id": ${sequence}`,
        ...writer.head(phase, '', threadId, tick).slice(2),
        '"cat": "fwdbwd"',
      ]);
    }
  }
}
