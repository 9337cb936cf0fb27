import { EN, type TextKey } from './en.js';
import { pageLanguage } from './language.js';
import { ZH } from './zh.js';

const TEXTS: Readonly<Record<TextKey, string>> = pageLanguage() === 'zh' ? ZH : EN;

/** The text of a key with `{name}` replaced. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return TEXTS[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
