import type { Group } from '../data/group.js';
import { CHARTS, type ChartName, type Choices, FIRST_CHOICES } from './choices.js';

/** The charts that a group has something for. */
export function chartsOf({ data }: Group): readonly ChartName[] {
  return CHARTS.filter((name) => name !== 'threads' || data.threads !== null);
}

/** What of an address's choices a group has something for. */
export function offered(group: Group, choices: Partial<Choices>): Partial<Choices> {
  const { scopes, failures } = group.data;
  const { chart, drawer } = choices;
  const hasChart = chart === undefined || chartsOf(group).includes(chart);
  const hasDrawer =
    (drawer !== 'scopes' || scopes !== null) && (drawer !== 'failures' || failures !== null);
  return {
    ...choices,
    ...(hasChart ? {} : { chart: FIRST_CHOICES.chart }),
    ...(hasDrawer ? {} : { drawer: FIRST_CHOICES.drawer }),
    ...(scopes === null ? { scope: FIRST_CHOICES.scope } : {}),
  };
}
