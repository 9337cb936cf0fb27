import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordsByCsvParse } from '../../test/csv-oracle.js';
import { inPieces } from '../../test/scan.js';
import { type CsvOptions, type CsvPlan, scanCsv, UNREADABLE } from './index.js';

const PLAN: CsvPlan = {
  width: 4,
  fields: {
    name: { place: 0, type: 'text' },
    size: { place: 1, type: 'number' },
    time: { place: 2, type: 'time', unit: 'us' },
    device: { place: 3, type: 'label' },
  },
};

type Cell = string | number | null;

async function read(bytes: Uint8Array, options: CsvOptions & { pieceBytes?: number }) {
  const scan = scanCsv(inPieces(bytes, options.pieceBytes ?? 1 << 16), () => PLAN, options);
  const rows: { name: string; size: Cell; time: Cell; device: Cell; line: number }[] = [];
  for await (const batch of scan) {
    const names = batch.codes('name');
    const sizes = batch.numbers('size');
    const { seconds, nanos } = batch.times('time');
    const devices = batch.codes('device');
    const cell = (value: number) =>
      Number.isNaN(value) ? null : value === UNREADABLE ? 'unreadable' : value;
    for (let i = 0; i < batch.count; i++) {
      const time = cell(seconds[i]);
      rows.push({
        name: scan.text(names[i]),
        size: cell(sizes[i]),
        time:
          typeof time === 'number'
            ? String(BigInt(time) * 1_000_000_000n + BigInt(nanos[i]))
            : time,
        device: devices[i] < 0 ? null : scan.text(devices[i]),
        line: batch.lines[i],
      });
    }
  }
  return { rows, report: scan.report() };
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const PLAIN_TIME = /^\d+(\.\d{1,3})?$/;

/** What the plan means, said of csv-parse's texts. */
function expected(text: string) {
  const blank = /^[ \t\r\n]*|[ \t\r\n]*$/g;
  const label = (cell: string) => {
    const trimmed = cell.replaceAll(blank, '');
    return trimmed === '' || trimmed === 'N/A' ? null : trimmed;
  };
  return recordsByCsvParse(text)
    .slice(1)
    .filter((cells) => cells.length >= 4 && cells.slice(4).every((cell) => cell === ''))
    .map(([name, size, time, device]) => {
      const number = label(size);
      const moment = label(time);
      return {
        name,
        size: number === null ? null : NUMBER.test(number) ? Number(number) : 'unreadable',
        time:
          moment === null
            ? null
            : PLAIN_TIME.test(moment)
              ? String(BigInt(Math.round(Number(moment) * 1000)))
              : 'unreadable',
        device: label(device),
      };
    });
}

const anyName = fc.oneof(
  fc.constantFrom('aten::add', 'aten::mul', 'cann::x', ''),
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é'), maxLength: 6 }),
);
const anyRow = fc
  .tuple(
    anyName,
    fc.oneof(
      fc.constantFrom('', '12', '-0.5', '1e3', 'x', 'N/A', '123456789012345678', ' 7 '),
      fc.integer().map(String),
    ),
    fc.oneof(
      fc.constantFrom('', '12', '1.5\t', 'N/A', '1x', ' 3'),
      fc.nat(10 ** 9).map((n) => `${n}.25`),
    ),
    fc.constantFrom('NPU:0', ' NPU:1', '', 'N/A', 'a,b'),
    fc.constantFrom<string[]>([], [], [], [''], ['x']),
  )
  .chain(([name, size, time, device, more]) =>
    fc
      .constantFrom(...[4, 4, 4, 4, 4, 4, 4, 2])
      .map((cells) => [name, size, time, device].slice(0, cells).concat(cells === 4 ? more : [])),
  );

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const anyTable = fc
  .tuple(
    fc.array(anyRow, { maxLength: 20 }),
    fc.constantFrom('\n', '\r\n', '\n\n'),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([rows, eol, closed, bom]) => {
    const lines = ['Name,Size,Time,Device', ...rows.map((row) => row.map(quoted).join(','))];
    return `${bom ? '\uFEFF' : ''}${lines.join(eol)}${closed ? eol : ''}`;
  });

const anyLimits = fc.record({
  pieceBytes: fc.integer({ min: 1, max: 200 }),
  bufferBytes: fc.integer({ min: 16, max: 300 }),
  batchRows: fc.integer({ min: 1, max: 5 }),
  lendBatches: fc.boolean(),
  kernel: fc.boolean(),
});

test('columns are what csv-parse reads, whatever the pieces, buffer and batch', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, anyLimits, async (text, limits) => {
      const { rows } = await read(new TextEncoder().encode(text), limits);
      expect(rows.map(({ line: _, ...row }) => row)).toEqual(expected(text));
    }),
    { numRuns: 1000 },
  );
});

