import { fileURLToPath } from 'node:url';
import { type ErrorPlace, RlInsightError } from '../errors/error.js';
import { EXIT } from '../errors/exit-codes.js';

const TAKE_OUT = 'take it out of plugins=[…] (or of the project’s package.json)';

/** How Node tells of a package or a file that is not there. */
const NO_PACKAGE =
  /^Cannot find (?:package|module) '(?<name>(?:@[\w.-]+\/)?[A-Za-z][\w.-]*)[^':]*'/;
const NO_FILE = /^Cannot find module '(?<file>[^']+)'/;
const CODES_OF_MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];
/** The first place that a stack names. */
const PLACE = /(?<url>file:\/\/[^\s)]+?):(?<line>\d+)(?::\d+)?(?=[\s)]|$)/m;

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0].replace(/\.$/, '');
}

type Place = Pick<ErrorPlace, 'file' | 'line'>;

/** Where in the plugin an error was thrown, as far as its stack tells. */
function placeOf(error: unknown): Place {
  const found = PLACE.exec(error instanceof Error ? (error.stack ?? '') : '')?.groups;
  return found === undefined ? {} : { file: fileURLToPath(found.url), line: Number(found.line) };
}

function nameOf(error: unknown): string {
  return error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : '';
}

export const pluginErrors = {
  notAPlugin: (name: string, problem: string, cause?: unknown) =>
    new RlInsightError({
      code: 'plugin-invalid',
      exitCode: EXIT.usage,
      message: `${name} is not a plugin of rl-insight: ${problem}.`,
      remedy: `Export a descriptor and a register function from it, or ${TAKE_OUT}.`,
      ...(cause === undefined ? {} : { cause, place: placeOf(cause) }),
    }),
  wrongApi: (name: string, found: unknown, known: number) =>
    new RlInsightError({
      code: 'plugin-api-version',
      exitCode: EXIT.usage,
      message: `The plugin ${name} was written for plugin API version ${String(found)}; this rl-insight has version ${known}.`,
      remedy:
        Number(found) > known
          ? 'Update rl-insight, or install an earlier version of the plugin.'
          : 'Install a later version of the plugin.',
    }),
  duplicate: (id: string, first: string, second: string) =>
    new RlInsightError({
      code: 'plugin-duplicate',
      exitCode: EXIT.usage,
      message: `The plugin ${second} provides ${id}, which ${first} provides already.`,
      remedy: `Take one of them out of plugins=[…] (or of the project’s package.json), or give the type another name.`,
    }),
  keyClash: (name: string, problem: string) =>
    new RlInsightError({
      code: 'plugin-key-clash',
      exitCode: EXIT.usage,
      message: `The configuration keys of the plugin ${name} do not fit the others: ${problem}.`,
      remedy: `Give the key the schema that it has already, or another name; or ${TAKE_OUT}.`,
    }),
  notFound: (name: string, cwd: string, cause: unknown) =>
    new RlInsightError({
      code: 'plugin-not-loaded',
      exitCode: EXIT.usage,
      message: `The plugin ${name} is not found from ${cwd}: ${firstLine(cause)}.`,
      remedy: 'Install it where rl-insight runs, or give its path, beginning with ./ or /.',
      cause,
    }),
  notImported: (name: string, url: string, cause: unknown) => {
    const missing = missingOf(cause);
    if (missing !== undefined) return pluginErrors.missingDependency(name, missing, cause);
    const found = placeOf(cause);
    // Of bad syntax Node does not tell where it is.
    const place: Place = found.file === undefined ? { file: fileURLToPath(url) } : found;
    const at = ` (${place.file}${place.line === undefined ? '' : `:${place.line}`})`;
    return new RlInsightError({
      code: 'plugin-not-loaded',
      exitCode: EXIT.usage,
      message: `The plugin ${name} cannot be imported: ${nameOf(cause)}${firstLine(cause)}${at}.`,
      remedy: `Mend it, install another version of it, or ${TAKE_OUT}.`,
      place,
      cause,
    });
  },
  missingDependency: (name: string, { what, isPackage }: Missing, cause: unknown) =>
    new RlInsightError({
      code: 'plugin-missing-dependency',
      exitCode: EXIT.usage,
      message: isPackage
        ? `The plugin ${name} needs the package ${what}, which is not installed.`
        : `The plugin ${name} imports ${what}, which is not there.`,
      remedy: isPackage
        ? `Install it where the plugin lies: npm install ${what}.`
        : 'Build the plugin, or install it again.',
      cause,
    }),
  manifestUnreadable: (file: string, cause: unknown) =>
    new RlInsightError({
      code: 'plugin-manifest-unreadable',
      exitCode: EXIT.usage,
      message: `${file} cannot be read, so no plugin is looked for in it: ${firstLine(cause)}.`,
      remedy: 'Mend it, or name plugins by plugins=[…].',
      place: { file },
      cause,
    }),
  noRun: (service: string) =>
    new RlInsightError({
      code: 'plugin-no-run',
      exitCode: EXIT.usage,
      message: `A plugin asks for the ${service} of a run where there is no run.`,
      remedy: 'Ask for it in a factory: container.register(id, { useFactory: (container) => … }).',
    }),
  notMade: (name: string, id: string, cause: unknown) =>
    new RlInsightError({
      code: 'plugin-not-made',
      exitCode: EXIT.usage,
      message: `The plugin ${name} cannot make ${id}: ${nameOf(cause)}${firstLine(cause)}.`,
      remedy: `Mend it, or install another version of it.`,
      place: placeOf(cause),
      cause,
    }),
  unknownType: (key: string, type: string, known: readonly string[], closest: string | undefined) =>
    new RlInsightError({
      code: 'plugin-unknown-type',
      exitCode: EXIT.usage,
      message: `${key}=${type} names nothing that is known; known are ${known.length === 0 ? 'none' : known.join(', ')}.`,
      remedy:
        closest === undefined
          ? 'Load the plugin that provides it with plugins=[…].'
          : `Did you mean ${key}=${closest}? A plugin that provides it is loaded with plugins=[…].`,
      place: { key },
    }),
};

/** What a plugin imports and does not find. */
interface Missing {
  readonly what: string;
  readonly isPackage: boolean;
}

function missingOf(error: unknown): Missing | undefined {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined || !CODES_OF_MISSING.includes(code)) return undefined;
  const text = firstLine(error);
  const name = NO_PACKAGE.exec(text)?.groups?.name;
  if (name !== undefined) return { what: name, isPackage: true };
  const file = NO_FILE.exec(text)?.groups?.file;
  return file === undefined ? undefined : { what: file, isPackage: false };
}
