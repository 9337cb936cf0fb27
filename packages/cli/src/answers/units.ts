const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes as a person reads them: three or four digits and a binary unit. */
export function bytesText(bytes: number): string {
  let value = Math.abs(bytes);
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 ? 0 : value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${bytes < 0 ? '−' : ''}${value.toFixed(digits)} ${UNITS[unit]}`;
}

/** A difference of bytes, with its sign. */
export function changeText(bytes: number): string {
  return bytes > 0 ? `+${bytesText(bytes)}` : bytesText(bytes);
}

/** Nanoseconds from one moment to another, as a person reads them. */
export function durationText(ns: number): string {
  const magnitude = Math.abs(ns);
  if (magnitude < 1e3) return `${ns} ns`;
  if (magnitude < 1e6) return `${(ns / 1e3).toFixed(2)} µs`;
  if (magnitude < 1e9) return `${(ns / 1e6).toFixed(2)} ms`;
  return `${(ns / 1e9).toFixed(3)} s`;
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** A part of something, in per cent; nothing where there is nothing to be a part of. */
export function shareText(bytes: number, of: number): string {
  return of > 0 ? `${((100 * bytes) / of).toFixed(1)} %` : '';
}

/** Nanoseconds between two moments of a report. */
export function between(from: string, to: string): number {
  return Number(BigInt(to) - BigInt(from));
}

/** A moment of a group, counted from the begin of its first capture. */
export function atText(
  { captures }: { readonly captures: readonly { readonly start_ns: string }[] },
  time: string,
): string {
  return `${durationText(between(captures[0]?.start_ns ?? time, time))} after the begin`;
}

const BARS = '▁▂▃▄▅▆▇█';

/** Levels as bars, the highest full. */
export function sparkline(levels: readonly number[]): string {
  const most = levels.reduce((a, b) => Math.max(a, b), 0);
  return levels
    .map((level) => BARS[most === 0 ? 0 : Math.min(7, Math.floor((level / most) * 7.999))])
    .join('');
}
