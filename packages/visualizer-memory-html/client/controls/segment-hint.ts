import { pageFile } from '../../src/page-data/files.js';
import { rangeOn } from '../data/event-axis.js';
import type { Group } from '../data/group.js';
import type { Windows } from '../data/windows.js';
import { element } from '../dom/element.js';
import { t } from '../text/text.js';
import type { Frames } from '../view/frames.js';
import { rangeHash } from '../view/view-hash.js';
import type { ViewState } from '../view/view-state.js';

/** Leads to the page of another window, with the same range, when the range leaves this page's. */
export class SegmentHint {
  readonly node = element('span', { class: 'segment-hint', testId: 'segment-hint' });
  readonly #group: Group;
  readonly #view: ViewState;
  readonly #windows: Windows;
  readonly #left = element('a');
  readonly #right = element('a');

  constructor(group: Group, view: ViewState, windows: Windows, frames: Frames) {
    this.#group = group;
    this.#view = view;
    this.#windows = windows;
    this.node.append(this.#left, this.#right);
    view.on('range', () => frames.request(this.#update));
    this.#update();
  }

  readonly #update = (): void => {
    const { range } = this.#view;
    const { own, ownRange } = this.#windows;
    const reached = this.#windows.reachedBy(range);
    const before = reached.filter((window) => window < own);
    const after = reached.filter((window) => window > own);
    // Where all is in view there is nowhere to go.
    const isPart = reached.length < this.#windows.entries.length;
    const left = isPart && range.left < ownRange.left ? before.at(-1) : undefined;
    const right = isPart && range.right > ownRange.right ? after[0] : undefined;
    const { axis } = this.#view.choices;
    const hash = rangeHash(rangeOn({ at: this.#group.timeNs }, range), axis);
    link(this.#left, left, 'segmentPrevious', hash);
    link(this.#right, right, 'segmentNext', hash);
    const hidden = left === undefined && right === undefined;
    if (this.node.hidden !== hidden) this.node.hidden = hidden;
  };
}

function link(
  node: HTMLAnchorElement,
  segment: number | undefined,
  text: 'segmentPrevious' | 'segmentNext',
  hash: string,
): void {
  const hidden = segment === undefined;
  if (node.hidden !== hidden) node.hidden = hidden;
  if (segment === undefined) return;
  const label = t(text, { segment });
  if (node.textContent !== label) {
    node.textContent = label;
    node.title = t('segmentHintTitle', { segment });
  }
  node.href = pageFile(segment) + hash;
}
