import type { Summary } from '../measure/statistics.js';

/** Three digits, or more before the point: 0.0412, 1.43, 14.3, 1430. */
export function digits(value: number): string {
  const decimals = Math.min(4, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));
  return value.toFixed(decimals);
}

/** The median, and the range where there is one. */
export function spread(summary: Summary | undefined, unit = 1): string {
  if (summary === undefined) return '';
  const [median, min, max] = [summary.median, summary.min, summary.max].map((value) =>
    digits(value / unit),
  );
  return min === max ? median : `${median} (${min}–${max})`;
}
