import { t } from '../text/text.js';
import { countsEvents, hasNoClock } from './axis.js';
import { formatCount } from './count.js';

export const NS_PER_MS = 1e6;
const NS_PER_S = 1e9;
const NS_PER_US = 1e3;

/** Whole nanoseconds as exact milliseconds: `12.345678`, without needless zeros. */
export function exactMs(ns: number): string {
  const sign = ns < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(ns) / NS_PER_MS);
  const rest = String(Math.abs(ns) - whole * NS_PER_MS).padStart(6, '0');
  const decimals = rest.replace(/0+$/, '');
  return decimals === '' ? `${sign}${whole}` : `${sign}${whole}.${decimals}`;
}

/**
 * Milliseconds that a person typed as whole nanoseconds; undefined for what is no number. Read as
 * text, so that no digit is lost.
 */
export function parseMs(text: string): number | undefined {
  const plain = text.replace(/[\s,_]|ms$/g, '');
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain);
  if (parts === null || !/\d/.test(plain)) return undefined;
  const [, sign, whole, decimals = ''] = parts;
  const ns =
    Number(whole || '0') * NS_PER_MS + Math.round(Number(`0.${decimals || '0'}`) * NS_PER_MS);
  return sign === '-' ? -ns : ns;
}

/** A time as addresses have it: exact ms, or the number of an event where there is no clock. */
export function exactNs(ns: number): string {
  return hasNoClock() ? String(ns) : exactMs(ns);
}

/** What {@link exactNs} writes; undefined for what is no number. */
export function parseNs(text: string): number | undefined {
  return hasNoClock() ? parseEvent(text) : parseMs(text);
}

/** A place of the axis as a reader types it: exact ms, or the number of an event. */
export function axisText(at: number): string {
  return countsEvents() ? String(at) : exactMs(at);
}

/** What {@link axisText} writes, or a person types; undefined for what is no number. */
export function parseAxis(text: string): number | undefined {
  return countsEvents() ? parseEvent(text) : parseMs(text);
}

function parseEvent(text: string): number | undefined {
  const plain = text.replace(/[\s,_]/g, '');
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : undefined;
}

/** A duration in the unit it is best read in: `2.654 ms`, or `12 events`. */
export function formatDuration(ns: number): string {
  if (countsEvents()) return t(ns === 1 ? 'oneEvent' : 'moreEvents', { count: formatCount(ns) });
  const size = Math.abs(ns);
  if (size < NS_PER_US) return `${ns} ns`;
  if (size < NS_PER_MS) return `${trimmed(ns / NS_PER_US)} µs`;
  if (size < NS_PER_S) return `${trimmed(ns / NS_PER_MS)} ms`;
  return `${trimmed(ns / NS_PER_S)} s`;
}

/** Up to three decimals. */
function trimmed(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** A moment after the origin, exactly: `12.345678 ms`, or `event 12`. */
export function formatMoment(ns: number): string {
  return countsEvents() ? t('eventNumber', { number: formatCount(ns) }) : `${exactMs(ns)} ms`;
}

/** A moment as nanoseconds since the epoch of the source, a decimal. */
export function absoluteNs(originNs: string, ns: number): string {
  return String(BigInt(originNs) + BigInt(Math.round(ns)));
}

/** `2026-05-26T08:51:55.040004900Z` of decimal nanoseconds since 1970. */
export function utcText(absolute: string): string {
  const ns = BigInt(absolute);
  const ms = Number(ns / 1_000_000n);
  const rest = String(ns % 1_000_000n).padStart(6, '0');
  return new Date(ms).toISOString().replace('Z', `${rest}Z`);
}
