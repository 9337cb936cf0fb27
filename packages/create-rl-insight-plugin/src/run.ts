import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlugin } from './create.js';
import { CreationError } from './creation-error.js';
import { VERSION } from './manifest.js';
import { kindOf, languageOf } from './options.js';
import { ask, DEFAULTS } from './questions.js';

const HELP = `Begins a plugin of RL-Insight that builds, tests and runs at once.

npm create rl-insight-plugin [folder] -- [options]

  --kind parser|visualizer|checker   what it provides (${DEFAULTS.kind})
  --language ts|js                   what it is written in (${DEFAULTS.language})
  --name <name>                      name of the package (that of the folder)
  --yes                              ask nothing: what is missing is as above
  --help, --version

What is missing is asked for where there is a terminal.
`;

/** The streams of a process, and whether somebody sits in front of them. */
export interface Console {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

function parsed(args: readonly string[]) {
  const string = { type: 'string' } as const;
  const boolean = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        kind: string,
        language: string,
        name: string,
        yes: { ...boolean, short: 'y' },
        help: { ...boolean, short: 'h' },
        version: boolean,
      },
    });
  } catch (error) {
    throw new CreationError(`${(error as Error).message}`, 'See --help.');
  }
}

/**
 * Does what the words of a command line ask for.
 *
 * @throws CreationError for what the user can mend.
 */
export async function run(args: readonly string[], { stdin, stdout, env }: Console): Promise<void> {
  const { values, positionals } = parsed(args);
  if (values.help || values.version) {
    stdout.write(values.help ? HELP : `${VERSION}\n`);
    return;
  }
  if (positionals.length > 1) {
    throw new CreationError(`One folder is made, not ${positionals.join(' and ')}.`, 'Give one.');
  }
  const known = {
    folder: positionals[0],
    kind: values.kind === undefined ? undefined : kindOf(values.kind),
    language: values.language === undefined ? undefined : languageOf(values.language),
  };
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const answers =
    isTerminal && !values.yes ? await ask(known, { input: stdin, output: stdout }) : known;
  const { folder = DEFAULTS.folder, kind = DEFAULTS.kind, language = DEFAULTS.language } = answers;
  const name = values.name ?? basename(resolve(folder));
  const files = await createPlugin({ folder, name, kind, language });
  const bold = (text: string) => (hasColour(stdout, env) ? `\u001b[1m${text}\u001b[22m` : text);
  stdout.write(`${bold(name)}, a ${kind}, is in ${folder}:\n`);
  stdout.write(`${files.map((file) => `  ${file}`).join('\n')}\n\nNow:\n`);
  for (const line of [`cd ${folder}`, 'npm install', 'npm test', 'npm start']) {
    stdout.write(`  ${bold(line)}\n`);
  }
}

function hasColour(
  { isTTY }: Console['stdout'],
  { NO_COLOR, FORCE_COLOR }: Console['env'],
): boolean {
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== '0' : isTTY === true;
}
