import {
  decideLanguage,
  LANGUAGE_TAGS,
  type SpokenLanguage,
} from '../../src/page-data/language.js';

/** Decides the page's language and tells the browser; before the first text is drawn. */
export function pageLanguage(): SpokenLanguage {
  // Tests of what formats texts have no page.
  if (typeof document === 'undefined') return 'en';
  const root = document.documentElement;
  const language = decideLanguage(root.dataset.language, navigator.languages);
  root.lang = LANGUAGE_TAGS[language];
  return language;
}
