import type { TimeRange } from '../data/windows.js';
import { TimeScale } from '../view/time-scale.js';
import { SLIDER_PX } from './usage-figure.js';

/**
 * Moves what Plotly has drawn to another range, as Plotly itself does while a hand drags: its lines
 * are stretched, its slider's window is shifted. That takes a fraction of a millisecond, where
 * drawing anew takes many; it is drawn anew once the hand rests.
 */
export function followRange(
  graph: HTMLElement,
  drawn: TimeRange,
  range: TimeRange,
  slider: TimeRange,
  plotWidth: number,
): void {
  const before = new TimeScale(drawn, plotWidth);
  const now = new TimeScale(range, plotWidth);
  const stretch = now.pxPerNs / before.pxPerNs;
  const shift = now.x(drawn.left);
  const transform = stretch === 1 && shift === 0 ? '' : `translate(${shift},0) scale(${stretch},1)`;
  for (const lines of graph.querySelectorAll('.cartesianlayer .scatterlayer')) {
    // The range slider has lines of its own, which show the whole.
    if (lines.closest('.rangeslider-container') === null) setTransform(lines, transform);
  }
  moveSlider(graph, new TimeScale(slider, plotWidth), range);
}

function setTransform(node: Element, transform: string): void {
  if (transform === '') node.removeAttribute('transform');
  else node.setAttribute('transform', transform);
}

function moveSlider(graph: HTMLElement, scale: TimeScale, range: TimeRange): void {
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
