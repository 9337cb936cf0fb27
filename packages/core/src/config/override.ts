import { unreadableWord } from './errors.js';

interface OverrideBase {
  /** Dotted key, without `+` or `~`. */
  readonly key: string;
  readonly path: readonly string[];
  /** The word as the shell delivered it. */
  readonly word: string;
  /** Which argument of the command it is, from 1; null when the caller did not say. */
  readonly position: number | null;
}

/** `key=value` (also `++key=value`), and `+key=value` for a key that an open map is to get. */
export interface SetOverride extends OverrideBase {
  readonly operation: 'set' | 'add';
  /** UTF-16 offset of the value in the word. What it is, is open until the schema is known. */
  readonly valueStart: number;
}

/** `~key`, and `~key=value` which insists on the value that is taken back. */
export interface ResetOverride extends OverrideBase {
  readonly operation: 'reset';
  /** Null when no value is given. */
  readonly valueStart: number | null;
}

export type Override = SetOverride | ResetOverride;

const OPERATIONS = { '': 'set', '++': 'set', '+': 'add', '~': 'reset' } as const;

/**
 * Splits one word of the command line as Hydra does. Everything after the first `=` is the value, untouched.
 *
 * @param position which argument of the command it is, from 1, for messages
 * @throws RlInsightError `config-syntax`
 */
export function parseOverride(word: string, position?: number): Override {
  const sign = /^(?:\+\+|\+|~|)/.exec(word)?.[0] as keyof typeof OPERATIONS;
  const operation = OPERATIONS[sign];
  const equals = word.indexOf('=');
  const end = equals < 0 ? word.length : equals;
  const key = word.slice(sign.length, end);
  const place = { word, span: { start: sign.length, end }, key: key.trim(), position };
  const fault = keyFault(key);
  if (fault !== null) {
    throw unreadableWord(place, fault, 'Write key=value with a dotted key.');
  }
  const common = { key, path: key.split('.'), word, position: position ?? null };
  if (operation === 'reset') {
    return { ...common, operation, valueStart: equals < 0 ? null : equals + 1 };
  }
  if (equals < 0) {
    const remedy = `Write ${key}=VALUE, or ${key}= for the empty text.`;
    throw unreadableWord(place, 'has no value', remedy);
  }
  return { ...common, operation, valueStart: equals + 1 };
}

function keyFault(key: string): string | null {
  if (key === '') return 'has no key';
  if (/^\s|\s$/.test(key)) return 'has a space beside the key';
  if (key.split('.').includes('')) return 'has an empty name between dots';
  return /[\p{Cc}\s'"]/u.test(key) ? 'is not a key' : null;
}
