import type { AllocatorHistory, AllocatorState, SpanKind } from '@rl-insight/memory-model';
import type { Group } from '../data/group.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { formatMoment } from '../format/time.js';
import type { TextKey } from '../text/en.js';
import { t } from '../text/text.js';

const KIND_TEXTS: Readonly<Record<SpanKind, { readonly name: TextKey; readonly title: TextKey }>> =
  {
    allocated: { name: 'spanAllocated', title: 'spanAllocatedTitle' },
    rounding: { name: 'spanRounding', title: 'spanRoundingTitle' },
    pending: { name: 'spanPending', title: 'spanPendingTitle' },
    free: { name: 'spanFree', title: 'spanFreeTitle' },
  };

/** What the segments of a state add up to; being its legend, it says what the colours mean. */
export function allocatorSums(state: AllocatorState): HTMLElement[] {
  const { reservedBytes, largestFreeBytes, fragmentation } = state;
  const bytesOf: Readonly<Record<SpanKind, number>> = {
    allocated: state.allocatedBytes,
    rounding: state.roundingBytes,
    pending: state.pendingBytes,
    free: state.freeBytes,
  };
  const kinds = (Object.keys(KIND_TEXTS) as SpanKind[]).map((kind) =>
    sum(kind, t(KIND_TEXTS[kind].name), bytesOf[kind], t(KIND_TEXTS[kind].title)),
  );
  const largest = sum('largest', t('largestFree'), largestFreeBytes, t('largestFreeTitle'));
  if (fragmentation !== null) {
    const rounded = Math.round(fragmentation * 100);
    // All of it would be that nothing is free.
    const share = rounded === 100 ? '> 99 %' : `${rounded} %`;
    const text = t('fragmented', { share });
    largest.append(element('span', { class: 'sum-note', text, title: t('fragmentedTitle') }));
  }
  return [sum('reserved', t('segmentsReserved'), reservedBytes, ''), ...kinds, largest];
}

function sum(kind: string, name: string, bytes: number, meaning: string): HTMLElement {
  const title = [meaning, exactBytes(bytes)].filter((text) => text !== '').join('\n');
  const isSpan = kind in KIND_TEXTS;
  return element('span', { class: 'sum', testId: `sum-${kind}`, title }, [
    isSpan ? element('span', { class: `mark span-${kind}` }) : undefined,
    element('span', { class: 'sum-name', text: name }),
    element('span', { class: 'sum-bytes', text: formatBytes(bytes) }),
  ]);
}

/** The last request that failed, against what is free; '' where none had failed. */
export function failureText(history: AllocatorHistory, state: AllocatorState): string {
  const { lastFailure, largestFreeBytes, freeBytes } = state;
  if (lastFailure < 0) return '';
  const { timeNs, requestedBytes } = history.failures;
  const time = formatMoment(timeNs[lastFailure]);
  const bytes = requestedBytes[lastFailure];
  if (Number.isNaN(bytes)) return t('lastFailedUnknown', { time });
  return t(bytes > largestFreeBytes ? 'lastFailed' : 'lastFailedFits', {
    ...{ time, size: formatBytes(bytes) },
    largest: formatBytes(largestFreeBytes),
    free: formatBytes(freeBytes),
  });
}

/** What of a state is not known, or does not fit together. */
export function doubts(group: Group, history: AllocatorHistory, state: AllocatorState): string[] {
  const { outside, overlappingBytes, unknownRounding } = state;
  const { withoutAddress } = history;
  const told: [number, TextKey, number][] = [
    [unknownRounding, 'doubtRounding', 0],
    [outside.blocks, 'doubtOutside', outside.bytes],
    [overlappingBytes, 'doubtOverlap', overlappingBytes],
    [withoutAddress, 'doubtNoAddress', 0],
  ];
  return told
    .filter(([count]) => count > 0)
    .map(([count, key, bytes]) =>
      t(key, {
        count: formatCount(count),
        size: formatBytes(bytes),
        all: formatCount(group.data.rows),
      }),
    );
}
