import type { TimeRange } from '../data/windows.js';
import { TimeScale } from '../view/time-scale.js';
import { SLIDER_PX } from './usage-figure.js';

/** Moves the window of Plotly's range slider, whose whole is `slider`, as it does itself by hand. */
export function moveSlider(
  graph: HTMLElement,
  range: TimeRange,
  slider: TimeRange,
  plotWidth: number,
): void {
  const scale = new TimeScale(slider, plotWidth);
  const within = (px: number) => Math.min(scale.width, Math.max(0, px));
  const left = within(scale.x(range.left));
  const right = within(scale.x(range.right));
  const set = (part: string, values: Record<string, string | number>) => {
    const node = graph.querySelector(`.rangeslider-${part}`);
    for (const [name, value] of Object.entries(values)) node?.setAttribute(name, String(value));
  };
  // The whole height of the slider can be taken hold of, whatever levels are in view.
  set('slidebox', { x: left, width: right - left, y: 0, height: SLIDER_PX });
  set('mask-min', { width: left });
  set('mask-max', { x: right, width: scale.width - right });
  set('grabber-min', { transform: `translate(${Math.round(left - 2) - 0.5},0.5)` });
  set('grabber-max', { transform: `translate(${Math.round(right - 2) + 0.5},0.5)` });
}
