import { describe, expect, it } from 'vitest';
import {
  type CsvRecord,
  joinPieces,
  readBytes,
  readCsv,
  readNs,
  readTable,
} from '../testing/read-back.js';
import { type FormatRequest, resolveFormat } from './capture.js';
import { ODD_NAMES } from './names.js';
import { operatorMemoryCsv } from './operator-memory-csv.js';
import type { CaptureRequest, Variant } from './options.js';
import { type SimulatedCapture, simulateCapture } from './scenario.js';
import type { TrueRow } from './truth.js';

const SMALL: CaptureRequest = { allocations: 300, geAllocations: 60, distinctStacks: 16 };

function tableOf(capture: SimulatedCapture, format: FormatRequest = {}): string {
  return joinPieces(operatorMemoryCsv(capture, resolveFormat(format, capture.options.variant)));
}

function headerOf(variant: Variant, format: FormatRequest = {}): string {
  return tableOf(simulateCapture({ ...SMALL, variant }), format).split(/\r?\n/)[0] as string;
}

const V15 =
  'Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),' +
  'Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),' +
  'Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type';
const V10 =
  'Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us),Allocation Total Allocated(MB),' +
  'Allocation Total Reserved(MB),Release Total Allocated(MB),Release Total Reserved(MB),Device Type';
const M9 =
  'Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),Allocation Total Reserved(KB),' +
  'Release Total Allocated(KB),Release Total Reserved(KB),Device';

describe('headers', () => {
  it.each<[Variant, string]>([
    ['V15', V15],
    ['V14', V15.replace(',Active Duration(us)', '')],
    ['V10', V10],
    ['M9', M9],
    [
      'MS9',
      `${M9.replaceAll('Allocated(KB)', 'Allocated(MB)').replaceAll('Reserved(KB)', 'Reserved(MB)')},`,
    ],
  ])('%s', (variant, header) => {
    expect(headerOf(variant)).toBe(header);
  });

  it('M9 with its device', () => {
    expect(headerOf('M9', { deviceId: true })).toBe(`Device_id,${M9}`);
  });
});

describe('cells', () => {
  const capture = simulateCapture(SMALL);

  it('looks as torch_npu writes it', () => {
    const lines = tableOf(capture).split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(lines).toHaveLength(362);
    const time = '\\d{16}\\.\\d{2}0\\t';
    const mb = '\\d+\\.\\d+';
    const released = `^(aten|npu)::\\w+,\\d+\\.[05],${time},${time},${time},\\d+\\.\\d{2}0\\t,\\d+\\.\\d{2}0\\t,(${mb},){6}\\d+,NPU:0$`;
    const kept = `^(aten|npu)::\\w+,\\d+\\.[05],${time},,,,,(${mb},){3},,,\\d+,NPU:0$`;
    const cann = `^cann::\\w+,\\d+\\.0,${time},${time},,\\d+\\.\\d+,,(${mb},){2},(${mb},){2},,NPU:0$`;
    for (const pattern of [released, kept, cann]) {
      expect(lines.filter((line) => new RegExp(pattern).test(line)).length).toBeGreaterThan(10);
    }
  });

  it('shows a GE block that stays as released at once, at a total of zero', () => {
    const rows = readTable(tableOf(capture));
    const kept = rows.filter((_, index) => {
      const row = capture.truth.row(index);
      return row.allocator === 'GE' && row.releaseNs === null;
    });
    expect(kept.length).toBeGreaterThan(0);
    for (const row of kept) {
      expect(row['Release Time(us)']).toBe(row['Allocation Time(us)']);
      expect(row['Duration(us)']).toBe('0.0');
      expect(row['Release Total Allocated(MB)']).toBe('0.0');
    }
  });

  it('can have a byte order mark, plain line ends, quoted times, no tabs', () => {
    expect(tableOf(capture, { bom: true }).startsWith('\u{FEFF}Name,Size(KB)')).toBe(true);
    expect(tableOf(capture, { eol: 'lf' })).not.toContain('\r');
    expect(tableOf(capture, { quoteTimes: true })).toMatch(/,"\d{16}\.\d{3}\t","\d{16}\.\d{3}\t",/);
    expect(tableOf(capture, { tabs: false })).not.toContain('\t');
    const plain = readCsv(tableOf(capture));
    expect(readCsv(tableOf(capture, { quoteTimes: true, eol: 'lf' }))).toEqual(plain);
  });

  it('writes N/A as MindSpore does', () => {
    const rows = readTable(tableOf(capture, { missing: 'N/A' }));
    const kept = rows.filter((row) => row['Release Time(us)'] === 'N/A');
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.every((row) => row['Release Total Active(MB)'] === 'N/A')).toBe(true);
  });

  it('writes the odd names so that they read back', () => {
    const odd = simulateCapture({ ...SMALL, allocations: 900, distinctStacks: 64, oddNames: true });
    const text = tableOf(odd);
    expect(text).toContain('"load, then ""cast"""');
    const names = new Set(readTable(text).map((row) => row.Name));
    expect(ODD_NAMES.filter((name) => names.has(name)).length).toBeGreaterThan(6);
  });

  it('ends every line of MindSpore’s tracker with a comma, and names the pool', () => {
    const lines = tableOf(simulateCapture({ ...SMALL, variant: 'MS9' })).split('\n');
    expect(lines.slice(0, -1).every((line) => line.endsWith(','))).toBe(true);
    expect(lines[1]).toMatch(/,Common mem,$/);
    expect(lines.slice(0, -1).some((line) => /,,(\d+\.\d+,){2}0,0,Common mem,$/.test(line))).toBe(
      true,
    );
  });
});

