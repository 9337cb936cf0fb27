import { LIFETIME_LIMITS, lifetimePlace } from '@rl-insight/memory-model';
import type { Group } from '../data/group.js';
import { countsEvents } from '../format/axis.js';
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
  textOf(key: number): string;
}

const LONGEST = LIFETIME_LIMITS.length;
const NOT_RELEASED = LONGEST + 1;

function lifetimeText(key: number): string {
  if (key === NOT_RELEASED) return t('notReleased');
  if (key === LONGEST) return t('lifetimeOver', { time: LIFETIME_LIMITS[LONGEST - 1] });
  return t('lifetimeUnder', { time: LIFETIME_LIMITS[key] });
}

/** Groupings by a text of the allocation, and the list that its codes are places in. */
const TEXT_LISTS = {
  thread: 'threads',
  scope: 'scopes',
  stream: 'streams',
  allocator: 'allocators',
} as const;

function isOfText(name: GroupingName): name is keyof typeof TEXT_LISTS {
  return name in TEXT_LISTS;
}

export function groupingOf(group: Group, name: GroupingName): Grouping {
  const { store, stacks } = group;
  if (isOfText(name)) {
    const column = store[name];
    const list = group.data.texts[TEXT_LISTS[name]];
    const none = t(name === 'scope' ? 'noScope' : 'notRecorded');
    return { name, keyOf: (row) => column[row], textOf: (key) => list[key - 1] ?? none };
  }
  switch (name) {
    case 'operator':
      return { name, keyOf: (row) => store.name[row], textOf: (key) => group.nameOf(key) };
    case 'stack':
      return {
        name,
        keyOf: (row) => store.stack[row],
        textOf: (key) => (key === 0 ? t('noStack') : stacks.userFrame(key)),
      };
    case 'step':
      return {
        name,
        keyOf: (row) => store.step[row],
        textOf: (key) => (key === 0 ? t('notRecorded') : t('stepOf', { step: key - 1 })),
      };
    case 'lifetime':
      return { name, keyOf: (row) => lifetimeKey(group, row), textOf: lifetimeText };
  }
}

function lifetimeKey({ store }: Group, row: number): number {
  if (!store.isReleased(row)) return NOT_RELEASED;
  return lifetimePlace(store.endNs[row] - store.startNs[row]);
}

/** Whether all allocations of the group are alike in it: then it tells nothing. */
export function tellsApart(group: Group, name: GroupingName): boolean {
  const { texts } = group.data;
  // Classes of lifetimes are of time.
  if (name === 'lifetime') return !countsEvents();
  if (name === 'scope') return texts.scopes.length > 0;
  if (name === 'stream') return texts.streams.length > 1;
  if (name === 'step') return group.data.captures.length > 1;
  return true;
}
