import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeCommand } from './commands.js';
import { runContenders } from './contenders.js';

const MEGABYTE = 1 << 20;

let workFolder = '';
const log = (): void => undefined;

beforeAll(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'rl-insight-bench-test-'));
});
afterAll(() => rm(workFolder, { recursive: true, force: true }));

test('runs in turns, measures, and removes what was left', async () => {
  const order: string[] = [];
  const lines: string[] = [];
  const [writer, other] = await runContenders(
    [
      {
        name: 'writer',
        command: (output) => {
          order.push('writer');
          return nodeCommand(['-e', `require('fs').writeFileSync(${JSON.stringify(output)}, 'x')`]);
        },
        inspect: async (output) => ({ left: (await readFile(output)).length }),
      },
      {
        name: 'other',
        mostRuns: 1,
        command: () => {
          order.push('other');
          return nodeCommand(['-p', '"noise\\n" + JSON.stringify({ bytes: 6, seconds: 2 })'], true);
        },
      },
    ],
    { runs: 2, workFolder, log: (line) => lines.push(line) },
  );
  expect(order).toEqual(['writer', 'other', 'writer']);
  expect(lines).toHaveLength(3);
  expect(existsSync(join(workFolder, 'output'))).toBe(false);
  expect(writer).toMatchObject({ runs: 2, facts: { left: 1 }, bytesPerSecond: undefined });
  expect(writer.wallSeconds.min).toBeGreaterThan(0);
  expect(other).toMatchObject({ runs: 1, facts: { bytes: 6, seconds: 2 } });
  expect(other.bytesPerSecond?.median).toBe(3);
});

test('the peak is that of the program, not of whoever started it', async () => {
  const held = Buffer.alloc(300 * MEGABYTE, 1);
  const [small, large] = await runContenders(
    ['0', `Buffer.alloc(${200 * MEGABYTE}, 1)`].map((script) => ({
      name: script,
      command: () => nodeCommand(['-e', script]),
    })),
    { runs: 1, workFolder, log },
  );
  expect(held[0]).toBe(1);
  expect(large.peakBytes?.median).toBeGreaterThan(200 * MEGABYTE);
  // Only Linux tells it apart, and only there the bench is needed to.
  if (process.platform === 'linux') expect(small.peakBytes?.median).toBeLessThan(150 * MEGABYTE);
});

test('a program that fails is an error with its last words', async () => {
  const failing = { name: 'failing', command: () => nodeCommand(['-e', 'throw Error("no luck")']) };
  await expect(runContenders([failing], { runs: 1, workFolder, log })).rejects.toThrow('no luck');
});
