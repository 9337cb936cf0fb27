import { EN, type TextKey } from './en.js';

/** The text of a key with `{name}` replaced. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return EN[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  );
}
