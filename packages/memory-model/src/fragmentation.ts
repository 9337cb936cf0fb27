import type { CounterSeries, Counters, CounterTotal } from '@rl-insight/memory-contract';
import { CurveBuilder, type LevelCurve } from './level-curve.js';

function curveOfTotal(counters: Counters, series: CounterSeries, total: CounterTotal): LevelCurve {
  const curve = new CurveBuilder(series.rows.length);
  const samples = counters.read(series, total);
  for (let count = samples?.read() ?? 0; samples && count > 0; count = samples.read()) {
    for (let i = 0; i < count; i++) curve.push(samples.timeNs[i], samples.bytes[i]);
  }
  return curve.curve();
}

/**
 * What an allocator has reserved of the device and not handed out, over time: fragmentation and
 * caching. Empty where the source does not tell both totals. O(n).
 *
 * @param capture index into the captures of the group.
 */
export function unusedReserved(counters: Counters, allocator: string, capture: number): LevelCurve {
  const series = counters.series.find(
    (known) => known.component === allocator && known.capture === capture,
  );
  const unused = new CurveBuilder(series?.rows.length ?? 0);
  if (series === undefined) return unused.curve();
  const reserved = curveOfTotal(counters, series, 'reserved');
  const allocated = curveOfTotal(counters, series, 'allocated');
  // Both come from the same samples; one that lacks a total has no place in the other list.
  let next = 0;
  for (let i = 0; i < reserved.timeNs.length; i++) {
    const time = reserved.timeNs[i];
    while (next < allocated.timeNs.length && allocated.timeNs[next] < time) next++;
    if (allocated.timeNs[next] === time)
      unused.push(time, reserved.bytes[i] - allocated.bytes[next++]);
  }
  return unused.curve();
}
