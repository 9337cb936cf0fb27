import { STEPS } from '../allocator/event-steps.js';
import { SEGMENT_ORDERS } from '../allocator/tape.js';
import { GROUPINGS } from '../colour/groupings.js';
import type { TimeRange } from '../data/windows.js';
import { exactNs, parseNs } from '../format/time.js';
import {
  AXES,
  type AxisName,
  CHARTS,
  type Choices,
  DRAWERS,
  FIRST_CHOICES,
  HOLDER_GROUPINGS,
  type Moment,
  NO_SEARCH,
  type Search,
} from './choices.js';

/** A view as the end of a page's address: a link with it opens the same view. */
export interface HashView {
  readonly range: TimeRange | undefined;
  readonly choices: Partial<Choices>;
  readonly selected: number | undefined;
}

/** A range as the end of a page's address, to lead to another page with it. */
export function rangeHash(range: TimeRange, axis: AxisName = FIRST_CHOICES.axis): string {
  return `#range=${rangeText(range)}${axis === FIRST_CHOICES.axis ? '' : `&axis=${axis}`}`;
}

/** What differs from how a page opens; empty where nothing does. */
export function viewHash(
  range: TimeRange | undefined,
  choices: Choices,
  selected: number | undefined,
): string {
  const parts = [
    range === undefined ? undefined : `range=${rangeText(range)}`,
    choices.moment.kind === 'peak' ? undefined : `at=${momentText(choices.moment)}`,
    choices.holders === FIRST_CHOICES.holders ? undefined : `by=${choices.holders}`,
    choices.chart === FIRST_CHOICES.chart ? undefined : `chart=${choices.chart}`,
    choices.colour === FIRST_CHOICES.colour ? undefined : `colour=${choices.colour}`,
    ...searchParts(choices.search),
    choices.drawer === 'none' ? undefined : `below=${choices.drawer}`,
    choices.scope === '' ? undefined : `scope=${encodeURIComponent(choices.scope)}`,
    choices.drawer === 'failures' ? `failure=${choices.failure}` : undefined,
    choices.segments === FIRST_CHOICES.segments ? undefined : `segments=${choices.segments}`,
    choices.steps === FIRST_CHOICES.steps ? undefined : `steps=${choices.steps}`,
    choices.axis === FIRST_CHOICES.axis ? undefined : `axis=${choices.axis}`,
    selected === undefined ? undefined : `allocation=${selected}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `#${parts.join('&')}`;
}

function rangeText({ left, right }: TimeRange): string {
  return `${exactNs(left)},${exactNs(right)}`;
}

function momentText(moment: Moment): string {
  if (moment.kind === 'time') {
    const { ns, thread, event } = moment;
    if (event !== undefined) return `${exactNs(ns)}~${event}`;
    return thread === undefined ? exactNs(ns) : `${exactNs(ns)}@${encodeURIComponent(thread)}`;
  }
  if (moment.kind === 'between') return `${exactNs(moment.fromNs)},${exactNs(moment.toNs)}`;
  return moment.kind;
}

function searchParts(search: Search): string[] {
  const parts = [];
  if (search.text !== '') parts.push(`find=${encodeURIComponent(search.text)}`);
  for (const [key, name] of NUMBERS) if (search[key] > 0) parts.push(`${name}=${search[key]}`);
  if (search.unreleasedOnly) parts.push('unreleased=1');
  return parts;
}

const NUMBERS = [
  ['leastBytes', 'size'],
  ['leastHeldNs', 'held'],
  ['thread', 'thread'],
  ['stream', 'stream'],
] as const;

/** Reads an address; what it does not say, or says wrongly, is as a page opens. */
export function readHash(hash: string): HashView {
  const values = new Map(
    hash
      .replace(/^#/, '')
      .split('&')
      .map((part) => {
        const [name, ...value] = part.split('=');
        return [name, value.join('=')];
      }),
  );
  const range = rangeOf(values.get('range'));
  const moment = momentOf(values.get('at'));
  const holders = HOLDER_GROUPINGS.find((name) => name === values.get('by'));
  const chart = CHARTS.find((name) => name === values.get('chart'));
  const colour = GROUPINGS.find((name) => name === values.get('colour'));
  const drawer = DRAWERS.find((name) => name === values.get('below'));
  const scope = decoded(values.get('scope') ?? '');
  const failure = wholeOf(values.get('failure'));
  const segments = SEGMENT_ORDERS.find((name) => name === values.get('segments'));
  const axis = AXES.find((name) => name === values.get('axis'));
  const steps = STEPS.find((name) => name === values.get('steps'));
  return {
    range,
    selected: wholeOf(values.get('allocation')),
    choices: {
      ...(moment === undefined ? {} : { moment }),
      ...(holders === undefined ? {} : { holders }),
      ...(chart === undefined ? {} : { chart }),
      ...(colour === undefined ? {} : { colour }),
      ...(drawer === undefined ? {} : { drawer }),
      ...(scope === '' ? {} : { scope }),
      ...(failure === undefined ? {} : { failure }),
      ...(segments === undefined ? {} : { segments }),
      ...(steps === undefined ? {} : { steps }),
      ...(axis === undefined ? {} : { axis }),
      search: searchOf(values),
    },
  };
}

/** A number of something, from 0. */
function wholeOf(text: string | undefined): number | undefined {
  const number = Number(text || Number.NaN);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

function rangeOf(text = ''): TimeRange | undefined {
  const [left, right] = text.split(',').map(parseNs);
  return left !== undefined && right !== undefined && left < right ? { left, right } : undefined;
}

function momentOf(text = ''): Moment | undefined {
  if (text === 'peak' || text === 'unreleased') return { kind: text };
  const [times, thread] = text.split('@');
  const [time, number] = times.split('~');
  const event = wholeOf(number);
  const eventNs = parseNs(time);
  if (event !== undefined && eventNs !== undefined) return { kind: 'time', ns: eventNs, event };
  const [ns, toNs] = times.split(',').map(parseNs);
  if (ns === undefined) return undefined;
  if (thread) return { kind: 'time', ns, thread: decoded(thread) };
  return toNs === undefined ? { kind: 'time', ns } : { kind: 'between', fromNs: ns, toNs };
}

function searchOf(values: ReadonlyMap<string, string>): Search {
  const numbers = NUMBERS.map(([key, name]) => {
    const value = Number(values.get(name) ?? 0);
    return [key, Number.isFinite(value) && value > 0 ? value : 0];
  });
  return {
    ...NO_SEARCH,
    ...Object.fromEntries(numbers),
    text: decoded(values.get('find') ?? ''),
    unreleasedOnly: values.get('unreleased') === '1',
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
