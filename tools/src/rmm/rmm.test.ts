import { describe, expect, test } from 'vitest';
import type { RmmEvent } from './events.js';
import { BEFORE_MIDNIGHT_US, RMM_FORMATS, RmmTruth, rmmLogLines, simulateRmm } from './index.js';
import { logRow } from './log-text.js';

const at = (timeUs: number, threadId = 1) => ({ timeUs, threadId, stream: 2 });

describe('the truth', () => {
  test('of threads and scopes, as worked out by hand', () => {
    const truth = new RmmTruth();
    const events: RmmEvent[] = [
      { kind: 'enter', name: 'a', threadId: 1, timeUs: 1 },
      { kind: 'allocate', ...at(2), address: 16, bytes: 100 },
      { kind: 'enter', name: 'b', threadId: 1, timeUs: 3 },
      { kind: 'allocate', ...at(4), address: 32, bytes: 50 },
      { kind: 'allocate', ...at(5, 2), address: 48, bytes: 7 },
      { kind: 'free', ...at(6, 2), address: 16, bytes: 100 },
      { kind: 'exit', name: 'b', threadId: 1, timeUs: 7 },
      { kind: 'free', ...at(8), address: 32, bytes: 50 },
      { kind: 'free', ...at(9), address: 64, bytes: 9 },
      { kind: 'exit', name: 'a', threadId: 1, timeUs: 10 },
    ];
    for (const event of events) truth.tell(event);
    expect([...truth.threads.values()]).toEqual([
      { threadId: 1, peakBytes: 150, peakUs: 4, endBytes: 0, count: 2 },
      { threadId: 2, peakBytes: 7, peakUs: 5, endBytes: 7, count: 1 },
    ]);
    expect(
      truth.scopes.map(({ names, maxOutstandingBytes, leftOutstandingBytes }) => [
        names.join('/'),
        maxOutstandingBytes,
        leftOutstandingBytes,
      ]),
    ).toEqual([
      ['a', 150, 0],
      ['a/b', 50, 50],
    ]);
    expect([truth.earlierReleases, truth.earlierBytes]).toEqual([1, 9]);
  });

  test('of a failure: who held what, and what followed', () => {
    const truth = new RmmTruth();
    const events: RmmEvent[] = [
      { kind: 'allocate', ...at(1, 2), address: 16, bytes: 30 },
      { kind: 'failure', ...at(2), address: 0, bytes: 100 },
      { kind: 'free', ...at(3), address: 64, bytes: 5 },
      { kind: 'allocate', ...at(4), address: 32, bytes: 99 },
      { kind: 'failure', ...at(5), address: 0, bytes: 100 },
      { kind: 'free', ...at(6), address: 16, bytes: 30 },
      { kind: 'allocate', ...at(7), address: 16, bytes: 100 },
      { kind: 'failure', ...at(8, 2), address: 0, bytes: 1 },
    ];
    for (const event of events) truth.tell(event);
    const found = truth.failures.map(({ timeUs, liveBytes, releasedBytes, retry }) => [
      ...[timeUs, liveBytes, releasedBytes, retry],
    ]);
    expect(found).toEqual([
      [2, 35, 5, 'failed'],
      [5, 129, 30, 'succeeded'],
      [8, 199, 0, 'none'],
    ]);
    expect(truth.failures[1].heldByThread).toEqual([
      { threadId: 1, bytes: 99, count: 1 },
      { threadId: 2, bytes: 30, count: 1 },
    ]);
  });
});

describe('a simulated run', () => {
  const options = { seed: 'a', events: 3000, startUs: BEFORE_MIDNIGHT_US };

  test('has all that a parser and a report must tell', () => {
    const truth = new RmmTruth();
    simulateRmm(options, truth.tell);
    expect(truth.threads.size).toBe(6);
    expect(truth.earlierReleases).toBeGreaterThan(3);
    const retries = new Set(truth.failures.map(({ retry }) => retry));
    expect([...retries].sort()).toEqual(['failed', 'none', 'succeeded']);
    expect(Math.max(...truth.scopes.map(({ names }) => names.length))).toBe(5);
    expect(truth.scopes.some(({ endUs }) => endUs === null)).toBe(true);
    expect(truth.timeUs).toBeGreaterThan(86_400_000_000);
  });

  test('is the same for the same seed, and another for another', () => {
    const lines = rmmLogLines({ options });
    expect(rmmLogLines({ options })).toEqual(lines);
    expect(rmmLogLines({ options: { ...options, seed: 'b' } })).not.toEqual(lines);
  });

  test('in the log of an executor has the same rows between other lines', () => {
    const rows = rmmLogLines({ options });
    const mixed = rmmLogLines({ options, executor: true });
    expect(mixed.length).toBeGreaterThan(rows.length * 1.05);
    const isRow = new Set(rows);
    expect(mixed.filter((line) => isRow.has(line))).toEqual(rows);
  });
});

test('rows as each version writes them', () => {
  const events: RmmEvent[] = [
    { kind: 'allocate', ...at(51_679_998_533, 1979932), address: 0x30a000000, bytes: 256 },
    { kind: 'failure', ...at(86_400_000_001, 7), address: 0, bytes: 1024 },
    { kind: 'free', ...at(86_400_000_002, 7), address: 0x30a000000, bytes: 256 },
  ];
  const rows = Object.entries(RMM_FORMATS).map(([name, format]) => [
    name,
    ...events.map((event) => logRow(event, format)),
  ]);
  expect(rows).toEqual([
    ['0.12', 'allocate,0x30a000000,256,0x2', undefined, 'free,0x30a000000,256,0x2'],
    [
      '0.13',
      '14:21:19:998533,allocate,0x30a000000,256,0x2',
      undefined,
      '00:00:00:000002,free,0x30a000000,256,0x2',
    ],
    [
      '0.16',
      '1979932,14:21:19:998533,allocate,0x30a000000,256,0x2',
      undefined,
      '7,00:00:00:000002,free,0x30a000000,256,0x2',
    ],
    [
      '21.08',
      '1979932,14:21:19.998533,allocate,0x30a000000,256,0x2',
      undefined,
      '7,00:00:00.000002,free,0x30a000000,256,0x2',
    ],
    [
      '22.06',
      '1979932,14:21:19.998533,allocate,0x30a000000,256,0x2',
      '7,00:00:00.000001,allocate failure,0x0,1024,0x2',
      '7,00:00:00.000002,free,0x30a000000,256,0x2',
    ],
    [
      '25.02',
      '1979932,14:21:19.998533,allocate,0x30a000000,256,2',
      '7,00:00:00.000001,allocate failure,(nil),1024,2',
      '7,00:00:00.000002,free,0x30a000000,256,2',
    ],
    [
      'deallocate',
      '1979932,14:21:19.998533,allocate,0x30a000000,256,0x2',
      '7,00:00:00.000001,allocate failure,(nil),1024,0x2',
      '7,00:00:00.000002,deallocate,0x30a000000,256,0x2',
    ],
    [
      'crlf',
      '1979932,14:21:19.998533,allocate,0x30a000000,256,0x2',
      '7,00:00:00.000001,allocate failure,(nil),1024,0x2',
      '7,00:00:00.000002,free,0x30a000000,256,0x2',
    ],
  ]);
});
