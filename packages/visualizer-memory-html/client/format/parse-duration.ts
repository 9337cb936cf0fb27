import { countsEvents } from './axis.js';

const NS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
};

/** Nanoseconds of `250 µs`, `1.5ms` or `2 s`; a number alone is of ms; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  if (countsEvents()) return numberOfEvents(text);
  const [, digits, unit] = /^(\d*\.?\d+)\s*(\S*)$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const ns = NS[unit === '' ? 'ms' : unit];
  return ns === undefined ? undefined : Math.round(Number(digits) * ns);
}

/** Of `100` or `100 events`, in whatever language. */
function numberOfEvents(text: string): number | undefined {
  const [, digits] = /^([\d,]+)\s*\D*$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}
