import type { ThreadEntry } from '../../src/page-data/thread-format.js';
import { type Stretch, stretchLevelAt } from '../data/line.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { fullBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatDuration, formatMoment } from '../format/time.js';
import type { Entry } from '../scopes/scopes.js';
import { t } from '../text/text.js';
import { threadTitle } from './thread-lanes.js';

/**
 * What a thread holds at a time.
 *
 * @param highest what it held at most in the pixel's time
 */
export function holdingLines(
  thread: ThreadEntry,
  line: readonly Stretch[],
  ns: number,
  highest: number,
): TooltipLine[] {
  const bytes = stretchLevelAt(line, ns);
  const isKnown = !Number.isNaN(bytes);
  return [
    { text: threadTitle(thread.id, thread.name), strong: true },
    { label: t('moment'), text: formatMoment(ns) },
    isKnown ? { label: t('threadHolds'), text: fullBytes(bytes) } : { text: t('notRecordedHere') },
    ...(isKnown && highest !== bytes
      ? [{ label: t('threadHighest'), text: fullBytes(highest) }]
      : []),
    { label: t('threadPeakLabel'), text: fullBytes(thread.peakBytes) },
    { label: t('counts'), text: formatCount(thread.count) },
  ];
}

/** What is known of an entry into a scope. */
export function entryLines(entry: Entry): TooltipLine[] {
  const { path, startNs, endNs, isOpen, maxBytes, maxNs, leftBytes } = entry;
  return [
    { text: path, strong: true },
    { label: t('start'), text: formatMoment(startNs) },
    {
      label: t('end'),
      text: isOpen
        ? t('entryOpen')
        : `${formatMoment(endNs)} ${t('entryFor', { time: formatDuration(endNs - startNs) })}`,
    },
    { label: t('entryMost'), text: `${fullBytes(maxBytes)} · ${formatMoment(maxNs)}` },
    { label: t('entryLeft'), text: fullBytes(leftBytes) },
    { text: t('clickForEntries') },
  ];
}
