import { describe, expect, it } from 'vitest';
import { readArguments, UsageError } from './arguments.js';
import { FLAGS, helpText } from './flags.js';

describe('readArguments', () => {
  it('leaves what is not given to the defaults', () => {
    expect(readArguments(['out'])).toEqual({
      help: false,
      root: 'out',
      request: {
        capture: { blocksFromBefore: {}, trace: {} },
        format: { trace: {}, moduleMem: {}, profilerInfo: {}, metadata: {} },
      },
    });
  });

  it('reads lists, sizes, choices and switches', () => {
    const { request } = readArguments(
      'out --ranks 0,1 --roles actor,ref --steps 3 --allocations 1_000 --variant V10 --target-bytes 1.2GB --no-queue --bom --no-tabs --devices 2'.split(
        ' ',
      ),
    );
    expect(request).toMatchObject({
      ranks: [0, 1],
      roles: ['actor', 'ref'],
      steps: [3],
      capture: { allocations: 1000, variant: 'V10', devices: 2, trace: { queue: false } },
      format: { bom: true, tabs: false, trace: { targetBytes: 1.2e9 } },
    });
  });

  it('switches whole files off', () => {
    const { request } = readArguments(
      'out --no-trace --module-mem 0 --no-profiler-info --no-metadata --no-memory-record'.split(
        ' ',
      ),
    );
    expect(request.capture?.trace).toBe(false);
    expect(request.format).toMatchObject({
      moduleMem: false,
      profilerInfo: false,
      metadata: false,
      memoryRecord: false,
    });
  });

  it.each([
    [[]],
    [['a', 'b']],
    [['a', '--variant', 'V9']],
    [['a', '--ranks', 'x']],
    [['a', '--no']],
  ])('refuses %j', (args) => {
    expect(() => readArguments(args)).toThrow(UsageError);
  });
});

describe('helpText', () => {
  it('names every flag within 100 columns', () => {
    const lines = helpText().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const { name } of FLAGS) expect(helpText()).toContain(`--${name}`);
    expect(readArguments(['--help']).help).toBe(true);
  });
});
