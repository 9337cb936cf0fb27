import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordsByCsvParse } from '../../test/csv-oracle.js';
import { cellTexts } from './cells.js';
import { CsvScanner } from './csv-scanner.js';

function scan(text: string, pieceBytes = 1 << 16, bufferBytes = 64) {
  const records: string[][] = [];
  const places: [number, number][] = [];
  const scanner = new CsvScanner((record) => {
    records.push(cellTexts(record));
    places.push([record.line, record.byteOffset]);
  }, bufferBytes);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    scanner.push(bytes.slice(at, at + pieceBytes));
  }
  const unclosed = scanner.finish();
  return { records, places, unclosed };
}

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '1', '.', ' ', '\t', '😀'), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' '), maxLength: 6 }),
);

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

test('reads what csv-parse reads, whatever the pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 50 }),
      (rows, eol, closed, bom, pieceBytes) => {
        const lines = rows.map((row) => row.map(quoted).join(','));
        const text = `${bom ? '\uFEFF' : ''}${lines.join(eol)}${closed ? eol : ''}`;
        expect(scan(text, pieceBytes).records).toEqual(recordsByCsvParse(text));
      },
    ),
    { numRuns: 1000 },
  );
});

describe('places and damage', () => {
  test('lines and bytes are those of the file, over quoted line ends and blank lines', () => {
    const { places } = scan('a,b\r\n"x\ny",2\n\n\nz,3');
    expect(places).toEqual([
      [1, 0],
      [2, 5],
      [6, 15],
    ]);
  });

  test('a quote that is never closed is told, with the records before it', () => {
    const { records, unclosed } = scan('a,b\n1,2\n"x,3\n4,5\n', 3);
    expect(records).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(unclosed).toEqual({ line: 3, byteOffset: 8 });
  });

  test('a record longer than the buffer', () => {
    const long = 'x'.repeat(5000);
    expect(scan(`a,${long},c\n`, 700).records).toEqual([['a', long, 'c']]);
  });

  test('an empty file has no record', () => {
    expect(scan('')).toEqual({ records: [], places: [], unclosed: undefined });
  });
});
