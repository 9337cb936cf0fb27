import { describe, expect, it } from 'vitest';
import { PlainAttribution } from '../testing/attribution.js';
import { joinPieces, type ReadEvent, readEvents, readNs } from '../testing/read-back.js';
import { resolveFormat } from './capture.js';
import type { CaptureRequest } from './options.js';
import { type SimulatedCapture, simulateCapture } from './scenario.js';
import { traceJson } from './trace-json.js';
import type { TraceText } from './trace-text.js';

function traceOf(capture: SimulatedCapture, text: Partial<TraceText> = {}): string {
  const { trace } = resolveFormat({ trace: text }, capture.options.variant);
  return joinPieces(traceJson(capture, trace));
}

/** The list of events in a trace that ends in the given way. */
function eventsOf(trace: string, end: TraceText['end']): ReadEvent[] {
  if (end === 'missing-bracket') return readEvents(`${trace}]`);
  if (end === 'trailing-comma') return readEvents(trace.replace(/,\]$/, ']'));
  if (end === 'two-arrays') return readEvents(trace.replace('}][{', '}, {'));
  if (end === 'cut-in-event') return readEvents(`${trace.slice(0, trace.lastIndexOf('}, {'))}}]`);
  return readEvents(trace);
}

interface Counts {
  wrong: number;
  naiveWrong: number;
  naiveAnswered: number;
}

function compare(capture: SimulatedCapture, events: readonly ReadEvent[]): Counts {
  const attribution = new PlainAttribution(events);
  const counts: Counts = { wrong: 0, naiveWrong: 0, naiveAnswered: 0 };
  for (const row of capture.truth.rows()) {
    if (row.startNs === null) continue;
    const found = attribution.find(row.name, row.startNs);
    if (found.callStack !== row.callStack || found.via !== row.via) counts.wrong++;
    const nearest = attribution.findNearest(row.name, row.startNs);
    if (nearest !== '') {
      counts.naiveAnswered++;
      if (nearest !== row.callStack) counts.naiveWrong++;
    }
  }
  return counts;
}

const SMALL: CaptureRequest = { allocations: 400, geAllocations: 90, distinctStacks: 24 };

describe('the trace leads to the truth by the rules of attribution', () => {
  it.each<[string, CaptureRequest]>([
    ['default', {}],
    ['step ranges', { trace: { profilerSteps: [7, 8, 9] } }],
    ['blank names', { emptyNames: 0.1 }],
    ['blank names, step ranges', { emptyNames: 0.1, trace: { profilerSteps: [1, 2] } }],
    ['odd names', { oddNames: true }],
    ['two devices', { devices: 2, ties: true }],
    ['one stack', { distinctStacks: 1, stackDepth: 1 }],
    ['no backward thread', { trace: { backwardThread: false } }],
    ['no queue', { trace: { queue: false } }],
    ['numeric times', { variant: 'V10' }],
    ['only the graph engine', { allocations: 0 }],
    ['no graph engine', { geAllocations: 0 }],
    ['tiny', { allocations: 3, geAllocations: 1 }],
  ])('%s', (_, request) => {
    const capture = simulateCapture({ ...SMALL, ...request });
    const counts = compare(capture, eventsOf(traceOf(capture), 'closed'));
    expect(counts.wrong).toBe(0);
  });

  it('finds stacks by every way, and some rows without any', () => {
    const vias = new Set([...simulateCapture(SMALL).truth.rows()].map((row) => row.via));
    expect([...vias].sort()).toEqual([
      'forward',
      'none',
      'queue-forward',
      'queue-recorded',
      'recorded',
    ]);
  });

  it('makes the nearest earlier operator of the same name a bad guess', () => {
    const capture = simulateCapture(SMALL);
    const { naiveWrong, naiveAnswered } = compare(capture, eventsOf(traceOf(capture), 'closed'));
    expect(naiveWrong / naiveAnswered).toBeGreaterThan(0.2);
  });

  it('never covers an allocation by operators of its name on two threads', () => {
    const capture = simulateCapture({ ...SMALL, emptyNames: 0.05 });
    const attribution = new PlainAttribution(
      eventsOf(traceOf(capture, { targetBytes: 2e6 }), 'closed'),
    );
    for (const { name, startNs, allocator, threadId } of capture.truth.rows()) {
      if (startNs === null || allocator === 'GE') continue;
      expect([...attribution.threadsOf(name, startNs)]).toEqual(name === '' ? [] : [threadId]);
    }
  });

  it('has nothing to find where there is no trace', () => {
    const capture = simulateCapture({ ...SMALL, trace: false });
    expect([...capture.truth.rows()].every((row) => row.via === 'none')).toBe(true);
    expect([...capture.truth.rows()].every((row) => row.callStack === '')).toBe(true);
  });
});

