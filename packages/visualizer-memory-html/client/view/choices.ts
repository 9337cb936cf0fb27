import { STEPS, type Steps } from '../allocator/event-steps.js';
import { SEGMENT_ORDERS, type SegmentOrder } from '../allocator/tape.js';
import { GROUPINGS, type GroupingName } from '../colour/groupings.js';

/** How the allocation chart shows allocations. */
export const CHARTS = ['lanes', 'map', 'threads', 'allocator'] as const;
export type ChartName = (typeof CHARTS)[number];

/** What lies below the charts, besides the panel of an allocation. */
export const DRAWERS = ['none', 'scopes', 'failures'] as const;
export type DrawerName = (typeof DRAWERS)[number];

/** What the list of holders is summed up by: operators with their call stacks, or one of the groupings. */
export const HOLDER_GROUPINGS = ['holder', ...GROUPINGS] as const;
export type HolderGrouping = (typeof HOLDER_GROUPINGS)[number];

/** Which moment the reader asks about. Times are ns after the run's origin. */
export type Moment =
  | { readonly kind: 'peak' }
  /**
   * What is live at a time; where a thread is named, of what it allocated. An event of the allocator
   * is told by how many there were with it, since several may have one time.
   */
  | {
      readonly kind: 'time';
      readonly ns: number;
      readonly thread?: string;
      readonly event?: number;
    }
  /** What has changed from one time to another. */
  | { readonly kind: 'between'; readonly fromNs: number; readonly toNs: number }
  /** What was not released in its capture. */
  | { readonly kind: 'unreleased' };

/** Which allocations are looked for; all where nothing is said. */
export interface Search {
  /** In operators and frames. */
  readonly text: string;
  readonly leastBytes: number;
  readonly leastHeldNs: number;
  /** Code of the text + 1; 0 for all. */
  readonly thread: number;
  readonly stream: number;
  readonly unreleasedOnly: boolean;
}

export const NO_SEARCH: Search = {
  text: '',
  leastBytes: 0,
  leastHeldNs: 0,
  thread: 0,
  stream: 0,
  unreleasedOnly: false,
};

/** What the charts are drawn over. */
export const AXES = ['time', 'events'] as const;
export type AxisName = (typeof AXES)[number];

/** What a reader can choose besides the range. */
export interface Choices {
  readonly chart: ChartName;
  readonly colour: GroupingName;
  readonly moment: Moment;
  readonly holders: HolderGrouping;
  readonly search: Search;
  readonly drawer: DrawerName;
  /** Path of the scope whose entries are marked; '' for none. */
  readonly scope: string;
  /** Number of the failed allocation that is looked at. */
  readonly failure: number;
  /** How segments of the allocator follow each other, and which of its events one goes through. */
  readonly segments: SegmentOrder;
  readonly steps: Steps;
  readonly axis: AxisName;
}

export const FIRST_CHOICES: Choices = {
  chart: 'lanes',
  colour: 'operator',
  moment: { kind: 'peak' },
  holders: 'holder',
  search: NO_SEARCH,
  drawer: 'none',
  scope: '',
  failure: 0,
  segments: SEGMENT_ORDERS[0],
  steps: STEPS[0],
  axis: 'time',
};
