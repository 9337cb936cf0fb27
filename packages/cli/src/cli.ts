import { EXIT, type ExitCode, RlInsightError } from '@rl-insight/core/errors';
import yargs from 'yargs';
import type { CommandContext, Flags } from './commands/context.js';
import { EXAMPLES, keysHelp } from './help.js';
import type { Streams } from './terminal/streams.js';
import { PACKAGE } from './version.js';

const WIDTH = 100;

const COMMANDS = {
  run: 'read, check and draw: pages that open in a browser',
  parse: 'read and check: Arrow tables',
  check: 'check a capture or tables, write nothing',
  visualize: 'draw tables',
  config: 'print the configuration, with where each value came from',
  plugins: 'list what is registered, and which package it comes from',
} as const;
type Command = keyof typeof COMMANDS;

/** What the command line asks for. */
interface Request {
  readonly command: Command;
  readonly words: readonly string[];
  readonly flags: Flags & { readonly cfg: boolean };
}

interface ParsedArguments {
  words?: string[];
  json?: boolean;
  quiet?: boolean;
  debug?: boolean;
  cfg?: boolean;
}

/** The request, or text that was asked for instead (help, version, completion). */
type Parsed = { readonly request: Request } | { readonly text: string };

async function parseArguments(args: readonly string[]): Promise<Parsed> {
  let request: Request | undefined;
  let output = '';
  const take = (command: Command) => (argv: ParsedArguments) => {
    request = {
      command,
      words: argv.words ?? [],
      flags: {
        json: argv.json ?? false,
        quiet: argv.quiet ?? false,
        debug: argv.debug ?? false,
        cfg: argv.cfg ?? false,
      },
    };
  };
  const wantsKeys = args.includes('--help') || args.includes('-h') || args.length === 0;
  const epilogue = wantsKeys ? await keysHelp() : '';
  const parser = yargs([...args])
    .scriptName('rl-insight')
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
    .option('json', { type: 'boolean', describe: 'one JSON document on stdout, also on failure' })
    .option('quiet', { type: 'boolean', alias: 'q', describe: 'nothing on stderr but errors' })
    .option('cfg', { type: 'boolean', describe: 'print the configuration instead of running' })
    .option('debug', { type: 'boolean', describe: 'stack traces of errors' })
    .epilogue(epilogue)
    .completion('completion', 'print a script for the shell’s completion', async (current) => {
      const { complete } = await import('./completion.js');
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
        for (const [line, text] of EXAMPLES[name] ?? []) own.example(line, text);
        return own;
      },
      take(name as Command) as never,
    );
  }
  await parser.parseAsync([...args], {}, (_error: unknown, _argv: unknown, text: string) => {
    output = text;
  });
  if (output !== '') return { text: output };
  return request === undefined ? { text: '' } : { request };
}

function usageError(message: string): RlInsightError {
  return new RlInsightError({
    code: 'usage',
    exitCode: EXIT.usage,
    message: message.endsWith('.') ? message : `${message}.`,
    remedy: 'rl-insight --help lists commands, options and keys.',
  });
}

/**
 * Runs a command line.
 *
 * @returns the exit code.
 * @throws RlInsightError for what the user can mend, anything else is a fault.
 */
export async function runCli(
  args: readonly string[],
  streams: Streams,
  signal: AbortSignal,
): Promise<ExitCode> {
  const parsed = await parseArguments(args);
  if ('text' in parsed) {
    streams.stdout.write(parsed.text.endsWith('\n') ? parsed.text : `${parsed.text}\n`);
    return EXIT.done;
  }
  const { command, words, flags } = parsed.request;
  const context: CommandContext = { streams, flags, signal };
  if (words.length === 0 && command === 'run' && args.length === 0) {
    throw usageError('There is nothing to do: give a path and what reads it');
  }
  if (flags.cfg || command === 'config') {
    const { configCommand } = await import('./commands/config.js');
    return configCommand(words, context);
  }
  if (command === 'plugins') {
    const { pluginsCommand } = await import('./commands/plugins.js');
    return pluginsCommand(words, context);
  }
  const { pipelineCommand } = await import('./commands/pipeline.js');
  return pipelineCommand(command, words, context);
}
