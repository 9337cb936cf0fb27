import { CreationError } from './creation-error.js';

/** The names of a plugin, all of which come from that of its package. */
export interface PluginNames {
  /** Of the package, maybe with a scope. */
  readonly packageName: string;
  /** The part of its id behind the last dot, as in `memory.parser.type=<type>`. */
  readonly type: string;
  /** What configuration keys of its own begin with. */
  readonly key: string;
  /** What its error codes begin with. */
  readonly code: string;
}

const LONGEST = 214;
const PART = /^[a-z0-9][a-z0-9._-]*$/;

/**
 * The names of a plugin whose package has some name.
 *
 * @throws CreationError when npm would take no package of that name, or nothing is left of it for an id.
 */
export function pluginNames(packageName: string): PluginNames {
  const problem = problemOf(packageName);
  if (problem !== undefined) {
    throw new CreationError(
      `${JSON.stringify(packageName)} is no name of a package: ${problem}.`,
      'Give one such as my-plugin or @my-scope/my-plugin.',
    );
  }
  const words = (packageName.split('/').at(-1) ?? '')
    .replace(/^rl-insight-(?:plugin-)?/, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (words.length === 0 || !/^[a-z]/.test(words[0])) {
    throw new CreationError(
      `${JSON.stringify(packageName)} leaves no name for the plugin's id, which begins with a letter.`,
      'Give a name that says what it reads or draws, such as my-plugin.',
    );
  }
  const type = words.join('_');
  return { packageName, type, key: type, code: words.join('-') };
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (name !== name.toLowerCase()) return 'it has capital letters';
  const parts = name.startsWith('@') ? name.slice(1).split('/') : [name];
  if (name.startsWith('@') && parts.length !== 2) return 'a scope is followed by / and a name';
  if (parts.every((part) => PART.test(part))) return undefined;
  return 'it has other characters than letters, digits, “.”, “_” and “-”, or begins with one of those three';
}
