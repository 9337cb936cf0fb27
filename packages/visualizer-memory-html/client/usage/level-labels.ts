import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { formatMoment } from '../format/time.js';
import { t } from '../text/text.js';
import type { TimeScale } from '../view/time-scale.js';
import type { PeakMark } from './marks.js';
import { levelY, type PlotBox } from './overlay-painter.js';
import type { LevelRange } from './usage-figure.js';

const ROOM_PX = 8;
const HEIGHT_PX = 18;

/** Texts at levels of the usage chart: the peak in view, and what a capture began with. */
export class LevelLabels {
  readonly node = element('div', { class: 'level-labels' });
  readonly #peak = element('span', { class: 'level-label peak', testId: 'peak-label' });
  readonly #start = element('span', { class: 'level-label start', testId: 'start-label' });

  /** What is to be free of labels above the axis. */
  clearPx = 0;

  /** Widths of the texts as they are: asking the browser in every frame would cost it a layout. */
  readonly #widths = new Map<HTMLElement, number>();

  constructor() {
    this.node.append(this.#peak, this.#start);
  }

  place(
    peak: PeakMark | undefined,
    start: PeakMark | undefined,
    box: PlotBox,
    scale: TimeScale,
    levels: LevelRange,
  ): void {
    const peakText =
      peak === undefined
        ? ''
        : t('peakLabel', {
            size: formatBytes(peak.bytes),
            exact: exactBytes(peak.bytes),
            time: formatMoment(peak.ns),
          });
    const peakY = this.#put(this.#peak, peakText, peak, box, scale, levels, undefined);
    const startText =
      start === undefined ? '' : t('startLabel', { size: formatBytes(start.bytes) });
    this.#put(this.#start, startText, start, box, scale, levels, peakY);
  }

  #put(
    node: HTMLElement,
    text: string,
    mark: PeakMark | undefined,
    box: PlotBox,
    scale: TimeScale,
    levels: LevelRange,
    avoidY: number | undefined,
  ): number | undefined {
    const visible = mark !== undefined && mark.bytes >= levels.low && mark.bytes <= levels.high;
    node.hidden = !visible;
    if (!visible) return undefined;
    if (node.textContent !== text) {
      node.textContent = text;
      this.#widths.set(node, node.offsetWidth);
    }
    const width = this.#widths.get(node) ?? 0;
    const x = scale.x(mark.ns);
    const fits = x + ROOM_PX + width <= box.width;
    const left = fits ? x + ROOM_PX : Math.max(0, x - ROOM_PX - width);
    const level = levelY(mark.bytes, levels, box.height);
    let top = Math.min(box.height - HEIGHT_PX - this.clearPx, Math.max(0, level - HEIGHT_PX / 2));
    if (avoidY !== undefined && Math.abs(top - avoidY) < HEIGHT_PX + 2) {
      top = avoidY + HEIGHT_PX + 2;
    }
    node.style.transform = `translate(${box.left + left}px, ${box.top + top}px)`;
    return top;
  }
}
