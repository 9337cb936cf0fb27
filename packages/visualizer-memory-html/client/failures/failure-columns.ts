import { element } from '../dom/element.js';
import type { TableColumn } from '../dom/sorted-table.js';
import { exactBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import { t } from '../text/text.js';
import { knownBytes, retryText } from './failure-texts.js';
import type { Failure } from './failures.js';

/** The columns of the list of failures; the link is for the keyboard, what it does is its row's. */
export function failureColumns() {
  const bytes = (
    name: string,
    label: string,
    of: (failure: Failure) => number | null,
  ): TableColumn<Failure> => ({
    name,
    label,
    order: (failure) => of(failure) ?? -1,
    text: (failure) => knownBytes(of(failure)),
    title: (failure) => exactBytes(of(failure) ?? 0),
    isNumber: true,
  });
  return [
    {
      name: 'time',
      label: t('failureTime'),
      order: ({ timeNs }) => timeNs,
      text: ({ timeNs }) => axisText(timeNs),
      content: (_, text) =>
        element('button', { class: 'link', text, attributes: { type: 'button' } }),
      ascending: true,
      isNumber: true,
    },
    {
      name: 'thread',
      label: t('thread'),
      order: ({ thread }) => (thread === null ? -1 : Number(thread)),
      text: ({ thread }) => thread ?? t('notKnown'),
      ascending: true,
      isNumber: true,
    },
    bytes('requested', t('failureRequested'), ({ requestedBytes }) => requestedBytes),
    {
      name: 'retry',
      label: t('failureThen'),
      order: ({ retry }) => retry ?? '',
      text: ({ retry }) => retryText(retry),
      content: ({ retry }, text) =>
        element('span', { class: `retry retry-${retry ?? 'unknown'}`, text }),
      ascending: true,
    },
    bytes('released', t('failureReleased'), ({ releasedBytes }) => releasedBytes),
  ] satisfies TableColumn<Failure>[];
}

/** How many failures there are, and what became of them. */
export function failureCounts(failures: readonly Failure[]): string {
  const counts = (['succeeded', 'failed', 'none', null] as const).flatMap((retry) => {
    const count = failures.filter((failure) => failure.retry === retry).length;
    return count === 0 ? [] : [`${formatCount(count)} × ${retryText(retry)}`];
  });
  return counts.join(' · ');
}
