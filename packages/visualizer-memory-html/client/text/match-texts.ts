import { STACK_MATCHES, type StackMatch } from '@rl-insight/memory-contract/contracts';
import type { TextKey } from './en.js';
import { t } from './text.js';

const NAMES: Record<StackMatch, TextKey> = {
  recorded: 'matchRecorded',
  forward: 'matchForward',
  'queue-recorded': 'matchQueueRecorded',
  'queue-forward': 'matchQueueForward',
  nearest: 'matchNearest',
  none: 'matchNone',
};

const MEANINGS: Record<StackMatch, TextKey> = {
  recorded: 'matchRecordedMeaning',
  forward: 'matchForwardMeaning',
  'queue-recorded': 'matchQueueRecordedMeaning',
  'queue-forward': 'matchQueueForwardMeaning',
  nearest: 'matchNearestMeaning',
  none: 'matchNoneMeaning',
};

/** How a stack was found, by the code of the page's data. */
export function matchOf(code: number): StackMatch {
  return STACK_MATCHES[code] ?? 'none';
}

/** The way's short name; that it is a guess is part of the name. */
export function matchName(match: StackMatch | number): string {
  return t(NAMES[typeof match === 'number' ? matchOf(match) : match]);
}

export function matchMeaning(match: StackMatch): string {
  return t(MEANINGS[match]);
}
