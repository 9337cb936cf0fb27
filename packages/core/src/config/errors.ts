import type { ErrorPlace } from '../errors/index.js';
import { EXIT, RlInsightError } from '../errors/index.js';
import type { SettingSource, Span } from './node.js';
import { pointAt, printable } from './word-picture.js';

/** A setting that is wrong: its key, where it was written, and the part of the word that holds the value. */
export interface WrongSetting {
  readonly key: string;
  readonly source: SettingSource;
  readonly span?: Span | undefined;
}

export interface MissingKey {
  readonly key: string;
  readonly description: string | undefined;
  readonly allowed: readonly string[] | null;
}

const MAX_LISTED = 12;

export interface WordPlace {
  readonly word: string;
  readonly span: Span;
  readonly key?: string | undefined;
  /** Which argument it is, from 1. */
  readonly position?: number | undefined;
}

export function unreadableWord(place: WordPlace, what: string, remedy: string): RlInsightError {
  const { word, span, key, position } = place;
  const which = position === undefined ? 'the argument' : `argument ${position}`;
  const message = `cannot read ${which}\n${pointAt(word, span, what)}`;
  return usageError('config-syntax', message, remedy, key === undefined ? {} : { key });
}

export function sweepNotSupported(key: string, word: string, span: Span): RlInsightError {
  return usageError(
    'config-sweep',
    `sweeps are not supported\n${pointAt(word, span, `${key} takes one value`)}`,
    `Run the command once for each value; where a list is meant, write ${key}=[a,b].`,
    { key },
  );
}

export function unknownKey(
  { key, source, span }: WrongSetting,
  nearest: string | undefined,
  neighbours: readonly string[],
): RlInsightError {
  const known = listed(neighbours.filter((other) => other !== nearest));
  const question = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  // An item of a bracketed value is hard to find in a long word; a key at its start is not.
  const picture =
    source.kind === 'command line' && span !== undefined && span.start > 0
      ? `\n${pointAt(source.word, span, 'is not known here')}`
      : '';
  const next = known === '' ? '' : `\nkeys next to it: ${known}`;
  return usageError(
    'config-unknown-key',
    `${prefix(source)}unknown key ${printable(key)}${question}${picture}${next}`,
    'Correct the key; --help lists all keys.',
    placeOf({ key, source }),
  );
}

export function needlessPlus(key: string, word: string): RlInsightError {
  return usageError(
    'config-needless-plus',
    `${key} is a key of the configuration and need not be added\n${pointAt(word, { start: 0, end: 1 }, 'leave the + out')}`,
    `Write ${printable(word.slice(1))}.`,
    { key },
  );
}

export function resetDoesNotMatch(
  key: string,
  word: string,
  span: Span,
  current: string,
): RlInsightError {
  return usageError(
    'config-reset-mismatch',
    `${key} does not have the value that is to be taken back\n${pointAt(word, span, `is ${current}`)}`,
    `Write ~${key} to put it back to its default whatever its value is.`,
    { key },
  );
}

/**
 * @param requirement what the value has to be; continues "must be"
 * @param shown the value as found; null where the place shows it
 */
export function wrongType(
  setting: WrongSetting,
  requirement: string,
  shown: string | null,
  nearest?: string,
): RlInsightError {
  const { key, source, span } = setting;
  const found = shown === null ? '' : `, not ${printable(shown)}`;
  const question = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const rule = `must be ${requirement}${found}${question}`;
  const message =
    source.kind === 'command line'
      ? `wrong value for ${key}\n${pointAt(source.word, span ?? wholeValue(source.word), rule)}`
      : `${prefix(source)}${key} ${rule}`;
  return usageError('config-wrong-type', message, `Give ${key} ${requirement}.`, placeOf(setting));
}

