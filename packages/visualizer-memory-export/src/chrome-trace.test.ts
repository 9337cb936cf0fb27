import { fileURLToPath } from 'node:url';
import { MEMORY_COUNTERS, memoryGroups } from '@rl-insight/memory-contract';
import { liveBytes } from '@rl-insight/memory-model';
import { MemoryParser } from '@rl-insight/parser-memory';
import { expect, test } from 'vitest';
import { chromeTracePieces } from './chrome-trace.js';

const SAMPLE = fileURLToPath(new URL('../../../samples/ascend-verl', import.meta.url));

interface CounterEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly ts: number;
  readonly args: { readonly bytes: number };
}

test('live bytes and reported totals of a capture, exact and after its begin', async () => {
  const role = { memory: { parser: { role: 'actor_update' } } };
  const groups = memoryGroups(await new MemoryParser(role).run(SAMPLE));
  expect(groups).toHaveLength(2);
  for (const group of groups) {
    const text = Buffer.concat([...chromeTracePieces(group, 'a "title"')]).toString();
    const [process, ...events] = JSON.parse(text).traceEvents as [unknown, ...CounterEvent[]];
    const pid = group.info.rank_id;
    expect(process).toEqual({ ph: 'M', name: 'process_name', pid, args: { name: 'a "title"' } });
    expect(events.every((event) => event.ph === 'C' && event.pid === pid)).toBe(true);
    const series = (name: string) => events.filter((event) => event.name === name);
    const captures = liveBytes(group);
    const begin = Math.min(...captures.map(({ window }) => window.startNs));
    for (const { allocator } of captures[0].allocators) {
      const points = series(`${allocator} live`).map(({ ts, args }) => [ts, args.bytes]);
      const curves = captures.flatMap(({ allocators }) =>
        allocators.filter((live) => live.allocator === allocator).map(({ curve }) => curve),
      );
      const wanted = curves.flatMap(({ timeNs, bytes }) =>
        Array.from(timeNs, (ns, i) => [(ns - begin) / 1000, bytes[i]]),
      );
      expect(points).toEqual(wanted);
      expect(points[0][0]).toBeGreaterThanOrEqual(0);
    }
    const table = group.tables[MEMORY_COUNTERS.name];
    const reported = [];
    for (let row = 0; row < table.numRows; row++) {
      const bytes = table.getChild('allocated_bytes')?.get(row);
      const isPta = table.getChild('component')?.get(row) === 'PTA';
      if (isPta && bytes !== null) reported.push(Number(bytes));
    }
    expect(reported.length).toBeGreaterThan(0);
    expect(series('PTA reported allocated').map(({ args }) => args.bytes)).toEqual(reported);
  }
});
