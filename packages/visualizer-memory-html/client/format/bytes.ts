import { t } from '../text/text.js';

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** The power of 1024 that a size is best read in. */
function unitOf(bytes: number): number {
  let unit = 0;
  for (let rest = Math.abs(bytes); rest >= 1024 && unit < UNITS.length - 1; rest /= 1024) unit++;
  return unit;
}

/** `2.00 MiB`; small sizes are exact. */
export function formatBytes(bytes: number): string {
  const unit = unitOf(bytes);
  if (unit === 0) return exactBytes(bytes);
  return `${(bytes / 1024 ** unit).toFixed(2)} ${UNITS[unit]}`;
}

/** `2,097,152 bytes`. */
export function exactBytes(bytes: number): string {
  return t(bytes === 1 ? 'bytesOne' : 'bytesMany', { count: grouped.format(bytes) });
}

/** `2.00 MiB (2,097,152 bytes)`; small sizes once. */
export function fullBytes(bytes: number): string {
  return unitOf(bytes) === 0 ? exactBytes(bytes) : `${formatBytes(bytes)} (${exactBytes(bytes)})`;
}

export interface ByteTick {
  readonly bytes: number;
  readonly text: string;
}

/** About `count` round sizes from `low` to `high`, all in one unit. */
export function byteTicks(low: number, high: number, count: number): ByteTick[] {
  const unit = unitOf(high);
  const scale = 1024 ** unit;
  const step = roundStep((high - low) / scale / count);
  const ticks: ByteTick[] = [];
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  // Adding zero makes −0 a plain one.
  for (let n = Math.ceil(low / scale / step - 1e-9) + 0; n * step * scale <= high; n++) {
    const text =
      decimals === 0 || n === 0 ? grouped.format(n * step) : (n * step).toFixed(decimals);
    ticks.push({ bytes: n * step * scale, text: `${text} ${unit === 0 ? 'B' : UNITS[unit]}` });
  }
  return ticks;
}

/** The next larger of 1, 2, 5 and their tens. */
export function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= atLeast * (1 - 1e-9)) ?? 10;
  return step * power;
}