export function missingKeys(missing: readonly MissingKey[]): RlInsightError {
  const lines = missing.map(({ key, description, allowed }) => {
    const facts = [description ?? '', allowed === null ? '' : `one of ${allowed.join(', ')}`];
    const told = facts.filter((fact) => fact !== '').join('; ');
    return told === '' ? `  ${key}` : `  ${key}: ${told}`;
  });
  const count =
    missing.length === 1 ? 'a required key has' : `${missing.length} required keys have`;
  const words = missing.map(({ key }) => `${key}=…`).join(' ');
  return usageError(
    'config-missing-key',
    `${count} no value:\n${lines.join('\n')}`,
    `Add ${words} to the command line, or set ${missing.length === 1 ? 'it' : 'them'} in a file named by config_path.`,
    { key: missing[0]?.key ?? '' },
  );
}

export function fileNotFound(file: string, cause: unknown): RlInsightError {
  return usageError(
    'config-file-not-found',
    `there is no file ${printable(file)}`,
    'Correct the path in config_path; a relative path starts at the working directory.',
    { key: 'config_path', file },
    cause,
  );
}

export function fileUnreadable(file: string, cause: unknown): RlInsightError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return usageError(
    'config-file-unreadable',
    `cannot read ${printable(file)}: ${printable(reason)}`,
    'Name a readable YAML file in config_path.',
    { key: 'config_path', file },
    cause,
  );
}

export function fileSyntax(file: string, line: number, what: string): RlInsightError {
  return usageError(
    'config-file-syntax',
    `${printable(file)}:${line}: ${printable(what)}`,
    'Correct the YAML at that line.',
    { file, line },
  );
}

export function cannotInterpolate(
  setting: WrongSetting,
  what: string,
  remedy: string,
): RlInsightError {
  const { key, source, span } = setting;
  const message =
    source.kind === 'command line'
      ? `cannot resolve ${key}\n${pointAt(source.word, span ?? wholeValue(source.word), printable(what))}`
      : `${prefix(source)}cannot resolve ${key}: ${printable(what)}`;
  return usageError('config-interpolation', message, remedy, placeOf(setting));
}

export function unknownPreset(
  name: string,
  source: SettingSource,
  known: readonly string[],
  nearest: string | undefined,
): RlInsightError {
  const question = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return usageError(
    'config-unknown-preset',
    `${prefix(source)}unknown preset ${printable(name)}${question}`,
    known.length === 0 ? 'Leave preset out: there are none.' : `Use one of ${known.join(', ')}.`,
    placeOf({ key: 'preset', source }),
  );
}

/** One error that tells all of them; the separate ones are its cause. */
export function combineErrors(errors: readonly RlInsightError[]): RlInsightError | undefined {
  const distinct = [...new Map(errors.map((error) => [error.message, error])).values()];
  const [first] = distinct;
  if (first === undefined || distinct.length === 1) return first;
  const items = distinct.map((error) => `- ${error.message.replaceAll('\n', '\n  ')}`);
  const sameCode = distinct.every((error) => error.code === first.code);
  return usageError(
    sameCode ? first.code : 'config-invalid',
    `${distinct.length} problems in the configuration:\n${items.join('\n')}`,
    [...new Set(distinct.map((error) => error.remedy))].join(' '),
    first.place,
    new AggregateError(distinct),
  );
}

export function badRankList(text: string, problem: string): RlInsightError {
  return usageError(
    'rank-list',
    `input.rank_list=${text}: ${problem}.`,
    'Write all, or ranks and ranges such as 0,3,8-15.',
    { key: 'input.rank_list' },
  );
}

function usageError(
  code: string,
  message: string,
  remedy: string,
  place: ErrorPlace = {},
  cause?: unknown,
): RlInsightError {
  return new RlInsightError({ code, exitCode: EXIT.usage, message, remedy, place, cause });
}

function placeOf({ key, source }: WrongSetting): ErrorPlace {
  return source.kind === 'file' ? { key, file: source.file, line: source.line } : { key };
}

function prefix(source: SettingSource): string {
  if (source.kind === 'file') return `${printable(source.file)}:${source.line}: `;
  return source.kind === 'preset' ? `preset ${source.preset}: ` : '';
}

function wholeValue(word: string): Span {
  return { start: word.indexOf('=') + 1, end: word.length };
}

function listed(keys: readonly string[]): string {
  const more = keys.length - MAX_LISTED;
  return keys.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