test('the kernel reads what TypeScript reads of a damaged table, and tells the same of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTable,
      anyLimits,
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(...'",\r\n \t'))), {
        maxLength: 3,
      }),
      async (text, limits, changes) => {
        const bytes = new TextEncoder().encode(text);
        for (const [at, byte] of changes) {
          bytes[at % bytes.length] = typeof byte === 'string' ? byte.charCodeAt(0) : byte;
        }
        const [fast, plain] = await Promise.all(
          [true, false].map((kernel) => read(bytes, { ...limits, kernel })),
        );
        expect(fast).toEqual(plain);
      },
    ),
    { numRuns: 1500 },
  );
});

describe('places', () => {
  test('rows that do not fit are counted, with their line', async () => {
    const text = 'Name,Size,Time,Device\na,1\n\nb,1,2,NPU:0\nc,1,2,NPU:0,x\nd\n';
    const { rows, report } = await read(new TextEncoder().encode(text), {});
    expect(rows).toMatchObject([{ name: 'b', line: 4 }]);
    expect(report).toMatchObject({
      rows: 1,
      fewerCells: { count: 2, line: 2 },
      moreCells: { count: 1, line: 5 },
      unclosedQuote: undefined,
    });
  });

  test.each([true, false])(
    'lines are those of the file, over quoted line ends (kernel: %s)',
    async (kernel) => {
      const text = 'Name,Size,Time,Device\r\n"x\ny",1,2,d\n\n\nz,1,2,d';
      const { rows } = await read(new TextEncoder().encode(text), { kernel, pieceBytes: 7 });
      expect(rows).toMatchObject([
        { name: 'x\ny', line: 2 },
        { name: 'z', line: 6 },
      ]);
    },
  );

  test.each([true, false])('a quote that is never closed is told (kernel: %s)', async (kernel) => {
    const text = 'Name,Size,Time,Device\na,1,2,d\n"x,1,2,d\ny,1,2,d\n';
    const { rows, report } = await read(new TextEncoder().encode(text), { kernel, pieceBytes: 5 });
    expect(rows).toMatchObject([{ name: 'a', line: 2 }]);
    expect(report.unclosedQuote).toEqual({ line: 3, byteOffset: 30 });
  });

  test.each([true, false])('a row longer than the buffer (kernel: %s)', async (kernel) => {
    const long = 'x'.repeat(5000);
    const text = `Name,Size,Time,Device\na,1,2,d\n${long},1,2,d\nb,1,2,d\n`;
    const { rows } = await read(new TextEncoder().encode(text), { kernel, bufferBytes: 700 });
    expect(rows.map(({ name }) => name)).toEqual(['a', long, 'b']);
  });

  test('an empty file has no header', async () => {
    expect(await read(new Uint8Array(0), {})).toMatchObject({
      rows: [],
      report: { header: undefined },
    });
  });

  test('a header that nothing is wanted of', async () => {
    const scan = scanCsv(new TextEncoder().encode('a,b\n1,2\n'), () => undefined);
    for await (const batch of scan) expect(batch).toBeUndefined();
    expect(scan.report()).toMatchObject({ header: ['a', 'b'], rows: 0 });
  });
});
