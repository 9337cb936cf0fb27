import { RMM_FORMATS, rmmLogLines } from '@rl-insight/tools';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowOfCells } from './cells.js';
import { LogScanner } from './log-scanner.js';
import type { LogRow } from './rows.js';

const encoder = new TextEncoder();

type Numbered = LogRow & { readonly line: number };

/** The rows that the scanner finds in a text that comes in pieces of a size. */
function scanned(text: string, pieceBytes = 1 << 20, batchRows = 16) {
  const scanner = new LogScanner({ batchRows });
  const bytes = encoder.encode(text);
  const found: Numbered[] = [];
  const take = (batches: ReturnType<LogScanner['push']>) => {
    for (const rows of batches) {
      for (let i = 0; i < rows.count; i++) {
        found.push({
          line: rows.line[i],
          threadId: rows.threadId[i],
          timeNs: rows.timeNs[i],
          action: rows.action[i] as LogRow['action'],
          addressLow: rows.addressLow[i],
          addressHigh: rows.addressHigh[i],
          bytes: rows.bytes[i],
          streamLow: rows.streamLow[i],
          streamHigh: rows.streamHigh[i],
        });
      }
    }
  };
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    take(scanner.push(bytes.subarray(at, at + pieceBytes)));
  }
  take(scanner.finish());
  return { found, scanner };
}

const CSV_OPTIONS = {
  record_delimiter: '\n',
  trim: true,
  relax_column_count: true,
  relax_quotes: true,
};

/** The same by csv-parse: each line by itself, for lines of others may hold a quote. */
function byCsvParse(text: string): Numbered[] {
  return text.split('\n').flatMap((line, i) => {
    try {
      const [cells] = parse(line, CSV_OPTIONS);
      if (cells === undefined) return [];
      const row = rowOfCells(cells as string[]);
      return 'kind' in row ? [] : [{ line: i + 1, ...row }];
    } catch {
      return [];
    }
  });
}

const FORMATS = Object.entries(RMM_FORMATS);

describe('the rows of a log', () => {
  test.each(FORMATS)('of version %s are those that csv-parse finds', (_, format) => {
    for (const executor of [false, true]) {
      const lines = rmmLogLines({ options: { events: 400 }, format, executor });
      const text = lines.join(format.eol) + format.eol;
      const expected = byCsvParse(text);
      expect(expected.length).toBeGreaterThan(300);
      expect(scanned(text).found).toEqual(expected);
    }
  });

  test('are the same wherever pieces end, and however few rows are taken at a time', () => {
    const text = rmmLogLines({ options: { events: 60 }, executor: true }).join('\n');
    const expected = byCsvParse(text);
    for (const pieceBytes of [1, 2, 7, 64, 1000]) {
      expect(scanned(text, pieceBytes, 3).found).toEqual(expected);
    }
  });

  test('of a damaged log are those that csv-parse finds', () => {
    const lines = FORMATS.flatMap(([seed, format]) =>
      rmmLogLines({ options: { seed, events: 12 }, format, executor: true }),
    );
    const piece = fc.constantFrom(
      ...[',', '0', '9', ':', '.', 'x', 'a', 'f', 'F', '"', ' ', '\t', '\r', '\n', '-', 'é', ''],
      ...['(nil)', '0x', 'free', 'allocate', ' failure', '99999999999999999999', ',,'],
    );
    const damage = fc.record({ at: fc.nat(), length: fc.nat(4), piece });
    const order = fc.shuffledSubarray(lines, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(order, fc.array(damage, { maxLength: 8 }), fc.nat(40), (some, damages, size) => {
        let text = `${some.join('\n')}\n`;
        for (const { at, length, piece: put } of damages) {
          const place = at % text.length;
          text = text.slice(0, place) + put + text.slice(place + length);
        }
        expect(scanned(text, size + 1, 2).found).toEqual(byCsvParse(text));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a row', () => {
  test.each<[string, Partial<LogRow>]>([
    ['7,00:00:00.1,free,0x1,2,0', { timeNs: 1e8 }],
    ['7,23:59:60.000001,free,0x1,2,0', { timeNs: 86_400_000_001_000 }],
    ['7,00:00:00.123456789,free,0x1,2,0', { timeNs: 123_456_789 }],
    ['7,00:00:00.000000,free,0xffffffffffffffff,2,0', { addressHigh: 2 ** 32 - 1 }],
    ['7,00:00:00.000000,FREE,0x1,2,0', {}],
    ['"7","00:00:00.000000","free","0x1","2","0x1"', { threadId: 7, streamLow: 1 }],
    ['7,00:00:00.000000,free,0x1,9007199254740991,0', { bytes: Number.MAX_SAFE_INTEGER }],
    ['7,00:00:00.000000,free,0xAB,2,0XF', { addressLow: 0xab, streamLow: 15 }],
  ])('%s', (line, expected) => {
    const { found } = scanned(`${line}\n`);
    if (Object.keys(expected).length === 0) expect(found).toEqual([]);
    else expect(found).toMatchObject([expected]);
  });

  test.each([
    ['7,24:00:00.000000,free,0x1,2,0', '“24:00:00.000000” is no time of day'],
    ['7x,00:00:00.000000,free,0x1,2,0', '“7x” is no thread id'],
    ['7,00:00:00.000000,free,0x1,2', 'it ends too early'],
    ['7,00:00:00.000000,free,0x1,2,0,5', 'it has too many cells'],
    ['7,00:00:00.000000,free,null,2,0', '“null” is no address'],
    ['7,00:00:00.000000,free,0x1,-2,0', '“-2” is no size'],
    ['7,00:00:00.000000,free,0x1,9007199254740992,0', '“9007199254740992” is no size'],
    ['7,00:00:00.000000,free,0x1,2,default', '“default” is no stream'],
    ['7,00:00:00.000000,alocate,0x1,2,0', '“alocate” is no action'],
  ])('that is bad is counted with its reason: %s', (line, reason) => {
    const { found, scanner } = scanned(
      `Thread,Time,Action,Pointer,Size,Stream\n\n${line}\n${line}\n`,
    );
    expect(found).toEqual([]);
    expect(scanner.badRows.found).toEqual({ count: 2, line: 3, text: line, reason });
    expect(scanner.otherLines.found).toBeUndefined();
  });

  test('that is cut at the end of a growing log is none yet, and no bad one', () => {
    const whole = '7,00:00:00.000000,free,0x1,2,0x2';
    const { found, scanner } = scanned(`${whole}\n${whole.slice(0, 25)}`);
    expect(found).toHaveLength(1);
    expect(scanner.cutLine).toBe(whole.slice(0, 25));
    expect(scanner.badRows.found).toBeUndefined();
    expect(scanned(`${whole}\n${whole}`).found).toHaveLength(2);
  });
});
