import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// The threads load the built entry, so the built package is what is tested.
import { scanTraceFile } from '../../dist/node.js';
import { type Row, rowsOf } from '../../test/scan.js';
import type { FileScanOptions } from '../node.js';
import type { Selection } from '../selection.js';

const SELECTION: Selection = {
  phases: ['X'],
  fields: { name: 'text', ts: 'time', tid: 'scalar', 'args.stack': 'text', 'args.n': 'number' },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rl-insight-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function scanFile(path: string, options: FileScanOptions) {
  const scan = scanTraceFile(path, SELECTION, options);
  const rows: Row[] = [];
  try {
    for await (const batch of scan) rows.push(...rowsOf(batch, SELECTION, scan.text));
  } catch (error) {
    return { error: String(error) };
  }
  const { problems, ...report } = scan.report();
  const sorted = [...problems].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  return { rows, ...report, problems: sorted };
}

let files = 0;
async function file(text: string | Uint8Array): Promise<string> {
  const path = join(folder, `${files++}.json`);
  await writeFile(path, text);
  return path;
}

const anyEvent = fc.record({
  ph: fc.constantFrom('X', 'X', 'i'),
  name: fc.constantFrom('a', 'aten::mul', '},{"ph"', 'é\\"'),
  ts: fc.nat().map((n) => `${n}.5`),
  tid: fc.nat(3),
  args: fc.oneof(
    fc.record({ stack: fc.constantFrom('f;\r\ng', 'h'), n: fc.integer() }),
    // Objects deeper down that begin as events do.
    fc.constant({ list: [{ x: 1 }, { ph: 'X', name: 'inner' }, { ph: 'X' }] }),
  ),
});

const anyTrace = fc
  .tuple(
    fc.array(anyEvent, { minLength: 1, maxLength: 40 }),
    fc.constantFrom(undefined, 1),
    fc.constantFrom('array', 'wrapped', 'cut', 'two arrays'),
  )
  .map(([events, indent, form]) => {
    const text = JSON.stringify(events, null, indent);
    if (form === 'wrapped') {
      return `{"meta": [{"ph": 1}, {"ph": 2}], "traceEvents": ${text}, "more": [{"ph":1},{"ph":2}]}`;
    }
    if (form === 'two arrays') return text + text;
    return form === 'cut' ? text.slice(0, text.length * 0.8) : text;
  });

test('parts give what one thread gives, wherever they are cut and whatever is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTrace,
      fc.integer({ min: 60, max: 3000 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\ x')), { maxLength: 1 }),
      fc.boolean(),
      async (text, partBytes, threads, changes, lendBatches) => {
        const bytes = new TextEncoder().encode(text);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte.charCodeAt(0);
        const path = await file(bytes);
        const parts = await scanFile(path, { threads, partBytes, batchEvents: 3, lendBatches });
        expect(parts).toEqual(await scanFile(path, { batchEvents: 3 }));
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

describe('threads', () => {
  const events = Array.from({ length: 3000 }, (_, i) => ({
    ph: 'X',
    name: `op ${i % 7}`,
    ts: `${i}`,
  }));

  test('a reader that stops early, or a signal, ends them', async () => {
    const path = await file(JSON.stringify(events));
    for await (const _ of scanTraceFile(path, SELECTION, { threads: 2, partBytes: 4096 })) break;
    const controller = new AbortController();
    const reading = (async () => {
      const scan = scanTraceFile(path, SELECTION, {
        threads: 2,
        partBytes: 4096,
        batchEvents: 10,
        signal: controller.signal,
      });
      for await (const _ of scan) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
  });

  test('a range of the file', async () => {
    const text = JSON.stringify(events);
    const begin = text.indexOf('{"ph":"X","name":"op 3"');
    const end = text.lastIndexOf(',{') + 1;
    const path = await file(text);
    const options = { range: { begin, end }, partBytes: 4096 };
    const parts = await scanFile(path, { ...options, threads: 2 });
    expect(parts).toMatchObject({ selected: 2996 });
    expect(parts).toEqual(await scanFile(path, options));
  });

  test('progress ends at the size of the file', async () => {
    const text = JSON.stringify(events);
    const path = await file(text);
    let last = 0;
    const options = { threads: 2, partBytes: 4096, onProgress: (n: number) => (last = n) };
    for await (const _ of scanTraceFile(path, SELECTION, options));
    expect(last).toBe(text.length);
  });

  test('a file that is not there, or no trace', async () => {
    expect(await scanFile(join(folder, 'none'), { threads: 2 })).toMatchObject({
      error: expect.stringContaining('ENOENT'),
    });
    const path = await file(`no trace [${JSON.stringify(events[0])}]`);
    expect(await scanFile(path, { threads: 2, partBytes: 10 })).toMatchObject({
      error: expect.stringContaining('a trace begins with'),
    });
  });
});
