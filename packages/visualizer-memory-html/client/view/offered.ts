import type { Group } from '../data/group.js';
import { CHARTS, type ChartName, type Choices, FIRST_CHOICES, type Moment } from './choices.js';

/** The charts that a group has something for. */
export function chartsOf({ data }: Group): readonly ChartName[] {
  return CHARTS.filter(
    (name) =>
      (name !== 'map' || data.paired) &&
      (name !== 'threads' || data.threads !== null) &&
      (name !== 'allocator' || data.allocator !== null),
  );
}

/** Those that one goes through: one that has nothing to show is opened by its button alone. */
export function nextChart(group: Group, chart: ChartName): ChartName {
  const charts = chartsOf(group).filter(
    (name) => name !== 'allocator' || group.data.allocator?.file !== null,
  );
  return charts[(charts.indexOf(chart) + 1) % charts.length];
}

/** What of an address's choices a group has something for. */
export function offered(group: Group, choices: Partial<Choices>): Partial<Choices> {
  const { scopes, failures } = group.data;
  const { chart, drawer, failure, moment } = choices;
  const hasChart = chart === undefined || chartsOf(group).includes(chart);
  // Without a clock all axes count events.
  const hasAxis = group.data.timeBasis !== 'event_index';
  const hasDrawer =
    (drawer !== 'scopes' || scopes !== null) && (drawer !== 'failures' || failures !== null);
  return {
    ...choices,
    ...(hasChart ? {} : { chart: FIRST_CHOICES.chart }),
    ...(hasAxis ? {} : { axis: FIRST_CHOICES.axis }),
    ...(hasDrawer ? {} : { drawer: FIRST_CHOICES.drawer }),
    ...(scopes === null ? { scope: FIRST_CHOICES.scope } : {}),
    ...(moment === undefined ? {} : { moment: offeredMoment(group, moment) }),
    ...(failure === undefined ? {} : { failure: Math.min(failure, lastFailure(group)) }),
  };
}

/** A thread that the group does not have would be taken for the blocks whose thread is not known. */
function offeredMoment({ data }: Group, moment: Moment): Moment {
  if (moment.kind !== 'time' || moment.thread === undefined) return moment;
  return data.texts.threads.includes(moment.thread) ? moment : { kind: 'time', ns: moment.ns };
}

/** Beyond the last failure there is none to step from. */
function lastFailure({ data }: Group): number {
  return Math.max(0, (data.failures?.count ?? 0) - 1);
}
