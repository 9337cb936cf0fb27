import { memoryGroups } from '@rl-insight/memory-contract';
import { writeCaptures } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { parse, rowsOf, temporaryFolder } from '../test/tables.js';

type Request = NonNullable<Parameters<typeof writeCaptures>[1]>;

type Facts = readonly [string, ...unknown[]];

const sorted = (facts: readonly Facts[]) => [...facts].sort(([a], [b]) => (a < b ? -1 : 1));

/** Every row of the table against what the generator knows to be true. */
async function expectTruth(request: Request) {
  const folder = await temporaryFolder();
  const [{ simulated }] = await writeCaptures(folder, request);
  const { tables, summary, failures } = await parse(folder);
  expect(failures).toEqual([]);
  const rows = rowsOf(summary);
  const found = rows.map((row): Facts => {
    const { start_time_ns, device_type, size_bytes, name, allocator, duration_ns } = row;
    const key = [start_time_ns, device_type, size_bytes, name, duration_ns].join(' ');
    return [key, allocator, row.before_capture];
  });
  const truth = [...simulated.truth.rows()].map((row): Facts => {
    const start = row.startNs ?? row.releaseNs ?? 0n;
    const name = row.name.trim() === '' ? '(unknown)' : row.name;
    const held = row.releaseNs === null ? null : row.releaseNs - start;
    const key = [start, row.device, row.sizeBytes, name, held].join(' ');
    return [key, row.allocator, row.startNs === null];
  });
  expect(sorted(found)).toEqual(sorted(truth));
  return { simulated, tables, rows };
}

async function expectStacks(request: Request) {
  const { simulated, rows } = await expectTruth(request);
  const byTime = new Map(rows.map((row) => [row.start_time_ns, row]));
  for (const truth of simulated.truth.rows()) {
    if (truth.startNs === null) continue;
    const row = byTime.get(truth.startNs);
    expect([row?.call_stack, row?.stack_match]).toEqual([truth.callStack, truth.via]);
    if (row?.thread_id !== null) expect(row?.thread_id).toBe(BigInt(truth.threadId ?? 0));
  }
}

const SMALL = { allocations: 300, geAllocations: 40 };

describe('every kind of operator_memory.csv', () => {
  test.each<[string, Request]>([
    ['15 columns', { capture: { ...SMALL, variant: 'V15' } }],
    ['14 columns', { capture: { ...SMALL, variant: 'V14' } }],
    ['10 columns, with releases of blocks from before', { capture: { ...SMALL, variant: 'V10' } }],
    [
      'MindSpore’s 9 columns, with a trailing comma',
      { capture: { ...SMALL, geAllocations: 0, variant: 'MS9', trace: false } },
    ],
    [
      'CANN’s 9 columns in KB',
      { capture: { allocations: 0, geAllocations: 80, variant: 'M9', trace: false } },
    ],
    [
      'CANN’s, with a leading Device_id',
      {
        capture: { allocations: 0, geAllocations: 80, variant: 'M9', trace: false },
        format: { deviceId: true },
      },
    ],
    ['LF', { capture: SMALL, format: { eol: 'lf' } }],
    ['CRLF and a byte order mark', { capture: SMALL, format: { eol: 'crlf', bom: true } }],
    ['times in quotes', { capture: SMALL, format: { quoteTimes: true } }],
    ['times without a tab', { capture: SMALL, format: { tabs: false } }],
    ['N/A for what is unknown', { capture: SMALL, format: { missing: 'N/A' } }],
    ['two devices', { capture: { ...SMALL, devices: 2 } }],
    ['names that are blank', { capture: { ...SMALL, emptyNames: 0.2 } }],
    ['names with commas, quotes, line ends and markup', { capture: { ...SMALL, oddNames: true } }],
    ['events at one time', { capture: { ...SMALL, ties: true, trace: false } }],
  ])('%s', async (_, request) => {
    if (request.capture?.variant === 'MS9') {
      // Its rows name no allocator of torch_npu’s.
      const folder = await temporaryFolder();
      const [{ simulated }] = await writeCaptures(folder, request);
      const { summary } = await parse(folder);
      expect(summary.numRows).toBe(simulated.truth.rowCount);
      return;
    }
    await expectTruth(request);
  });
});

