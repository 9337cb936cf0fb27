import type { Counters, CounterTotal } from '@rl-insight/memory-contract';
import type { CounterReport } from './report-types.js';

interface Most {
  readonly bytes: number;
  readonly timeNs: number;
}

/**
 * What the source counts by itself, at most: for each component, over all captures. The most
 * allocated first. O(n) for n samples.
 *
 * @param ns tells a time after the group's origin
 */
export function counterReports(counters: Counters, ns: (time: number) => string): CounterReport[] {
  const components = [...new Set(counters.series.map(({ component }) => component))];
  return components
    .map((component) => {
      const [allocated, reserved, active] = (['allocated', 'reserved', 'active'] as const).map(
        (total) => most(counters, component, total),
      );
      return {
        component,
        max_allocated_bytes: allocated?.bytes ?? null,
        max_allocated_time_ns: allocated === undefined ? null : ns(allocated.timeNs),
        max_reserved_bytes: reserved?.bytes ?? null,
        max_reserved_time_ns: reserved === undefined ? null : ns(reserved.timeNs),
        max_active_bytes: active?.bytes ?? null,
        max_active_time_ns: active === undefined ? null : ns(active.timeNs),
      };
    })
    .sort((a, b) => sizeOf(b) - sizeOf(a) || (a.component < b.component ? -1 : 1));
}

function sizeOf({
  max_allocated_bytes,
  max_active_bytes,
  max_reserved_bytes,
}: CounterReport): number {
  return max_allocated_bytes ?? max_active_bytes ?? max_reserved_bytes ?? 0;
}

/** The largest sample, the first of several; undefined where there is none. */
function most(counters: Counters, component: string, total: CounterTotal): Most | undefined {
  let found: Most | undefined;
  for (const series of counters.series) {
    const samples = series.component === component ? counters.read(series, total) : undefined;
    if (samples === undefined) continue;
    for (let count = samples.read(); count > 0; count = samples.read()) {
      for (let i = 0; i < count; i++) {
        if (found !== undefined && samples.bytes[i] <= found.bytes) continue;
        found = { bytes: samples.bytes[i], timeNs: samples.timeNs[i] };
      }
    }
  }
  return found;
}
