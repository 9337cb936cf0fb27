import { EXIT, RlInsightError } from '@rl-insight/core/errors';

const OVERRIDE = /^(?:~|\+{0,2}[A-Za-z_][\w.-]*=)/;

/** The words after the command: overrides as they stand, and paths. */
export interface Words {
  readonly overrides: readonly string[];
  readonly paths: readonly string[];
}

/** Tells `key=value` words from paths. `./a=b` is a path. */
export function splitWords(words: readonly string[]): Words {
  return {
    overrides: words.filter((word) => OVERRIDE.test(word)),
    paths: words.filter((word) => !OVERRIDE.test(word)),
  };
}

/**
 * The words as overrides: a path is `input.path`.
 *
 * @throws RlInsightError when there are several paths.
 */
export function asOverrides(words: readonly string[]): string[] {
  const { overrides, paths } = splitWords(words);
  if (paths.length > 1) {
    throw new RlInsightError({
      code: 'usage-several-paths',
      exitCode: EXIT.usage,
      message: `This command takes one path, not ${paths.length}: ${paths.join(', ')}.`,
      remedy: 'Point it at a folder above all of them; write ./a=b for a path with an equals sign.',
    });
  }
  // A path is taken as it stands: what looks like an interpolation in it is part of its name.
  return [...paths.map((path) => `input.path=${path.replaceAll('${', '\\${')}`), ...overrides];
}
