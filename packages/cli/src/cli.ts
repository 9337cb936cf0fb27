import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import { usageError } from './command-line/errors.js';
import { plainRequest } from './command-line/plain.js';
import type { CommandContext } from './commands/context.js';
import type { Streams } from './terminal/streams.js';

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
  if (args.length === 0) {
    throw usageError('There is nothing to do: give a path and what reads it');
  }
  const plain = plainRequest(args);
  const parsed = plain === undefined ? await parse(args) : { request: plain };
  if ('text' in parsed) {
    streams.stdout.write(parsed.text.endsWith('\n') ? parsed.text : `${parsed.text}\n`);
    return EXIT.done;
  }
  const { command, words, flags, options } = parsed.request;
  const context: CommandContext = { streams, flags, signal };
  if (flags.cfg || command === 'config') {
    const { configCommand } = await import('./commands/config.js');
    return configCommand(command, words, context);
  }
  if (command === 'plugins') {
    const { pluginsCommand } = await import('./commands/plugins.js');
    return pluginsCommand(words, context);
  }
  if (command === 'summary') {
    const { summaryCommand } = await import('./commands/summary.js');
    return summaryCommand(words, context);
  }
  if (command === 'at') {
    const { atCommand } = await import('./commands/at.js');
    return atCommand(words, options.by, context);
  }
  if (command === 'diff') {
    const { diffCommand } = await import('./commands/diff.js');
    const { left, right, 'fail-above': failAbove } = options;
    return diffCommand(words, { left, right, failAbove }, context);
  }
  if (command === 'watch') {
    const { watchCommand } = await import('./commands/watch.js');
    return watchCommand(words, context);
  }
  const { pipelineCommand } = await import('./commands/pipeline.js');
  return pipelineCommand(command, words, context);
}

async function parse(args: readonly string[]) {
  const { parseArguments } = await import('./command-line/parse.js');
  return parseArguments(args);
}
