import type { AllocationStore } from '../data/allocation-store.js';
import { button, element } from '../dom/element.js';
import { formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { axisText } from '../format/time.js';
import { t } from '../text/text.js';

/** Allocations of a holder that are listed. */
const MOST_ALLOCATIONS = 50;

/** The largest of some allocations, each a link to its panel. */
export function allocationList(
  { bytes, startNs }: AllocationStore,
  rows: Int32Array,
  open: (row: number) => void,
): HTMLElement {
  const listed = [...rows].sort((a, b) => bytes[b] - bytes[a] || a - b).slice(0, MOST_ALLOCATIONS);
  const items = listed.map((row) =>
    element('li', {}, [
      button(
        t('holderAllocation', { size: formatBytes(bytes[row]), time: axisText(startNs[row]) }),
        () => open(row),
        { class: 'link' },
      ),
    ]),
  );
  const more = rows.length - listed.length;
  return element('ul', { class: 'holder-allocations' }, [
    ...items,
    more > 0
      ? element('li', { class: 'note', text: t('holderSmaller', { count: formatCount(more) }) })
      : undefined,
  ]);
}
