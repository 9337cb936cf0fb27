import { stretchLevelAt } from '../data/line.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { exactBytes, formatBytes, fullBytes } from '../format/bytes.js';
import { formatMoment } from '../format/time.js';
import type { Theme } from '../style/theme.js';
import { t } from '../text/text.js';
import type { ReleaseMark } from './marks.js';
import type { UsageLine } from './usage-lines.js';

/** What the lines say at a moment, and the releases beside it that no row explains. */
export function usageTooltip(
  ns: number,
  lines: readonly UsageLine[],
  near: ReleaseMark | undefined,
  theme: Theme,
): TooltipLine[] {
  const found: TooltipLine[] = [{ text: formatMoment(Math.round(ns)), strong: true }];
  for (const line of lines) {
    const bytes = stretchLevelAt(line.stretches, ns);
    if (Number.isNaN(bytes)) continue;
    const about = line.exact ? '' : t('aboutSign');
    found.push({ label: line.name, text: about + fullBytes(bytes), colour: theme[line.kind] });
  }
  if (found.length === 1) found.push({ text: t('notRecordedHere') });
  if (near !== undefined) {
    found.push({
      text: t(near.count === 1 ? 'unknownReleaseHere' : 'unknownReleasesHere', {
        count: near.count,
        size: formatBytes(near.bytes),
        exact: exactBytes(near.bytes),
        time: formatMoment(near.ns),
      }),
      colour: theme.unreleased,
    });
  }
  return found;
}
