import type { Group } from '../data/group.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';

/** What allocations can be told apart by. */
export const GROUPINGS = [
  'operator',
  'stack',
  'thread',
  'scope',
  'lifetime',
  'allocator',
  'stream',
  'step',
] as const;
export type GroupingName = (typeof GROUPINGS)[number];

export const GROUPING_TEXTS: Readonly<Record<GroupingName, TextKey>> = {
  operator: 'byOperator',
  stack: 'byStack',
  thread: 'byThread',
  scope: 'byScope',
  lifetime: 'byLifetime',
  allocator: 'byAllocator',
  stream: 'byStream',
  step: 'byStep',
};

/** Gives each allocation a key, and each key a text. */
export interface Grouping {
  readonly name: GroupingName;
  keyOf(row: number): number;
  /** More keys than this there are not. */
  readonly keys: number;
  textOf(key: number): string;
}

/** Lifetimes are told apart by powers of ten, from 10 µs to 10 s. */
const LIFETIMES_NS = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
const LIFETIME_TEXTS = ['10 µs', '100 µs', '1 ms', '10 ms', '100 ms', '1 s', '10 s'];
const LONGEST = LIFETIMES_NS.length;
const NOT_RELEASED = LONGEST + 1;

function lifetimeText(key: number): string {
  if (key === NOT_RELEASED) return t('notReleased');
  if (key === LONGEST) return t('lifetimeOver', { time: LIFETIME_TEXTS[LONGEST - 1] });
  return t('lifetimeUnder', { time: LIFETIME_TEXTS[key] });
}

export function groupingOf(group: Group, name: GroupingName): Grouping {
  const { store, data, stacks } = group;
  const { texts } = data;
  const text = (list: readonly string[]) => (key: number) => list[key - 1] ?? t('notRecorded');
  switch (name) {
    case 'operator':
      return {
        name,
        keyOf: (row) => store.name[row],
        keys: texts.names.length + 1,
        textOf: (key) => group.nameOf(key),
      };
    case 'stack':
      return {
        name,
        keyOf: (row) => store.stack[row],
        keys: stacks.count + 1,
        textOf: (key) => (key === 0 ? t('noStack') : group.userFrameOf(key)),
      };
    case 'thread':
      return {
        name,
        keyOf: (row) => store.thread[row],
        keys: texts.threads.length + 1,
        textOf: text(texts.threads),
      };
    case 'scope':
      return {
        name,
        keyOf: (row) => store.scope[row],
        keys: texts.scopes.length + 1,
        textOf: (key) => texts.scopes[key - 1] ?? t('noScope'),
      };
    case 'stream':
      return {
        name,
        keyOf: (row) => store.stream[row],
        keys: texts.streams.length + 1,
        textOf: text(texts.streams),
      };
    case 'allocator':
      return {
        name,
        keyOf: (row) => store.allocator[row],
        keys: texts.allocators.length + 1,
        textOf: text(texts.allocators),
      };
    case 'step':
      return {
        name,
        keyOf: (row) => store.step[row],
        keys: Number.POSITIVE_INFINITY,
        textOf: (key) => (key === 0 ? t('notRecorded') : t('stepOf', { step: key - 1 })),
      };
    case 'lifetime':
      return {
        name,
        keyOf: (row) => {
          if (!store.isReleased(row)) return NOT_RELEASED;
          const held = store.endNs[row] - store.startNs[row];
          const place = LIFETIMES_NS.findIndex((below) => held < below);
          return place < 0 ? LONGEST : place;
        },
        keys: NOT_RELEASED + 1,
        textOf: lifetimeText,
      };
  }
}

/** Whether all allocations of the group are alike in it: then it tells nothing. */
export function tellsApart(group: Group, name: GroupingName): boolean {
  const { texts } = group.data;
  if (name === 'scope') return texts.scopes.length > 0;
  if (name === 'stream') return texts.streams.length > 1;
  if (name === 'step') return group.data.captures.length > 1;
  return true;
}
