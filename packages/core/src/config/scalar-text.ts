import type { JsonType } from './json-schema.js';
import type { ConfigScalar } from './value.js';
import { narrowInteger } from './value.js';

// The number forms of Hydra's override grammar (hydra/grammar/OverrideLexer.g4). `007` is no number there but a word.
const DIGITS = String.raw`\d(?:_?\d)*`;
const WHOLE = String.raw`(?:0|[1-9](?:_?\d)*)`;
const POINT = String.raw`(?:${WHOLE}\.(?:${DIGITS})?|\.${DIGITS})`;
const INTEGER = new RegExp(`^[+-]?${WHOLE}$`);
const FLOAT = new RegExp(`^[+-]?(?:${POINT}|(?:${POINT}|${WHOLE})[eE][+-]?${DIGITS})$`);
const NOT_FINITE = /^[+-]?(?:inf|nan)$/i;

// Where only a number is wanted there is no word to confuse it with, and Python's int() takes leading zeros.
const PADDED_INTEGER = new RegExp(`^[+-]?${DIGITS}$`);

/** A scalar read without knowing what is wanted: null, boolean, number, otherwise the text itself. */
export function readScalar(text: string): ConfigScalar {
  const word = text.trim();
  if (isNull(word)) return null;
  return readBoolean(word) ?? readNumber(word, INTEGER) ?? text;
}

/** The text read as one of the wanted types; undefined when it is none of them. */
export function readScalarAs(text: string, types: ReadonlySet<JsonType>): ConfigScalar | undefined {
  const word = text.trim();
  if (types.has('null') && isNull(word)) return null;
  if (types.has('boolean')) {
    const truth = readBoolean(word) ?? (types.has('string') ? undefined : readSwitch(word));
    if (truth !== undefined) return truth;
  }
  if (types.has('integer') || types.has('number')) {
    const number = readNumber(word, types.has('string') ? INTEGER : PADDED_INTEGER);
    if (number !== undefined && (types.has('number') || !isInfinite(number))) return number;
  }
  return types.has('string') ? text : undefined;
}

function isInfinite(number: number | bigint): boolean {
  return typeof number === 'number' && !Number.isFinite(number);
}

function isNull(word: string): boolean {
  return /^null$/i.test(word);
}

function readBoolean(word: string): boolean | undefined {
  if (/^true$/i.test(word)) return true;
  return /^false$/i.test(word) ? false : undefined;
}

/** OmegaConf's BooleanNode takes these as well. */
function readSwitch(word: string): boolean | undefined {
  if (/^(?:yes|y|on)$/i.test(word)) return true;
  return /^(?:no|n|off)$/i.test(word) ? false : undefined;
}

function readNumber(word: string, integer: RegExp): number | bigint | undefined {
  const digits = word.replaceAll('_', '');
  if (integer.test(word)) {
    const exact = BigInt(digits.replace(/^[+-]/, ''));
    return narrowInteger(word.startsWith('-') ? -exact : exact);
  }
  // Adding zero drops the sign of -0.0, which nothing here tells apart.
  if (FLOAT.test(word)) return Number(digits) + 0;
  if (!NOT_FINITE.test(word)) return undefined;
  if (/nan$/i.test(word)) return Number.NaN;
  return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
