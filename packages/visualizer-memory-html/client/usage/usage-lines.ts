import type { CounterLine } from '../../src/page-data/format.js';
import type { Group } from '../data/group.js';
import type { Stretch } from '../data/line.js';
import { t } from '../text/text.js';

/** A line of the usage chart, without its colours. */
export interface UsageLine {
  readonly id: string;
  readonly name: string;
  readonly kind: 'live' | CounterLine['total'];
  readonly dash: string;
  /** Whether it is drawn before the reader has chosen. */
  readonly shownFirst: boolean;
  readonly exact: boolean;
  readonly stretches: readonly Stretch[];
}

/** Allocators are told apart by the pattern of their lines, their totals by colour. */
const DASHES = ['solid', '4px,3px', '1px,3px', '8px,3px,1px,3px'];

const TOTALS: readonly CounterLine['total'][] = ['allocated', 'reserved', 'active'];

/** The lines of a group: live bytes, then the counters of its allocators, then those of others. */
export function usageLines({ lines, data }: Group): UsageLine[] {
  const own = new Set(
    data.captures.flatMap(({ allocators }) => allocators.map(({ allocator }) => allocator)),
  );
  const found = new Set(lines.counters.map(({ component }) => component));
  const others = [...found].filter((component) => !own.has(component)).sort();
  const components = [...own].filter((component) => found.has(component)).concat(others);
  const patternOf = (component: string) =>
    DASHES[Math.min(Math.max(0, components.indexOf(component)), DASHES.length - 1)];
  const counters = components.flatMap((component) =>
    TOTALS.flatMap((total) => {
      const series = lines.counters.find((s) => s.component === component && s.total === total);
      if (series === undefined) return [];
      const line: UsageLine = {
        id: `${component} ${total}`,
        name: t('counterName', { component, total: t(total) }),
        kind: total,
        dash: patternOf(component),
        shownFirst: own.has(component) || own.size === 0,
        exact: series.exact,
        stretches: series.stretches,
      };
      return [line];
    }),
  );
  const live: UsageLine = {
    id: 'live',
    name: t('liveBytes'),
    kind: 'live',
    dash: 'solid',
    shownFirst: true,
    exact: true,
    stretches: lines.live,
  };
  return own.size === 0 ? counters : [live, ...counters];
}
