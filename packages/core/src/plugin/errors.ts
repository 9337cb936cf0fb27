import { RlInsightError } from '../errors/error.js';
import { EXIT } from '../errors/exit-codes.js';

export const pluginErrors = {
  notAPlugin: (name: string, problem: string) =>
    new RlInsightError({
      code: 'plugin-invalid',
      exitCode: EXIT.usage,
      message: `${name} is not a plugin of rl-insight: ${problem}.`,
      remedy: 'Export a descriptor and a register function from it, or take it out of plugins=[…].',
    }),
  wrongApi: (name: string, found: unknown, known: number) =>
    new RlInsightError({
      code: 'plugin-api-version',
      exitCode: EXIT.usage,
      message: `${name} was written for plugin API version ${String(found)}; this rl-insight has version ${known}.`,
      remedy: 'Install a version of the plugin that fits, or update rl-insight.',
    }),
  duplicate: (id: string, first: string, second: string) =>
    new RlInsightError({
      code: 'plugin-duplicate',
      exitCode: EXIT.usage,
      message: `${id} is provided by both ${first} and ${second}.`,
      remedy: `Take one of them out of plugins=[…].`,
    }),
  cannotLoad: (name: string, cause: unknown) =>
    new RlInsightError({
      code: 'plugin-not-loaded',
      exitCode: EXIT.usage,
      message: `The plugin ${name} cannot be loaded: ${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}.`,
      remedy:
        'Install it where rl-insight runs, or give its path; plugins=[…] lists what is loaded.',
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
