import { countsEvents } from '../format/axis.js';
import { EN, type TextKey } from './en.js';
import { EN_EVENTS } from './en-events.js';
import { pageLanguage } from './language.js';
import { ZH } from './zh.js';
import { ZH_EVENTS } from './zh-events.js';

type Texts = Readonly<Record<TextKey, string>>;

const TEXTS: Texts = pageLanguage() === 'zh' ? ZH : EN;
const OF_EVENTS: Texts = TEXTS === ZH ? { ...ZH, ...ZH_EVENTS } : { ...EN, ...EN_EVENTS };

/** The text of a key with `{name}` replaced. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const texts = countsEvents() ? OF_EVENTS : TEXTS;
  return texts[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
