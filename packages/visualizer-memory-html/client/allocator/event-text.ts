import { ALLOCATOR_EVENTS, type AllocatorHistory } from '@rl-insight/memory-model';
import type { Group } from '../data/group.js';
import { formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import { poolTitle } from './pool-names.js';

/** Which event led to a state, and what it was. */
export function eventText(group: Group, history: AllocatorHistory, at: number): string {
  const { events } = history;
  const all = formatCount(events.kind.length);
  if (at === 0) return t('beforeEvents', { all });
  return t('eventAt', {
    number: formatCount(at),
    all,
    time: formatMoment(events.timeNs[at - 1]),
    what: whatHappened(group, history, at - 1),
  });
}

function whatHappened(group: Group, history: AllocatorHistory, place: number): string {
  const { events, segments, failures } = history;
  const of = events.subject[place];
  switch (ALLOCATOR_EVENTS[events.kind[place]]) {
    case 'allocate':
      return t('eventAllocate', blockTexts(group, history, of));
    case 'request':
      return t('eventRequest', blockTexts(group, history, of));
    case 'release':
      return t('eventRelease', blockTexts(group, history, of));
    case 'take':
    case 'give': {
      const isTaken = segments.startAt[of] === place + 1;
      const pool = { stream: segments.stream[of], pool: segments.pool[of] };
      const size = formatBytes(segments.bytes[of]);
      return t(isTaken ? 'eventTake' : 'eventGive', { size, pool: poolTitle(history, pool) });
    }
    case 'fail': {
      const bytes = failures.requestedBytes[of];
      return Number.isNaN(bytes)
        ? t('eventFailUnknown')
        : t('eventFail', { size: formatBytes(bytes) });
    }
    case 'capture':
      return t('eventCapture');
    default:
      return t('eventOther');
  }
}

function blockTexts(group: Group, { blocks }: AllocatorHistory, block: number) {
  const row = blocks.row[block];
  const isLoaded = group.store.has(row);
  const stack = isLoaded ? group.store.stack[row] : 0;
  const frame = stack === 0 ? '' : ` · ${group.userFrameOf(stack)}`;
  return {
    size: formatBytes(blocks.requestedBytes[block]),
    who: isLoaded ? `${group.operatorName(row)}${frame}` : '…',
  };
}