/** What the cells of a row say, in bytes and ns. */
function check(record: CsvRecord, row: TrueRow, variant: Variant): void {
  expect(record.Name).toBe(row.name);
  expect(readBytes(record['Size(KB)'], 'KB')).toBe(row.sizeBytes);
  expect(readNs(record['Allocation Time(us)'])).toBe(row.startNs);
  expect(record['Device Type'] ?? record.Device).toBe(row.device);
  if (row.startNs === null) return;
  const heldNs = row.releaseNs === null ? null : row.releaseNs - row.startNs;
  const isKeptGe = row.allocator === 'GE' && row.releaseNs === null;
  const none = variant === 'M9' || (isKeptGe && variant !== 'MS9') ? 0n : null;
  expect(readNs(record['Duration(us)'])).toBe(heldNs ?? none);
  if (record['Release Time(us)'] !== undefined) {
    expect(readNs(record['Release Time(us)'])).toBe(isKeptGe ? row.startNs : row.releaseNs);
  }
  if (record['Active Release Time(us)'] !== undefined) {
    expect(readNs(record['Active Release Time(us)'])).toBe(row.activeReleaseNs);
  }
}

describe('every variant reads back as the truth', () => {
  it.each<[Variant, CaptureRequest]>([
    ['V15', {}],
    ['V15', { devices: 2, ties: true, emptyNames: 0.1, oddNames: true }],
    ['V14', {}],
    ['V10', {}],
    ['V10', { devices: 2, ties: true }],
    ['M9', { geAllocations: 300, allocations: 0 }],
    ['M9', {}],
    ['MS9', {}],
  ])('%s %j', (variant, request) => {
    const capture = simulateCapture({ ...SMALL, ...request, variant });
    const records = readTable(tableOf(capture));
    expect(records).toHaveLength(capture.truth.rowCount);
    for (const [index, record] of records.entries()) {
      check(record, capture.truth.row(index), variant);
    }
  });

  it('lists releases of earlier blocks in V10 only', () => {
    const old = simulateCapture({ ...SMALL, variant: 'V10' });
    const rows = readTable(tableOf(old)).filter((row) => row['Size(KB)']?.startsWith('-'));
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      expect(row.Name).toBe('');
      expect(row['Allocation Time(us)']).toBe('');
      expect(row['Allocation Total Allocated(MB)']).toBe('');
      expect(row['Release Time(us)']).toMatch(/^\d{16}\.\d{1,2}$/);
      expect(row['Release Total Allocated(MB)']).not.toBe('');
    }
    expect(old.truth.unreportedReleases).toEqual([]);
    expect(simulateCapture(SMALL).truth.unreportedReleases).toHaveLength(6);
  });

  it('puts GE’s rows last, in V10 first', () => {
    const names = (variant: Variant): boolean[] =>
      readTable(tableOf(simulateCapture({ ...SMALL, variant }))).map((row) =>
        String(row.Name).startsWith('cann::'),
      );
    expect(names('V15').indexOf(true)).toBe(300);
    expect(names('V10').lastIndexOf(true)).toBe(59);
  });
});
