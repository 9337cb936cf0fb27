import type { TimeRange } from '../data/windows.js';
import { countsEvents } from '../format/axis.js';

/** The least that a hand can zoom in to. */
const MIN_SPAN_NS = 50;
const MIN_EVENTS = 5;

/** The range after zooming by a factor (below 1: in) around a moment that stays where it is. */
export function zoomed(
  { left, right }: TimeRange,
  atNs: number,
  factor: number,
  extent: TimeRange,
): TimeRange {
  const least = countsEvents() ? MIN_EVENTS : MIN_SPAN_NS;
  const widest = Math.max(extent.right - extent.left, right - left, least);
  const span = Math.min(widest, Math.max(least, (right - left) * factor));
  const share = (atNs - left) / (right - left);
  return kept({ left: atNs - span * share, right: atNs + span * (1 - share) }, extent);
}

/** The range moved by a time, no further than the ends of what there is to see. */
export function panned({ left, right }: TimeRange, byNs: number, extent: TimeRange): TimeRange {
  return kept({ left: left + byNs, right: right + byNs }, extent);
}

/** A range as long as before, around a moment. */
export function centred({ left, right }: TimeRange, atNs: number, extent: TimeRange): TimeRange {
  const half = (right - left) / 2;
  return kept({ left: atNs - half, right: atNs + half }, extent);
}

/** Part of a range that something fills when it is shown. */
const SHOWN_SHARE = 0.6;

/** A range with something in its middle and room beside it. */
export function aroundRange({ left, right }: TimeRange, extent: TimeRange): TimeRange {
  const span = Math.max(1, right - left);
  const room = (span / SHOWN_SHARE - span) / 2;
  return kept({ left: left - room, right: right + room }, extent);
}

function kept({ left, right }: TimeRange, extent: TimeRange): TimeRange {
  const span = right - left;
  if (span >= extent.right - extent.left) return extent;
  const from = Math.min(Math.max(left, extent.left), extent.right - span);
  return { left: from, right: from + span };
}