describe('call stacks', () => {
  test.each<[string, Request]>([
    ['one thread', { capture: { ...SMALL, trace: { backwardThread: false, queue: false } } }],
    [
      'a backward thread',
      { capture: { ...SMALL, geAllocations: 0, trace: { backwardThread: true, queue: false } } },
    ],
    [
      'a backward thread and a task queue',
      { capture: { ...SMALL, trace: { backwardThread: true, queue: true } } },
    ],
    ['another seed', { capture: { ...SMALL, seed: 5 } }],
    ['blank and odd names', { capture: { ...SMALL, oddNames: true, emptyNames: 0.1 } }],
    ['10 columns, numeric times', { capture: { ...SMALL, variant: 'V10' } }],
    ['pretty-printed', { capture: SMALL, format: { trace: { format: 'pretty' } } }],
    ['in traceEvents', { capture: SMALL, format: { trace: { wrapper: 'traceEvents' } } }],
  ])('are found as the generator made them: %s', async (_, request) => {
    await expectStacks(request);
  });

  test.each([
    ['missing-bracket', 'trace-missing-end'],
    ['trailing-comma', 'trace-trailing-comma'],
    ['two-arrays', 'trace-second-array'],
    ['cut-in-event', 'trace-cut-event'],
  ] as const)('of a trace with %s, which is told', async (end, code) => {
    const folder = await temporaryFolder();
    const [{ simulated }] = await writeCaptures(folder, {
      capture: SMALL,
      format: { trace: { end } },
    });
    const { summary, notices, tables, failures } = await parse(folder);
    expect(failures).toEqual([]);
    expect(notices.map((notice) => notice.code)).toContain(code);
    expect(memoryGroups(tables)[0].info.warnings.map((warning) => warning.code)).toContain(code);
    const found = rowsOf(summary).filter((row) => row.stack_match !== 'none').length;
    const there = simulated.truth.rows();
    expect(found).toBe([...there].filter(({ via }) => via !== 'none').length);
  });

  test('a step of the trace is the step of its allocations', async () => {
    const folder = await temporaryFolder();
    await writeCaptures(folder, { capture: { ...SMALL, trace: { profilerSteps: [7, 8] } } });
    const { summary, tables } = await parse(folder);
    expect(new Set(rowsOf(summary).map((row) => row.step))).toEqual(new Set([7, 8, null]));
    expect(rowsOf(tables.memory_ranges).map(({ name, kind }) => [name, kind])).toEqual([
      ['ProfilerStep#7', 'step'],
      ['Optimizer.step#AdamW.step', 'annotation'],
      ['ProfilerStep#8', 'step'],
      ['Optimizer.step#AdamW.step', 'annotation'],
    ]);
    const kept = await parse(folder, { memory: { parser: { step: 8 } } });
    expect(rowsOf(kept.tables.memory_ranges).map(({ name }) => name)).toEqual([
      'ProfilerStep#8',
      'Optimizer.step#AdamW.step',
    ]);
  });
});

describe('levels', () => {
  test.each<[string, Request]>([
    ['15 columns', { capture: SMALL }],
    [
      'without memory_record.csv',
      {
        capture: { ...SMALL, blocksFromBefore: { count: 20, released: 0 } },
        format: { memoryRecord: false },
      },
    ],
    ['10 columns', { capture: { ...SMALL, variant: 'V10' } }],
    ['two devices', { capture: { ...SMALL, devices: 2 } }],
  ])('each allocator begins where it did: %s', async (_, request) => {
    const { simulated, tables } = await expectTruth(request);
    for (const { device, allocator, startLiveBytes } of simulated.truth.levels) {
      const group = memoryGroups(tables).find(({ info }) => info.device_type === device);
      const known = group?.info.captures[0].allocators.find((a) => a.allocator === allocator);
      expect(known).toMatchObject({ start_live_bytes: startLiveBytes, start_source: 'counters' });
    }
  });
});
