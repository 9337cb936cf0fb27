import { createInterface } from 'node:readline/promises';
import { KINDS, type Kind, kindOf, LANGUAGES, type Language, languageOf } from './options.js';

/** Where questions are asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** What is not known yet. */
export interface Answers {
  readonly folder?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly language?: Language | undefined;
}

export const DEFAULTS = { folder: 'my-plugin', kind: 'parser', language: 'ts' } as const;

/** Asks for what is missing; an empty line is the default. */
export async function ask(known: Answers, terminal: Terminal): Promise<Required<Answers>> {
  const lines = createInterface(terminal);
  const question = async (text: string, fallback: string) =>
    (await lines.question(`${text} (${fallback}) `)).trim() || fallback;
  try {
    return {
      folder: known.folder ?? (await question('Folder of the plugin?', DEFAULTS.folder)),
      kind: known.kind ?? kindOf(await question(`Kind: ${KINDS.join(', ')}?`, DEFAULTS.kind)),
      language:
        known.language ??
        languageOf(await question(`Language: ${LANGUAGES.join(', ')}?`, DEFAULTS.language)),
    };
  } finally {
    lines.close();
  }
}
