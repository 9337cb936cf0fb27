import { endOfBareWord } from './bare-word.js';
import type { TextPlace } from './bracketed.js';
import { readBracketed } from './bracketed.js';
import type { Leaf, SettingNode } from './node.js';
import { plainValue } from './node.js';
import { endOfQuoted, unquoted } from './quoting.js';
import { readScalar } from './scalar-text.js';
import type { ConfigValue } from './value.js';

/**
 * A value as Hydra's override grammar reads it when no schema says what is wanted: `null`, `true`, `1_000`, `.5`,
 * `'quoted'`, `[1,[a,b]]`, `{a:1}`, otherwise the text untouched. A comma outside brackets is part of the text.
 * Integers beyond 2^53 are bigint.
 *
 * @throws RlInsightError `config-syntax` for brackets or quotes that do not close, empty items and repeated map keys
 */
export function parseValue(text: string): ConfigValue {
  const source = { kind: 'command line', word: text } as const;
  return plainValue(readValueNode({ word: text, start: 0, source }));
}

/** The value in a word, read without a schema. */
export function readValueNode(place: TextPlace): SettingNode {
  if (looksBracketed(place)) return readBracketed(place);
  return readQuotedLeaf(place) ?? plainLeaf(place);
}

export function looksBracketed({ word, start }: TextPlace): boolean {
  return /^\s*[[{]/.test(word.slice(start));
}

/** The leaf of a value that is quoted as a whole; undefined when it is not. */
export function readQuotedLeaf({ word, start, source }: TextPlace): Leaf | undefined {
  const quoted = /^\s*['"]/.exec(word.slice(start));
  if (quoted === null) return undefined;
  const open = start + quoted[0].length - 1;
  const end = endOfQuoted(word, open);
  if (end === undefined || word.slice(end).trim() !== '') return undefined;
  const value = unquoted(word.slice(open, end));
  return { kind: 'leaf', value, source, span: { start: open, end } };
}

/** The rest of the word as it stands; the schema decides what it is. */
export function plainLeaf({ word, start, source }: TextPlace): Leaf {
  const text = word.slice(start);
  return {
    kind: 'leaf',
    value: readScalar(text),
    text,
    source,
    span: { start, end: word.length },
  };
}

/** Whether a comma stands outside brackets and interpolations: what Hydra would take for a sweep. */
export function hasBareComma({ word, start }: TextPlace): boolean {
  return endOfBareWord(word, start, ',') < word.length;
}
