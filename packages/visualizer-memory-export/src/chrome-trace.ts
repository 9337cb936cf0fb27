import {
  int64Column,
  MEMORY_COUNTERS,
  type MemoryGroup,
  textColumn,
} from '@rl-insight/memory-contract';
import { CurveBuilder, type LevelCurve, liveBytes, thinCurve } from '@rl-insight/memory-model';

/** `thinCurve` keeps four points of each part, so no series has more than 100,000. */
const PARTS = 25_000;
const NS_PER_US = 1000;
const TOTALS = ['allocated', 'reserved', 'active'] as const;

interface Series {
  readonly name: string;
  readonly curve: LevelCurve;
}

/** Live bytes of each allocator in each capture, as the rows have it. */
function liveSeries(group: MemoryGroup): Series[] {
  const captures = liveBytes(group);
  const parts = Math.max(1, Math.floor(PARTS / captures.length));
  return captures.flatMap(({ allocators }) =>
    allocators.map(({ allocator, curve }) => ({
      name: allocator === '' ? 'live' : `${allocator} live`,
      curve: thinCurve(curve, parts),
    })),
  );
}

/** What allocators, the process and its modules report of themselves. */
function reportedSeries({ tables, allocations }: MemoryGroup): Series[] {
  const table = tables[MEMORY_COUNTERS.name];
  const component = table && textColumn(table, 'component');
  const timeNs = table && int64Column(table, 'time_ns', allocations.originNs);
  if (component === undefined || timeNs === undefined) return [];
  const { codes, values } = component;
  return TOTALS.flatMap((total) => {
    const bytes = int64Column(table, `${total}_bytes`) ?? new Float64Array(0);
    const curves = values.map(() => new CurveBuilder(0));
    for (let row = 0; row < bytes.length; row++) {
      if (Number.isNaN(bytes[row]) || codes[row] < 0) continue;
      curves[codes[row]].push(timeNs[row], bytes[row]);
    }
    return curves.map((curve, code) => ({
      name: `${values[code]} reported ${total}`,
      curve: thinCurve(curve.curve(), PARTS),
    }));
  });
}

/** ns after the group's origin at which its first capture begins. */
function beginNs({ info, allocations }: MemoryGroup): number {
  const starts = info.captures.map(({ start_ns }) =>
    Number(BigInt(start_ns) - allocations.originNs),
  );
  return starts.length === 0 ? 0 : Math.min(...starts);
}

/**
 * A group's counters in Chrome's trace-event format, in pieces. Times are µs after the begin of its
 * first capture; where a series is thinned, peaks and lows stay.
 */
export function* chromeTracePieces(group: MemoryGroup, title: string): Generator<Uint8Array> {
  const pid = group.info.rank_id;
  const begin = beginNs(group);
  const process = { ph: 'M', name: 'process_name', pid, args: { name: title } };
  yield Buffer.from(`{"displayTimeUnit":"ms","traceEvents":[\n${JSON.stringify(process)}`);
  for (const { name, curve } of [...liveSeries(group), ...reportedSeries(group)]) {
    const { timeNs, bytes } = curve;
    let events = '';
    for (let i = 0; i < timeNs.length; i++) {
      const ts = (timeNs[i] - begin) / NS_PER_US;
      events += `,\n${JSON.stringify({ ph: 'C', name, pid, ts, args: { bytes: bytes[i] } })}`;
    }
    yield Buffer.from(events);
  }
  yield Buffer.from('\n]}\n');
}
