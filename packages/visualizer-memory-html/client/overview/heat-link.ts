import { element } from '../dom/element.js';
import type { Tooltip } from '../dom/tooltip.js';
import { exactBytes, fullBytes } from '../format/bytes.js';
import { formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import { type OverviewModel, sliceSpan } from './model.js';
import { nameOf } from './names.js';

/** A cell in the rows, px. */
export interface CellPlace {
  readonly slice: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is said of a slice. */
export function sliceTexts(model: OverviewModel, slice: number) {
  const recording = model.recordingOf(slice);
  const { left, right } = sliceSpan(recording, slice);
  const group = model.groups[recording.group];
  return {
    who: nameOf(group),
    device: group.device,
    from: formatMoment(left),
    to: formatMoment(right),
    bytes: model.bytes[slice],
  };
}

/**
 * The cell under the pointer, or that the arrow keys have come to: a link over the picture, so that
 * whatever a browser can do with links can be done with cells.
 */
export class HeatLink {
  readonly node = element('a', { class: 'heat-cell', testId: 'heat-cell' });
  readonly #model: OverviewModel;
  readonly #tooltip: Tooltip;
  #slice: number | undefined;

  constructor(model: OverviewModel, tooltip: Tooltip) {
    this.#model = model;
    this.#tooltip = tooltip;
    this.node.hidden = true;
  }

  get slice(): number | undefined {
    return this.#slice;
  }

  place({ slice, left, top, width, height }: CellPlace): void {
    this.#slice = slice;
    const { node } = this;
    node.hidden = false;
    node.href = this.#model.sliceHref(slice);
    const { bytes, ...texts } = sliceTexts(this.#model, slice);
    node.setAttribute('aria-label', t('heatCell', { ...texts, size: exactBytes(bytes) }));
    node.style.transform = `translate(${left}px, ${top}px)`;
    node.style.width = `${width}px`;
    node.style.height = `${height}px`;
  }

  /** Says what the cell is, beside a point of the window. */
  tell(colour: string, clientX: number, clientY: number): void {
    if (this.#slice === undefined) return;
    const { who, device, from, to, bytes } = sliceTexts(this.#model, this.#slice);
    const lines = [
      { text: who, strong: true },
      { label: t('heatDevice'), text: device },
      { label: t('heatTime'), text: `${from} – ${to}` },
      { label: t('heatMost'), text: fullBytes(bytes), colour },
      { text: t('heatOpen') },
    ];
    this.#tooltip.show(lines, clientX, clientY);
  }
}
