import { countsEvents } from '../format/axis.js';
import { roundStep } from '../format/bytes.js';
import { NS_PER_MS } from '../format/time.js';

export interface TimeTick {
  readonly ns: number;
  readonly text: string;
}

const NS_PER_S = 1e9;
/** From this span on, ticks are in seconds. */
const SECONDS_FROM_NS = 10 * NS_PER_S;

/** Width of a digit of the axis, and room between labels, px. */
const DIGIT_PX = 6.5;
const ROOM_PX = 34;

/** Round moments of a range, as many as have room on `width` pixels. */
export function timeTicks(left: number, right: number, width: number): TimeTick[] {
  const span = right - left;
  const unit = countsEvents() ? 1 : span >= SECONDS_FROM_NS ? NS_PER_S : NS_PER_MS;
  let step = roundStep(span / Math.max(1, width / 90));
  // Deep inside a long run the labels are long: then there are fewer.
  const labelWidth = tickText(right, step, unit).length * DIGIT_PX + ROOM_PX;
  step = Math.max(1, roundStep((span * labelWidth) / width));
  const ticks: TimeTick[] = [];
  // Adding zero makes −0 a plain one.
  for (let n = Math.ceil(left / step - 1e-9) + 0; n * step <= right; n++) {
    ticks.push({ ns: n * step, text: tickText(n * step, step, unit) });
  }
  return ticks;
}

function tickText(ns: number, step: number, unit: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step / unit) + 1e-9));
  const number = formatOf(decimals).format(ns / unit);
  // What it counts is said once, below the axis.
  if (unit === 1) return number;
  return `${number} ${unit === NS_PER_S ? 's' : 'ms'}`;
}

/** Making one takes longer than drawing the axis. */
const formats = new Map<number, Intl.NumberFormat>();

function formatOf(decimals: number): Intl.NumberFormat {
  let format = formats.get(decimals);
  if (format === undefined) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat('en-US', digits);
    formats.set(decimals, format);
  }
  return format;
}
