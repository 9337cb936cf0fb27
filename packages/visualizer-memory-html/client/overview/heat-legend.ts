import { SharpCanvas } from '../dom/canvas.js';
import { element } from '../dom/element.js';
import { exactBytes, formatBytes } from '../format/bytes.js';
import { t } from '../text/text.js';
import type { HeatColours } from './heat-colours.js';

const WIDTH_PX = 150;
const HEIGHT_PX = 10;

/** What the colours mean. */
export class HeatLegend {
  readonly node: HTMLElement;
  readonly #scale = new SharpCanvas('heat-scale');
  readonly #low = element('span', { class: 'heat-bound' });
  readonly #high = element('span', { class: 'heat-bound' });

  constructor() {
    this.node = element('div', { class: 'heat-legend', testId: 'heat-legend' }, [
      this.#low,
      this.#scale.node,
      this.#high,
      key('heat-gap-mark', t('heatNotRecorded')),
      key('heat-peak-mark', t('heatPeak')),
    ]);
  }

  show(colours: HeatColours): void {
    const { low, high } = colours;
    const context = this.#scale.begin(WIDTH_PX, HEIGHT_PX);
    for (let x = 0; x < WIDTH_PX; x++) {
      context.fillStyle = colours.css(low + ((high - low) * x) / (WIDTH_PX - 1));
      context.fillRect(x, 0, 1, HEIGHT_PX);
    }
    for (const [node, bytes] of [
      [this.#low, low],
      [this.#high, high],
    ] as const) {
      node.textContent = formatBytes(bytes);
      node.title = exactBytes(bytes);
    }
  }
}

function key(mark: string, text: string): HTMLElement {
  return element('span', { class: 'key' }, [element('span', { class: mark }), text]);
}
