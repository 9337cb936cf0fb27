import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsByStreamJson, type Json } from '../test/oracle.js';
import { type Row, scan } from '../test/scan.js';
import type { Selection } from './index.js';

const SELECTION: Selection = {
  phases: ['X', 'i'],
  categories: ['cpu_op', 'é'],
  fields: {
    name: 'text',
    ph: 'text',
    cat: 'text',
    tid: 'scalar',
    'args.Call stack': 'text',
    'args.n': 'number',
  },
};

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"', '\\', '\\"', ']}'),
);
const anyValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const anyEvent = fc.record(
  {
    ph: fc.constantFrom('X', 'i', 'C', 'M'),
    cat: fc.constantFrom('cpu_op', 'é', 'python_function'),
    name: fc.oneof(anyText, anyValue),
    tid: fc.oneof(fc.nat(), anyText, anyValue),
    args: fc.oneof(
      fc.record(
        {
          'Call stack': anyText,
          n: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), anyValue),
          junk: anyValue,
        },
        { requiredKeys: [] },
      ),
      anyValue,
    ),
    'other "key': anyValue,
  },
  { requiredKeys: [] },
);

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the selection means, said of objects. `numberAsString` made all numbers strings. */
function expected(events: readonly Json[], original: readonly { [key: string]: Json }[]): Row[] {
  return events.flatMap((event, i) => {
    if (!isObject(event)) return [];
    const { ph, cat, name, tid, args } = event;
    if (!SELECTION.phases?.includes(String(ph)) || !SELECTION.categories?.includes(String(cat)))
      return [];
    const source = original[i];
    const stack = isObject(args) ? args['Call stack'] : undefined;
    const number = isObject(args) ? args.n : undefined;
    const readable =
      typeof number === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(number);
    return [
      {
        name: typeof source.name === 'string' ? String(name) : null,
        ph: String(ph),
        cat: String(cat),
        tid: typeof tid === 'string' ? tid : typeof tid === 'boolean' ? String(tid) : null,
        'args.Call stack':
          isObject(source.args) && typeof source.args['Call stack'] === 'string'
            ? String(stack)
            : null,
        'args.n': readable ? Number(number) : null,
      },
    ];
  });
}

test('reads what stream-json reads, whatever the pieces and the buffer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEvent, { maxLength: 8 }),
      fc.constantFrom(undefined, 1, 2),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 64, max: 400 }),
      fc.boolean(),
      async (events, indent, pieceBytes, bufferBytes, kernel) => {
        const text = JSON.stringify(events, null, indent);
        const oracle = await eventsByStreamJson(text);
        const { rows, problems } = await scan(text, SELECTION, { pieceBytes, bufferBytes, kernel });
        expect(rows).toEqual(expected(oracle, events as { [key: string]: Json }[]));
        expect(problems.filter((problem) => !problem.startsWith('unreadable-value'))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
});

/** Events with what the kernel has ways of its own for: phases first or last, times, numbers. */
const timedEvent = fc
  .record(
    {
      ph: fc.constantFrom('X', 'i', '\\', '"', 'é', ''),
      cat: fc.constantFrom('cpu_op', 'kernel'),
      name: fc.oneof(anyText, anyValue),
      ts: fc.oneof(
        fc.constantFrom(
          '1779785515596661.420',
          '1.5e3',
          '-0.5',
          '0.0005',
          'NaN',
          '',
          '12',
          '7.1234',
        ),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.nat(),
      ),
      tid: fc.oneof(fc.nat(), anyText),
      args: fc.record({ 'Call stack': anyText, n: fc.oneof(fc.double(), anyText) }),
    },
    { requiredKeys: [] },
  )
  .chain((event) =>
    fc.shuffledSubarray(Object.entries(event), { minLength: Object.keys(event).length }),
  )
  .map((entries) => Object.fromEntries(entries));

const TIMED: Selection = {
  phases: ['X'],
  fields: {
    name: 'text',
    ts: 'time',
    tid: 'scalar',
    'args.n': 'number',
    'args.Call stack': 'text',
  },
};

const spacings = [
  (events: unknown) => JSON.stringify(events),
  (events: unknown) => JSON.stringify(events, null, 1),
  // As Python writes it.
  (events: unknown) =>
    JSON.stringify(events).replaceAll(/"(?:[^"\\]|\\.)*"|[:,]/g, (part) =>
      part.length === 1 ? `${part} ` : part,
    ),
];

test('the kernel reads what TypeScript reads, and finds the same wrong with it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 3, arbitrary: timedEvent }, anyEvent), { maxLength: 12 }),
      fc.constantFrom(...spacings),
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(...'{}[]",:\\ '))), {
        maxLength: 2,
      }),
      fc.option(fc.nat(), { freq: 4 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 64, max: 700 }),
      fc.integer({ min: 1, max: 5 }),
      async (events, write, changes, cut, pieceBytes, bufferBytes, batchEvents) => {
        const whole = new TextEncoder().encode(write(events));
        const bytes = whole.slice(0, cut === null ? whole.length : cut % whole.length);
        for (const [at, byte] of changes) {
          bytes[at % bytes.length] = typeof byte === 'string' ? byte.charCodeAt(0) : byte;
        }
        const limits = { pieceBytes, bufferBytes, batchEvents };
        const [fast, plain] = await Promise.all(
          [true, false].map((kernel) =>
            scan(bytes, TIMED, { ...limits, kernel }).catch((error) => ({ error: String(error) })),
          ),
        );
        expect(fast).toEqual(plain);
      },
    ),
    { numRuns: 2000, interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

test('a damaged file never throws anything but that it is no trace, and never hangs', async () => {
  const events = fc.sample(anyEvent, { numRuns: 6, seed: 7 });
  const good = new TextEncoder().encode(JSON.stringify(events));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), {
        maxLength: 4,
      }),
      fc.nat(good.length),
      fc.integer({ min: 64, max: 2000 }),
      fc.boolean(),
      async (changes, length, bufferBytes, kernel) => {
        const bytes = good.slice(0, length);
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
        await scan(bytes, SELECTION, { bufferBytes, kernel }).catch((error) => {
          expect(error.name).toBe('TraceFormatError');
        });
      },
    ),
    { numRuns: 500 },
  );
});
