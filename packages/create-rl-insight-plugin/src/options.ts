import { CreationError } from './creation-error.js';

/** What the new plugin provides. */
export const KINDS = ['parser', 'visualizer', 'checker'] as const;
export type Kind = (typeof KINDS)[number];

/** What it is written in. */
export const LANGUAGES = ['ts', 'js'] as const;
export type Language = (typeof LANGUAGES)[number];

/** @throws CreationError that lists the kinds. */
export function kindOf(text: string): Kind {
  return oneOf(KINDS, text, '--kind');
}

/** @throws CreationError that lists the languages. */
export function languageOf(text: string): Language {
  return oneOf(LANGUAGES, text, '--language');
}

function oneOf<T extends string>(known: readonly T[], text: string, flag: string): T {
  const found = known.find((one) => one === text.toLowerCase());
  if (found !== undefined) return found;
  throw new CreationError(
    `${flag} ${JSON.stringify(text)} is not known.`,
    `Give one of ${known.join(', ')}.`,
  );
}