describe('forms of the text', () => {
  const capture = simulateCapture(SMALL);

  it('is one line of JSON as Python writes it', () => {
    const trace = traceOf(capture);
    expect(trace).not.toContain('\n');
    expect(trace).toMatch(
      /^\[\{"ph": "X", "name": "aten::empty_strided", "pid": \d+, "tid": \d+, /,
    );
    expect(trace).toMatch(
      /"ts": "\d{16}\.\d{3}", "dur": \d+\.\d+, "cat": "cpu_op", "args": \{"Sequence number": -1, "Fwd thread id": 0, /,
    );
    expect(trace.endsWith('}]')).toBe(true);
    const [first] = JSON.parse(trace) as unknown[];
    expect(JSON.stringify(first)).toBe(
      trace
        .slice(1, trace.indexOf('}}') + 2)
        .replace(/(": |, ")/g, (text) => text.replace(' ', '')),
    );
  });

  it.each(['missing-bracket', 'trailing-comma', 'two-arrays', 'cut-in-event'] as const)(
    'is broken as promised: %s',
    (end) => {
      const trace = traceOf(capture, { end });
      expect(() => JSON.parse(trace)).toThrow();
      expect(compare(capture, eventsOf(trace, end)).wrong).toBe(0);
    },
  );

  it('ends as a killed or empty second half leaves it', () => {
    expect(traceOf(capture, { end: 'missing-bracket' }).endsWith('}')).toBe(true);
    expect(traceOf(capture, { end: 'trailing-comma' }).endsWith('},]')).toBe(true);
    expect(traceOf(capture, { end: 'two-arrays' }).split('}][{')).toHaveLength(2);
    expect(traceOf(capture, { end: 'cut-in-event' }).slice(-80)).toMatch(/\{"[^{}]*$/);
  });

  it.each(['compact', 'pretty'] as const)('can be an object with traceEvents, %s', (format) => {
    const bare = traceOf(capture, { format });
    const wrapped = JSON.parse(traceOf(capture, { format, wrapper: 'traceEvents' })) as {
      traceEvents: unknown[];
    };
    expect(wrapped.traceEvents).toEqual(JSON.parse(bare));
  });

  it('is indented as Python indents', () => {
    const pretty = traceOf(capture, { format: 'pretty' });
    const compact = traceOf(capture);
    expect(pretty.startsWith('[\n  {\n    "ph": "X",\n    "name": "aten::empty_strided",\n')).toBe(
      true,
    );
    expect(pretty).toContain('    "args": {\n      "Sequence number": -1,\n');
    expect(pretty.endsWith('\n  }\n]')).toBe(true);
    expect(JSON.parse(pretty)).toEqual(JSON.parse(compact));
  });

  it('keeps the digits of numeric times', () => {
    const text = eventsOf(traceOf(capture), 'closed');
    const numeric = eventsOf(traceOf(capture, { numericTs: true }), 'closed');
    expect(numeric.map((event) => readNs(event.ts))).toEqual(text.map((event) => readNs(event.ts)));
  });

  it.each(['closed', 'missing-bracket'] as const)('is padded to about a size, %s', (end) => {
    const targetBytes = 1_500_000;
    const trace = traceOf(capture, { targetBytes, end });
    expect(trace.length).toBeGreaterThanOrEqual(targetBytes);
    expect(trace.length).toBeLessThan(targetBytes + 5000);
    expect(compare(capture, eventsOf(trace, end)).wrong).toBe(0);
  });
});

describe('events', () => {
  const capture = simulateCapture({ ...SMALL, trace: { profilerSteps: [50, 51] } });
  const events = eventsOf(traceOf(capture, { counters: 90, pythonFunctions: 150 }), 'closed');
  const of = (cat: string): ReadEvent[] => events.filter((event) => event.cat === cat);

  it('has what was asked for', () => {
    expect(events.filter((event) => event.ph === 'C')).toHaveLength(90);
    expect(events.filter((event) => event.ph === 'C').every((event) => !event.cat)).toBe(true);
    expect(events.filter((event) => event.ph === 'X' && !event.cat)).toHaveLength(60);
    expect(of('python_function')).toHaveLength(150);
    const steps = of('cpu_op').filter((event) => event.name.startsWith('ProfilerStep#'));
    expect(steps.map((event) => event.name)).toEqual(['ProfilerStep#50', 'ProfilerStep#51']);
  });

  it('has no stack on the backward thread, and ties its nodes to forward operators', () => {
    const backward = of('cpu_op').filter((event) => event.tid === capture.threadIds.backward);
    expect(backward.length).toBeGreaterThan(100);
    expect(backward.some((event) => event.args?.['Call stack'] !== undefined)).toBe(false);
    expect(backward.some((event) => event.args?.['Fwd thread id'] === 1)).toBe(true);
  });

  it('nests operators properly on each thread', () => {
    const open = new Map<number, bigint[]>();
    const operators = of('cpu_op').map((event) => {
      const start = readNs(event.ts) as bigint;
      return { tid: event.tid, start, end: start + BigInt(Math.round((event.dur ?? 0) * 1000)) };
    });
    operators.sort((a, b) => (a.start < b.start ? -1 : 1));
    for (const { tid, start, end } of operators) {
      const ends = open.get(tid) ?? [];
      while (ends.length > 0 && (ends.at(-1) as bigint) < start) ends.pop();
      const enclosing = ends.at(-1);
      if (enclosing !== undefined) expect(end).toBeLessThan(enclosing);
      open.set(tid, [...ends, end]);
    }
  });

  it('tells the Python stack of an operator by the functions around it, too', () => {
    const functions = of('python_function');
    const first = functions[0] as ReadEvent;
    expect(first.args).toEqual({ 'Python id': 1, 'Python parent id': 0 });
    const start = readNs(first.ts) as bigint;
    const inside = of('cpu_op').find((event) => {
      const at = readNs(event.ts) as bigint;
      return event.tid === first.tid && at > start && at - start < 100n;
    });
    const frames = String(inside?.args?.['Call stack']).split(';\r\n');
    const outermostFirst = functions.slice(0, frames.length).map((event) => event.name);
    expect(outermostFirst.reverse()).toEqual(frames);
  });
});
