import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CapturesRequest,
  type SimulatedCapture,
  type TrueRow,
  writeCaptures,
} from '../ascend/index.js';

const SMALL = {
  allocations: 24,
  geAllocations: 6,
  distinctStacks: 6,
  stackDepth: 4,
  blocksFromBefore: { count: 6, released: 4 },
};
const SHORT = { counters: 4, pythonFunctions: 2 };

/** Small captures, each named after what is special in it. */
export const FIXTURES: Readonly<Record<string, CapturesRequest>> = {
  '15-columns': { capture: SMALL, format: { trace: SHORT } },
  '14-columns': { capture: { ...SMALL, variant: 'V14' }, format: { trace: SHORT } },
  '10-columns-releases-from-before': {
    capture: { ...SMALL, variant: 'V10' },
    format: { trace: SHORT },
  },
  '9-columns-cann-kb': {
    capture: { ...SMALL, allocations: 0, geAllocations: 12, variant: 'M9', trace: false },
    format: { deviceId: true },
  },
  '9-columns-mindspore-trailing-comma': {
    capture: { ...SMALL, geAllocations: 0, variant: 'MS9', trace: false },
  },
  'lf-bom-quoted-times': {
    capture: SMALL,
    format: { eol: 'lf', bom: true, quoteTimes: true, trace: SHORT },
  },
  'two-devices-in-one-file': { capture: { ...SMALL, devices: 2 }, format: { trace: SHORT } },
  'hostile-names': {
    capture: { ...SMALL, oddNames: true, emptyNames: 0.2 },
    format: { trace: SHORT },
  },
  'trace-without-end': { capture: SMALL, format: { trace: { ...SHORT, end: 'missing-bracket' } } },
  'trace-two-arrays': { capture: SMALL, format: { trace: { ...SHORT, end: 'two-arrays' } } },
};

/** What a right reader finds: the rows in order of time, integers as decimal text. */
export interface ExpectedRow {
  readonly name: string;
  readonly device_type: string;
  readonly allocator: string;
  readonly start_time_ns: string;
  readonly duration_ns: string | null;
  readonly size_bytes: string;
  readonly before_capture: boolean;
  readonly call_stack: string;
  readonly stack_match: string;
}

function expectedRow(row: TrueRow): ExpectedRow {
  const start = row.startNs ?? row.releaseNs ?? 0n;
  return {
    name: row.name.trim() === '' ? '(unknown)' : row.name,
    device_type: row.device,
    allocator: row.allocator,
    start_time_ns: String(start),
    duration_ns: row.releaseNs === null ? null : String(row.releaseNs - start),
    size_bytes: String(row.sizeBytes),
    before_capture: row.startNs === null,
    call_stack: row.callStack,
    stack_match: row.via,
  };
}

function expected({ truth }: SimulatedCapture): string {
  const rows = [...truth.rows()].map(expectedRow);
  rows.sort((a, b) => (BigInt(a.start_time_ns) < BigInt(b.start_time_ns) ? -1 : 1));
  return `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
}

/** Writes all fixtures below `root`, in place of those that are there, each with `expected.json`. */
export async function writeFixtures(root: string): Promise<void> {
  for (const [name, request] of Object.entries(FIXTURES)) {
    const folder = join(root, name);
    await rm(folder, { recursive: true, force: true });
    const [{ simulated }] = await writeCaptures(folder, { worker: 'node0', ...request });
    await writeFile(join(folder, 'expected.json'), expected(simulated));
  }
}
