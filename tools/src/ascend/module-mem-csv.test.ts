import { describe, expect, it } from 'vitest';
import { joinPieces, readTable } from '../testing/read-back.js';
import { resolveFormat } from './capture.js';
import type { ModuleMemText } from './format.js';
import { moduleMemCsv } from './module-mem-csv.js';
import { simulateCapture } from './scenario.js';

describe('npu_module_mem.csv', () => {
  const capture = simulateCapture({ allocations: 400, devices: 2 });
  const slicesOf = (text: Partial<ModuleMemText>): string[] => {
    const format = resolveFormat({ moduleMem: text }, 'V15');
    return moduleMemCsv(capture, format, format.moduleMem as ModuleMemText).map(joinPieces);
  };

  it('has a column for the device if wanted, in MB or KB', () => {
    expect(slicesOf({})[0]).toMatch(/^Component,Timestamp\(us\),Total Reserved\(MB\),Device\r\n/);
    const [kb] = slicesOf({ deviceId: true, unit: 'KB' });
    expect(kb).toMatch(
      /^Device_id,Component,Timestamp\(us\),Total Reserved\(KB\),Device\r\n0,SLOG,/,
    );
    expect(kb).toContain('\r\n1,SLOG,');
  });

  it('says the same in slices as in one file', () => {
    const [whole] = slicesOf({});
    const slices = slicesOf({ slices: 3 });
    expect(slices).toHaveLength(3);
    expect(slices.flatMap(readTable)).toEqual(readTable(whole as string));
    expect(slices.every((slice) => readTable(slice).length > 10)).toBe(true);
  });

  it('has the same number of samples of each module, the process among them', () => {
    const rows = readTable(slicesOf({})[0] as string);
    const counts = new Map<string, number>();
    for (const { Component, Device } of rows) {
      const key = `${Component}/${Device}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(new Set(counts.values()).size).toBe(1);
    expect(counts.has('APP/NPU:1')).toBe(true);
  });
});
