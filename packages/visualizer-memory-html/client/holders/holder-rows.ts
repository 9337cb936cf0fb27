import { button, element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { exactMs } from '../format/time.js';
import { t } from '../text/text.js';
import { changeOf, type HolderSum } from './holder-sums.js';
import type { HoldersParts } from './holders-panel.js';
import { shortFrame } from './short-frame.js';

/** Rows that are shown at first, and with each asking for more. */
const PAGE_SIZE = 40;
/** Allocations of a holder that are listed. */
const MOST_ALLOCATIONS = 50;

/** The holders as a list, the largest first; each leads to its allocations. */
export class HolderRows {
  readonly node = element('ol', { class: 'holder-rows', testId: 'holder-rows' });
  readonly #parts: Pick<HoldersParts, 'group' | 'open'>;
  #open: HTMLElement | undefined;

  constructor(parts: HoldersParts) {
    this.#parts = parts;
  }

  /**
   * @param total what shares are of
   * @param isChange whether the sums are changes
   * @param rows the allocations that are summed up, where they are known
   */
  show(sums: readonly HolderSum[], total: number, isChange: boolean, rows?: Int32Array): void {
    this.#open = undefined;
    this.node.replaceChildren();
    this.#append(sums, 0, total, isChange, rows);
  }

  #append(
    sums: readonly HolderSum[],
    from: number,
    total: number,
    isChange: boolean,
    rows: Int32Array | undefined,
  ): void {
    const to = Math.min(from + PAGE_SIZE, sums.length);
    for (const sum of sums.slice(from, to)) this.node.append(this.#row(sum, total, isChange, rows));
    if (to === sums.length) return;
    const count = formatCount(Math.min(PAGE_SIZE, sums.length - to));
    const more = element('li', { class: 'more' }, [
      button(t('holdersMore', { count, all: formatCount(sums.length) }), () => {
        more.remove();
        this.#append(sums, to, total, isChange, rows);
      }),
    ]);
    this.node.append(more);
  }

  #row(
    sum: HolderSum,
    total: number,
    isChange: boolean,
    rows: Int32Array | undefined,
  ): HTMLElement {
    const bytes = isChange ? changeOf(sum) : sum.bytes;
    const share = total > 0 ? Math.min(1, Math.abs(bytes) / total) : 0;
    const bar = element('span', { class: bytes < 0 ? 'share shrinks' : 'share' });
    bar.style.width = `${(share * 100).toFixed(2)}%`;
    const size = `${isChange && bytes > 0 ? '+' : ''}${formatBytes(bytes)}`;
    const count = t(sum.count === 1 ? 'oneAllocation' : 'manyAllocations', {
      count: formatCount(sum.count),
    });
    const main = element(
      'button',
      { class: 'holder', attributes: { type: 'button', 'aria-expanded': 'false' } },
      [
        bar,
        element('span', { class: 'holder-name', text: shortFrame(sum.title), title: sum.title }),
        element('span', { class: 'holder-size', text: size, title: exactBytes(bytes) }),
        element('span', { class: 'holder-frame', text: shortFrame(sum.frame), title: sum.frame }),
        element('span', {
          class: 'holder-count',
          text: isChange
            ? `${formatBytes(sum.bytesBefore)} → ${formatBytes(sum.bytes)}`
            : `${(share * 100).toFixed(1)} % · ${count}`,
        }),
      ],
    );
    const item = element('li', {}, [main]);
    if (rows !== undefined) {
      main.addEventListener('click', () => this.#toggle(item, main, sum, rows));
    }
    return item;
  }

  #toggle(item: HTMLElement, main: HTMLElement, sum: HolderSum, rows: Int32Array): void {
    const isOpen = this.#open?.parentElement === item;
    this.#open?.previousElementSibling?.setAttribute('aria-expanded', 'false');
    this.#open?.remove();
    this.#open = undefined;
    if (isOpen) return;
    this.#open = this.#allocations(rows.filter((row) => sum.has(row)));
    item.append(this.#open);
    main.setAttribute('aria-expanded', 'true');
  }

  #allocations(rows: Int32Array): HTMLElement {
    const { group, open } = this.#parts;
    const { bytes, startNs } = group.store;
    const listed = [...rows]
      .sort((a, b) => bytes[b] - bytes[a] || a - b)
      .slice(0, MOST_ALLOCATIONS);
    const items = listed.map((row) =>
      element('li', {}, [
        button(
          t('holderAllocation', { size: formatBytes(bytes[row]), time: exactMs(startNs[row]) }),
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
}
