import type { Group } from '../data/group.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { exactBytes, formatBytes, fullBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatDuration, formatMoment } from '../format/time.js';
import { matchName } from '../text/match-texts.js';
import { t } from '../text/text.js';
import type { Hit } from './hit.js';

/** What the pointer is told of the bar that it is over. */
export function laneTooltip(group: Group, hit: Hit): TooltipLine[] {
  if (hit.kind === 'one') return allocationLines(group, hit.allocation);
  const { lane } = hit;
  const heading = { text: lane.title, strong: true };
  if (hit.kind === 'lane') {
    const count = t('laneCount', { count: formatCount(lane.count), size: formatBytes(lane.bytes) });
    return [heading, { text: count }];
  }
  const { store } = group;
  const { allocations } = hit;
  const bytes = allocations.reduce((sum, row) => sum + store.bytes[row], 0);
  const from = Math.min(...allocations.map((row) => store.startNs[row]));
  const to = Math.max(...allocations.map((row) => store.endNs[row]));
  return [
    heading,
    {
      text: t(hit.why === 'narrow' ? 'severalNarrow' : 'severalDeep', {
        count: formatCount(allocations.length),
      }),
    },
    { label: t('sizeTogether'), text: fullBytes(bytes) },
    { label: t('start'), text: formatMoment(from) },
    { label: t('end'), text: formatMoment(to) },
    { text: t('clickForLargest') },
  ];
}

export function allocationLines(group: Group, row: number): TooltipLine[] {
  const { store } = group;
  const held = store.endNs[row] - store.startNs[row];
  const overlaps = store.overlaps[row];
  const size = formatBytes(store.bytes[row]);
  const exact = exactBytes(store.bytes[row]);
  return [
    { text: group.operatorName(row), strong: true },
    { label: t('size'), text: size === exact ? exact : `${size} (${exact})` },
    {
      label: t('start'),
      text: formatMoment(store.startNs[row]) + (store.isBefore(row) ? ` ${t('beforeShort')}` : ''),
    },
    {
      label: t('end'),
      text: store.isReleased(row)
        ? `${formatMoment(store.endNs[row])} ${t('heldFor', { time: formatDuration(held) })}`
        : t('notReleasedUntil', { time: formatMoment(store.endNs[row]) }),
    },
    {
      label: t('overlaps'),
      text:
        overlaps === 0
          ? t('overlapsNone')
          : t(overlaps === 1 ? 'overlapsOne' : 'overlapsMany', { count: formatCount(overlaps) }),
    },
    { label: t('callStack'), text: matchName(store.match[row]) },
  ];
}
