import type { Retry } from '../../src/page-data/failure-format.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { formatBytes, fullBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment } from '../format/time.js';
import type { Theme } from '../style/theme.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';
import { threadTitle } from '../threads/thread-lanes.js';
import type { FailureMark } from './failure-marks.js';
import type { Failures } from './failures.js';
import { retryColour } from './paint-marks.js';

const RETRY_TEXTS: Readonly<Record<NonNullable<Retry> | 'unknown', TextKey>> = {
  succeeded: 'retrySucceeded',
  failed: 'retryFailed',
  none: 'retryNone',
  unknown: 'retryUnknown',
};

/** What became of a failure, in words. */
export function retryText(retry: Retry): string {
  return t(RETRY_TEXTS[retry ?? 'unknown']);
}

/** A size that may not be known. */
export function knownBytes(bytes: number | null): string {
  return bytes === null ? t('notKnown') : formatBytes(bytes);
}

/** The one thread that asked, which may not be known; {@link threadTitle} speaks of all such threads. */
export function knownThread(id: string | null, name?: string | null): string {
  return id === null ? t('notKnown') : threadTitle(id, name);
}

/** Names of open ranges, the outermost first. */
export function openText(open: readonly string[]): string {
  return open.length === 0 ? t('noOpenRange') : open.join(' › ');
}

/** What the pointer is told of a mark. */
export function failureLines(failures: Failures, mark: FailureMark, theme: Theme): TooltipLine[] {
  const failure = failures.at(mark.failure);
  const { requestedBytes } = failure;
  return [
    { text: formatMoment(failure.timeNs), strong: true },
    {
      text: t('failureRequest', {
        size: requestedBytes === null ? t('notKnown') : fullBytes(requestedBytes),
      }),
      colour: retryColour(failure.retry, theme),
    },
    { label: t('failureThen'), text: retryText(failure.retry) },
    { label: t('thread'), text: knownThread(failure.thread) },
    { label: t('failureLive'), text: formatBytes(failure.liveBytes) },
    ...(mark.count > 1 ? [{ text: t('failuresHere', { count: formatCount(mark.count) }) }] : []),
    { text: t('clickForHolders') },
  ];
}
