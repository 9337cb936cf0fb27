import {
  type AllocatorHistory,
  type AllocatorState,
  addressAt,
  firstAfter,
  SPAN,
} from '@rl-insight/memory-model';
import type { Group } from '../data/group.js';
import type { TooltipLine } from '../dom/tooltip.js';
import { formatBytes, fullBytes } from '../format/bytes.js';
import { formatDuration, formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import { poolTitle } from './pool-names.js';

/** What is known of a stretch of a segment. */
export function spanLines(
  group: Group,
  history: AllocatorHistory,
  state: AllocatorState,
  span: number,
): TooltipLine[] {
  const { spans, segments, pools } = state;
  const block = spans.block[span];
  const place = firstAfter(segments.position, spans.position[span]) - 1;
  const segment = {
    label: t('segment'),
    text: `${formatBytes(segments.bytes[place])} · ${poolTitle(history, pools[segments.pool[place]])}`,
  };
  const position = block < 0 ? spans.position[span] : history.blocks.position[block];
  const address = { label: t('address'), text: addressText(history, position) };
  if (block < 0) {
    return [
      { text: t('spanFree'), strong: true },
      { label: t('size'), text: fullBytes(spans.bytes[span]) },
      ...[address, segment],
    ];
  }
  return [...blockLines(group, history, state, block, spans.kind[span]), address, segment];
}

function blockLines(
  group: Group,
  { blocks, events }: AllocatorHistory,
  { at }: AllocatorState,
  block: number,
  kind: number,
): TooltipLine[] {
  const { store } = group;
  const row = blocks.row[block];
  const isWaiting = blocks.pendingAt[block] <= at;
  const rounded = blocks.blockBytes[block];
  const sizes = [
    { label: t('requested'), text: fullBytes(blocks.requestedBytes[block]) },
    {
      label: t('roundedTo'),
      text: Number.isNaN(rounded) ? t('notRecorded') : fullBytes(rounded),
    },
    ...(kind === SPAN.rounding ? [{ text: t('overRounding') }] : []),
  ];
  // Allocations come a moment later than the segments may.
  if (!store.has(row)) return [{ text: t('blockLoading'), strong: true }, ...sizes];
  const held = store.endNs[row] - store.startNs[row];
  return [
    { text: group.operatorName(row), strong: true },
    ...(store.stack[row] === 0 ? [] : [{ text: group.userFrameOf(store.stack[row]) }]),
    ...sizes,
    {
      label: t('start'),
      text: formatMoment(store.startNs[row]) + (store.isBefore(row) ? ` ${t('beforeShort')}` : ''),
    },
    ...(isWaiting
      ? [
          {
            label: t('spanPending'),
            text: t('waitsSince', {
              time: formatMoment(events.timeNs[blocks.pendingAt[block] - 1] ?? store.startNs[row]),
            }),
          },
        ]
      : []),
    {
      label: t('end'),
      text: store.isReleased(row)
        ? `${formatMoment(store.endNs[row])} ${t('heldFor', { time: formatDuration(held) })}`
        : t('notReleasedUntil', { time: formatMoment(store.endNs[row]) }),
    },
  ];
}

function addressText({ arenas }: AllocatorHistory, position: number): string {
  const address = addressAt(arenas, position);
  return address === undefined ? t('notRecorded') : `0x${address.toString(16)}`;
}
