import { ALLOCATOR_EVENTS, type AllocatorHistory, stateAtTime } from '@rl-insight/memory-model';
import type { GroupData } from '../../src/page-data/format.js';
import type { Moment } from '../view/choices.js';

/** How many events have happened at a moment that the reader asks about. */
export function stateOf(
  history: AllocatorHistory,
  moment: Moment,
  { peak, captures }: Pick<GroupData, 'peak' | 'captures'>,
): number {
  const { events } = history;
  switch (moment.kind) {
    case 'time': {
      const { ns, event } = moment;
      // An event of an address that is not of this time is none.
      if (event !== undefined && events.timeNs[event - 1] === ns) return event;
      return stateAtTime(events, ns);
    }
    case 'between':
      return stateAtTime(events, moment.toNs);
    case 'peak':
      return peak === null ? 0 : highestAt(history, peak.timeNs);
    case 'unreleased':
      return stateAtTime(events, captures.at(-1)?.endNs ?? 0);
  }
}

/** Of the states at a time, the one in which most is allocated. */
function highestAt({ events, blocks }: AllocatorHistory, ns: number): number {
  const last = stateAtTime(events, ns);
  let best = last;
  let most = 0;
  let level = 0;
  for (let at = last; at > 0 && events.timeNs[at - 1] === ns; at--) {
    const bytes = blocks.requestedBytes[events.subject[at - 1]];
    const kind = ALLOCATOR_EVENTS[events.kind[at - 1]];
    // Backwards: before the event there was what it released, and not what it allocated.
    if (kind === 'allocate') level -= bytes;
    else if (kind === 'release') level += bytes;
    if (level <= most || events.timeNs[at - 2] !== ns) continue;
    most = level;
    best = at - 1;
  }
  return best;
}
