import { describe, expect, onTestFinished, test } from 'vitest';
// The threads load the built entry, so the built pool is what is tested.
import { isRlInsightError, WorkerPool } from '../../dist/index.js';

const MODULE = new URL('../../test/square-task.mjs', import.meta.url).href;

function pool(size: number): WorkerPool {
  const made = new WorkerPool(size);
  onTestFinished(() => made.close());
  return made;
}

interface Input {
  readonly number: number;
  readonly fail?: 'ours' | 'fault';
  readonly wait?: number;
}

const never = () => new AbortController().signal;

describe.each([
  ['in this thread', 1],
  ['in two threads', 2],
])('%s', (_, size) => {
  test('tasks give their results and tell their progress', async () => {
    const seen: unknown[] = [];
    const own = pool(size);
    const results = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        own.run<Input, { buffer: ArrayBuffer }>(
          MODULE,
          { number },
          { signal: never(), onProgress: (message) => seen.push(message) },
        ),
      ),
    );
    expect(results.map(({ buffer }) => new Float64Array(buffer)[0])).toEqual([1, 4, 9, 16]);
    expect(seen).toHaveLength(4);
  });

  test('our errors stay ours, with all they say', async () => {
    const error = await pool(size)
      .run<Input, never>(MODULE, { number: 7, fail: 'ours' }, { signal: never() })
      .catch((thrown: unknown) => thrown);
    expect(isRlInsightError(error)).toBe(true);
    expect(error).toMatchObject({
      code: 'odd',
      exitCode: 3,
      remedy: 'Take six.',
      place: { file: 'f' },
    });
  });

  test('faults are faults', async () => {
    const running = pool(size).run<Input, never>(
      MODULE,
      { number: 7, fail: 'fault' },
      { signal: never() },
    );
    await expect(running).rejects.toThrow('a fault');
  });

  test('a signal stops what has not begun', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(pool(size).run(MODULE, { number: 1 }, { signal })).rejects.toThrow('enough');
  });
});

test('a signal stops a thread at work', async () => {
  const controller = new AbortController();
  const running = pool(2).run(MODULE, { number: 1, wait: 60_000 }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 300);
  await expect(running).rejects.toThrow('enough');
});
