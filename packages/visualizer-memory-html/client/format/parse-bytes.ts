const UNITS = ['b', 'kib', 'mib', 'gib', 'tib'];
const SHORT = ['', 'k', 'm', 'g', 't'];

/** Bytes of `512`, `1.5 MiB`, `2k` or `3 GB`, all in powers of 1024; undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit] = /^([\d,]*\.?\d+)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  if (digits === undefined || unit === undefined) return undefined;
  const name = unit.toLowerCase().replace(/^bytes?$/, 'b');
  const power = [UNITS, SHORT, SHORT.map((letter) => `${letter}b`)]
    .map((names) => names.indexOf(name))
    .find((place) => place >= 0);
  if (power === undefined) return undefined;
  return Math.round(Number(digits.replaceAll(',', '')) * 1024 ** power);
}
