import { pageFile } from '../../src/page-data/files.js';
import type { TimeRange, Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import { rangeHash } from '../view/view-hash.js';
import type { ViewState } from '../view/view-state.js';

/** Leads to the page of another window, with the same range, when the range leaves this page's. */
export class SegmentHint {
  readonly node = element('span', { class: 'segment-hint', testId: 'segment-hint' });
  readonly #view: ViewState;
  readonly #windows: Windows;
  readonly #left = element('a');
  readonly #right = element('a');

  constructor(view: ViewState, windows: Windows) {
    this.#view = view;
    this.#windows = windows;
    this.node.append(this.#left, this.#right);
    view.on('range', () => this.#update());
    this.#update();
  }

  #update(): void {
    const { range } = this.#view;
    const { own, ownRange } = this.#windows;
    const reached = this.#windows.reachedBy(range);
    const before = reached.filter((window) => window < own);
    const after = reached.filter((window) => window > own);
    // Where all is in view there is nowhere to go.
    const isPart = reached.length < this.#windows.entries.length;
    const left = isPart && range.left < ownRange.left ? before.at(-1) : undefined;
    const right = isPart && range.right > ownRange.right ? after[0] : undefined;
    link(this.#left, left, 'segmentPrevious', range);
    link(this.#right, right, 'segmentNext', range);
    this.node.hidden = left === undefined && right === undefined;
  }
}

function link(
  node: HTMLAnchorElement,
  segment: number | undefined,
  text: 'segmentPrevious' | 'segmentNext',
  range: TimeRange,
): void {
  node.hidden = segment === undefined;
  if (segment === undefined) return;
  node.textContent = t(text, { segment });
  node.title = t('segmentHintTitle', { segment });
  node.href = pageFile(segment) + rangeHash(range);
}
