import type { SimulatedCapture } from './scenario.js';
import {
  forwardBackwardFlows,
  frameworkMetadata,
  operatorEvents,
  queueEvents,
} from './trace-framework.js';
import { counterEvents, hardwareMetadata, kernelEvents } from './trace-hardware.js';
import { quietOperators } from './trace-padding.js';
import { pythonFunctionEvents } from './trace-python.js';
import type { TraceText } from './trace-text.js';
import { TraceWriter } from './trace-writer.js';

/** Size of the text so far; one character is taken for a byte. */
interface Written {
  chars: number;
}

function* take(events: Iterable<string>, goesOn: () => boolean): Generator<string> {
  for (const event of events) {
    if (!goesOn()) return;
    yield event;
  }
}

function* frameworkHalf(writer: TraceWriter, text: TraceText, written: Written): Generator<string> {
  const { operators, threadIds } = writer.capture;
  yield* operatorEvents(writer, operators.main, threadIds.main);
  yield* operatorEvents(writer, operators.backward, threadIds.backward);
  yield* queueEvents(writer);
  yield* frameworkMetadata(writer);
  yield* forwardBackwardFlows(writer);
  yield* pythonFunctionEvents(writer, text.pythonFunctions);
  const missing = text.targetBytes - written.chars;
  if (missing <= 0) return;
  // Half of the padding is operators, unless there will be no second half.
  const padding = hasHardwareHalf(text) ? missing / 2 : missing;
  const until = written.chars + padding;
  yield* take(quietOperators(writer, padding), () => written.chars < until);
}

function* hardwareHalf(writer: TraceWriter, text: TraceText, written: Written): Generator<string> {
  const { endTick } = writer.capture;
  yield* hardwareMetadata(writer);
  const spacing = Math.max(1, Math.floor(endTick / Math.max(1, text.counters)));
  let left = text.counters;
  yield* take(counterEvents(writer, spacing, 'counters'), () => left-- > 0);
  yield* kernelEvents(writer, Math.floor(text.counters / 3));
  const missing = text.targetBytes - written.chars;
  const paddingSpacing = Math.max(1, Math.floor((endTick * 150) / Math.max(150, missing)));
  const padding = counterEvents(writer, paddingSpacing, 'counter padding');
  yield* take(padding, () => written.chars < text.targetBytes);
}

function hasHardwareHalf({ end }: TraceText): boolean {
  return end !== 'missing-bracket' && end !== 'trailing-comma';
}

/** The last event of the sequence broken off in its middle. */
function* cutLast(events: Iterable<string>): Generator<string> {
  let previous: string | null = null;
  for (const event of events) {
    if (previous !== null) yield previous;
    previous = event;
  }
  if (previous !== null) yield previous.slice(0, previous.length / 2);
}

function* joined(events: Iterable<string>, between: string): Generator<string> {
  let separator = '';
  for (const event of events) {
    yield separator + event;
    separator = between;
  }
}

function* pieces(writer: TraceWriter, text: TraceText, written: Written): Generator<string> {
  const { arrayOpen, arrayClose, between } = writer.style;
  const isObject = text.wrapper === 'traceEvents';
  const member = text.format === 'pretty' ? '\n  ' : '';
  const comma = text.format === 'pretty' ? ',\n  ' : ', ';
  const open = isObject
    ? `{${member}"schemaVersion": 1${comma}"traceEvents": ${arrayOpen}`
    : arrayOpen;
  const objectEnd = `${comma}"displayTimeUnit": "ms"${text.format === 'pretty' ? '\n' : ''}}`;
  const close = isObject ? arrayClose + objectEnd : arrayClose;
  yield open;
  yield* joined(frameworkHalf(writer, text, written), between);
  switch (text.end) {
    case 'missing-bracket':
      return;
    case 'trailing-comma':
      yield `,]${isObject ? objectEnd : ''}`;
      return;
    case 'two-arrays':
      yield close + open;
      break;
    case 'closed':
    case 'cut-in-event':
      yield between;
      break;
  }
  const hardware = hardwareHalf(writer, text, written);
  yield* joined(text.end === 'cut-in-event' ? cutLast(hardware) : hardware, between);
  if (text.end !== 'cut-in-event') yield close;
}

/**
 * trace_view.json in pieces of text: the framework's half, then the hardware's; times and durations in µs. Order of
 * events, keys and separators are those of genuine torch_npu captures.
 */
export function* traceJson(capture: SimulatedCapture, text: TraceText): Generator<string> {
  const written: Written = { chars: 0 };
  for (const piece of pieces(new TraceWriter(capture, text), text, written)) {
    written.chars += piece.length;
    yield piece;
  }
}
