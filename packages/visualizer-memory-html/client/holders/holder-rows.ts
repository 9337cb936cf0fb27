import { button, element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatCount } from '../format/count.js';
import { t } from '../text/text.js';
import { changeOf, type HolderSum } from './holder-sums.js';
import { shortFrame } from './short-frame.js';

/** Rows that are shown at first, and with each asking for more. */
const PAGE_SIZE = 40;

/** What of a sum is shown. */
type ShownSum = Omit<HolderSum, 'has'>;

/** Makes what a holder unfolds to. */
export type Unfold<Sum> = (sum: Sum) => HTMLElement;

/** Holders as a list, the largest first; each may unfold. */
export class HolderRows<Sum extends ShownSum = HolderSum> {
  readonly node = element('ol', { class: 'holder-rows', testId: 'holder-rows' });
  #open: HTMLElement | undefined;

  /**
   * @param total what shares are of
   * @param isChange whether the sums are changes
   * @param unfold what they unfold to, where that is known
   */
  show(sums: readonly Sum[], total: number, isChange: boolean, unfold?: Unfold<Sum>): void {
    this.#open = undefined;
    this.node.replaceChildren();
    this.#append(sums, 0, total, isChange, unfold);
  }

  /** Unfolds the first, if it can. */
  unfoldFirst(): void {
    this.node.querySelector('button')?.click();
  }

  #append(
    sums: readonly Sum[],
    from: number,
    total: number,
    isChange: boolean,
    unfold: Unfold<Sum> | undefined,
  ): void {
    const to = Math.min(from + PAGE_SIZE, sums.length);
    for (const sum of sums.slice(from, to))
      this.node.append(this.#row(sum, total, isChange, unfold));
    if (to === sums.length) return;
    const count = formatCount(Math.min(PAGE_SIZE, sums.length - to));
    const more = element('li', { class: 'more' }, [
      button(t('holdersMore', { count, all: formatCount(sums.length) }), () => {
        more.remove();
        this.#append(sums, to, total, isChange, unfold);
      }),
    ]);
    this.node.append(more);
  }

  #row(sum: Sum, total: number, isChange: boolean, unfold: Unfold<Sum> | undefined): HTMLElement {
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
    if (unfold !== undefined) {
      main.addEventListener('click', () => this.#toggle(item, main, sum, unfold));
    }
    return item;
  }

  #toggle(item: HTMLElement, main: HTMLElement, sum: Sum, unfold: Unfold<Sum>): void {
    const isOpen = this.#open?.parentElement === item;
    this.#open?.previousElementSibling?.setAttribute('aria-expanded', 'false');
    this.#open?.remove();
    this.#open = undefined;
    if (isOpen) return;
    this.#open = unfold(sum);
    item.append(this.#open);
    main.setAttribute('aria-expanded', 'true');
  }
}
