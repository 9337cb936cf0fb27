import yargs from 'yargs';
import { EXAMPLES, keysHelp } from '../help.js';
import { PACKAGE } from '../version.js';
import { usageError } from './errors.js';
import {
  type AllFlags,
  COMMANDS,
  type Command,
  FLAGS,
  OPTIONS,
  type Options,
  type Request,
} from './request.js';

const WIDTH = 100;
const COMPLETION = 'completion';

const BOOLEANS = Object.fromEntries(
  Object.entries(FLAGS).map(([name, flag]) => [name, { type: 'boolean', ...flag } as const]),
);

/** The request, or text that was asked for instead (help, version, completion). */
export type Parsed = { readonly request: Request } | { readonly text: string };

type ParsedArguments = { readonly words?: string[] } & Partial<AllFlags> & Options;

/**
 * Thrown to take a request out of yargs: when a handler returns it renders its help, which nobody
 * wanted.
 */
class Understood {
  readonly request: Request;

  constructor(command: Command, parsed: ParsedArguments) {
    const { words, json, quiet, stacks, debug, cfg } = parsed;
    const flags = {
      json: json ?? false,
      quiet: quiet ?? false,
      stacks: stacks ?? false,
      debug: debug ?? false,
      cfg: cfg ?? false,
    };
    const options = Object.fromEntries(
      Object.keys(OPTIONS).flatMap((name) => {
        const value = parsed[name as keyof Options];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    this.request = { command, words: words ?? [], flags, options };
  }
}

/** Understands any command line. */
export async function parseArguments(args: readonly string[]): Promise<Parsed> {
  const wantsKeys = args.includes('--help') || args.includes('-h');
  const parser = makeParser(args, wantsKeys ? await keysHelp() : '');
  let output = '';
  try {
    await parser.parseAsync([...args], {}, (_error: unknown, _argv: unknown, text: string) => {
      output = text;
    });
  } catch (thrown) {
    if (thrown instanceof Understood) return { request: thrown.request };
    throw thrown;
  }
  return { text: output };
}

function makeParser(args: readonly string[], epilogue: string) {
  const parser = yargs([...args])
    .scriptName('rl-insight')
    // What we say is English; half of a text in another language helps nobody.
    .locale('en')
    .usage(
      '$0 [command] [path] key=value …\n\nWhat held device memory, when, for how long, on which rank, thread and line of code.',
    )
    .parserConfiguration({
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'camel-case-expansion': false,
      'unknown-options-as-args': false,
      'boolean-negation': false,
    })
    .options(BOOLEANS)
    .epilogue(epilogue)
    // The command of this name would never be reached: yargs leaves it to the default command.
    .completion(`${COMPLETION}-of-yargs`, false, async (current) => {
      const { complete } = await import('../completion.js');
      return complete(current, Object.keys(COMMANDS));
    })
    .version(PACKAGE.version)
    .help()
    .alias('help', 'h')
    .strictOptions()
    .exitProcess(false)
    .wrap(WIDTH)
    .fail((message, error) => {
      throw error ?? usageError(message);
    });
  for (const [name, description] of Object.entries(COMMANDS)) {
    const names = name === 'run' ? ['run [words..]', '$0'] : `${name} [words..]`;
    parser.command(
      names,
      description,
      (own) => {
        own.positional('words', { type: 'string', array: true, describe: 'a path, and key=value' });
        for (const [option, { command, describe }] of Object.entries(OPTIONS)) {
          if (command === name) own.option(option, { type: 'string', describe, requiresArg: true });
        }
        for (const [line, text] of EXAMPLES[name] ?? []) own.example(line, text);
        return own;
      },
      (argv) => {
        throw new Understood(name as Command, argv as ParsedArguments);
      },
    );
  }
  parser.command(COMPLETION, 'print a script for the shell’s completion', {}, () => {
    // Its types know nothing of the words of the script.
    Reflect.apply(parser.showCompletionScript, parser, ['rl-insight', COMPLETION]);
  });
  return parser;
}
