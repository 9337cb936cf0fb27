import { describe, expect, it } from 'vitest';
import { type CsvRecord, joinPieces, readBytes, readNs, readTable } from '../testing/read-back.js';
import { type FormatRequest, resolveFormat } from './capture.js';
import { memoryRecordCsv } from './memory-record-csv.js';
import type { CaptureRequest } from './options.js';
import { type SimulatedCapture, simulateCapture } from './scenario.js';

const SMALL: CaptureRequest = { allocations: 300, geAllocations: 80, distinctStacks: 16 };

function textOf(capture: SimulatedCapture, format: FormatRequest = {}): string {
  return joinPieces(memoryRecordCsv(capture, resolveFormat(format, capture.options.variant)));
}

function allocated(record: CsvRecord | undefined): number {
  return readBytes(record?.['Total Allocated(MB)'], 'MB') ?? Number.NaN;
}

function of(records: readonly CsvRecord[], component: string, device: string): CsvRecord[] {
  return records.filter((row) => row.Component === component && row['Device Type'] === device);
}

describe('memory_record.csv', () => {
  it('has the headers of its variants', () => {
    const header = (request: CaptureRequest, format: FormatRequest = {}): string | undefined =>
      textOf(simulateCapture({ ...SMALL, ...request }), format).split('\r\n')[0];
    expect(header({})).toBe(
      'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type',
    );
    expect(header({ variant: 'V10' })).toBe(
      'Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type',
    );
    expect(header({ variant: 'M9' }, { deviceId: true })).toBe(
      'Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device',
    );
  });

  it.each<[string, CaptureRequest]>([
    ['one device', {}],
    ['two devices', { devices: 2 }],
    ['ties', { ties: true, devices: 2 }],
  ])('has each PTA moment at the level that the rows make: %s', (_, request) => {
    const capture = simulateCapture({ ...SMALL, ...request });
    const records = readTable(textOf(capture));
    for (const level of capture.truth.levels.filter((found) => found.allocator === 'PTA')) {
      const points = of(records, 'PTA', level.device);
      const rows = [...capture.truth.rows()].filter(
        (row) => row.allocator === 'PTA' && row.device === level.device,
      );
      const changes = rows.flatMap(({ startNs, releaseNs, activeReleaseNs, sizeBytes }) => {
        if (startNs === null) return [];
        const ends = [releaseNs, activeReleaseNs].filter((time) => time !== null);
        const leaves = ends.sort((a, b) => (a < b ? -1 : 1))[0];
        const released = leaves === undefined ? [] : [{ time: leaves, bytes: -sizeBytes }];
        return [{ time: startNs, bytes: sizeBytes }, ...released];
      });
      const unreported = capture.truth.unreportedReleases.filter(
        (release) => release.device === level.device,
      );
      changes.push(...unreported.map(({ timeNs, bytes }) => ({ time: timeNs, bytes: -bytes })));
      const net = changes.reduce((sum, change) => sum + change.bytes, 0);
      const before = level.endLiveBytes - net;
      const moments = rows.reduce(
        (sum, row) =>
          sum + 1 + Number(row.releaseNs !== null) + Number(row.activeReleaseNs !== null),
        2 * unreported.length,
      );
      expect(points).toHaveLength(moments);
      for (const [index, point] of points.entries()) {
        const time = readNs(point['Timestamp(us)']) as bigint;
        // Among points of one time only the last one shows the level after all of them.
        if (readNs(points[index + 1]?.['Timestamp(us)']) === time) continue;
        const live = changes.reduce(
          (sum, change) => (change.time <= time ? sum + change.bytes : sum),
          before,
        );
        expect(allocated(point)).toBe(live);
      }
      expect(Math.max(...points.map(allocated))).toBe(level.peakLiveBytes);
    }
  });

  it('has GE’s level of before at a release, as the table’s cells have', () => {
    const capture = simulateCapture(SMALL);
    const points = of(readTable(textOf(capture)), 'GE', 'NPU:0');
    const starts = new Map<bigint | null, number>();
    for (const row of capture.truth.rows()) {
      if (row.allocator === 'GE') starts.set(row.startNs, row.sizeBytes);
    }
    let level = 65_536;
    const sizes = new Map<bigint | null, number>();
    for (const row of capture.truth.rows()) {
      if (row.allocator === 'GE') sizes.set(row.releaseNs, row.sizeBytes);
    }
    for (const point of points) {
      const time = readNs(point['Timestamp(us)']);
      const allocation = starts.get(time);
      if (allocation !== undefined) {
        level += allocation;
        expect(allocated(point)).toBe(level);
      } else {
        expect(allocated(point)).toBe(level);
        level -= sizes.get(time) as number;
      }
    }
    expect(points.length).toBeGreaterThan(100);
  });

  it('starts with the process, and adds the sum of both allocators after each point', () => {
    const records = readTable(textOf(simulateCapture(SMALL)));
    const first = records.findIndex((record) => record.Component !== 'APP');
    expect(first).toBeGreaterThan(0);
    expect(records.slice(first).every((record) => record.Component !== 'APP')).toBe(true);
    expect(records.slice(0, first).every((record) => record['Total Allocated(MB)'] === '')).toBe(
      true,
    );
    const points = records.slice(first);
    const latest = { PTA: 0, GE: 0 };
    let time = 0n;
    for (let index = 0; index < points.length; index += 2) {
      const [own, sum] = points.slice(index, index + 2);
      const component = own?.Component as 'PTA' | 'GE';
      latest[component] = allocated(own);
      expect(sum?.Component).toBe('PTA+GE');
      expect(sum?.['Timestamp(us)']).toBe(own?.['Timestamp(us)']);
      expect(allocated(sum)).toBe(latest.PTA + latest.GE);
      expect(readNs(own?.['Timestamp(us)'])).toBeGreaterThan(time);
      time = readNs(own?.['Timestamp(us)']) as bigint;
    }
  });

  it('never has less reserved than active, nor less active than allocated', () => {
    for (const row of of(readTable(textOf(simulateCapture(SMALL))), 'PTA', 'NPU:0')) {
      const active = readBytes(row['Total Active(MB)'], 'MB') as number;
      expect(active).toBeGreaterThanOrEqual(allocated(row));
      expect(readBytes(row['Total Reserved(MB)'], 'MB')).toBeGreaterThanOrEqual(active);
    }
  });
});
