/** The languages of pages; whoever writes them and the pages agree here. */

/** Languages that pages speak. */
export type SpokenLanguage = 'en' | 'zh';
/** `output.language`; on `auto` the reader's browser decides. */
export type Language = SpokenLanguage | 'auto';

/** What browsers call them, for fonts and screen readers. */
export const LANGUAGE_TAGS: Readonly<Record<SpokenLanguage, string>> = { en: 'en', zh: 'zh-CN' };

export function isSpoken(language: string | undefined): language is SpokenLanguage {
  return language !== undefined && Object.hasOwn(LANGUAGE_TAGS, language);
}

/** What a page was written for, or else the first language of the reader that we speak. */
export function decideLanguage(
  asked: string | undefined,
  preferred: readonly string[],
): SpokenLanguage {
  if (isSpoken(asked)) return asked;
  return preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isSpoken) ?? 'en';
}
