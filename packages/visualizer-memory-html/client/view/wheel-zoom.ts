/** Zoom of one line or pixel of the wheel; a notch of a common mouse zooms by about a fifth. */
const ZOOM_PER_PX = 0.0018;
const PX_PER_LINE = 33;
const PX_PER_PAGE = 400;
/** A fast wheel does not throw the reader out of the picture. */
const MAX_PX = 400;

/** Movement of the wheel in px, whatever unit the browser gives. */
export function wheelPx(event: WheelEvent): { readonly x: number; readonly y: number } {
  const scale =
    event.deltaMode === WheelEvent.DOM_DELTA_LINE
      ? PX_PER_LINE
      : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
        ? PX_PER_PAGE
        : 1;
  const limit = (px: number) => Math.min(MAX_PX, Math.max(-MAX_PX, px * scale));
  return { x: limit(event.deltaX), y: limit(event.deltaY) };
}

/** By what a turn of the wheel multiplies the range: below 1 zooms in. */
export function wheelFactor(px: number): number {
  return Math.exp(px * ZOOM_PER_PX);
}
