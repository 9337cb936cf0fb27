import { printConfig } from '@rl-insight/core/config';
import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import { presetsOf } from '../config/presets.js';
import { setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';
import type { CommandContext } from './context.js';
import { pluginNotice } from './pipeline.js';

/** Prints the configuration that a command would have, each value with where it came from. */
export async function configCommand(
  command: string,
  words: readonly string[],
  { streams, flags }: CommandContext,
): Promise<ExitCode> {
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const { config } = await setUp(asOverrides(words), {
    presets: presetsOf(command),
    onPluginFailure: (error) => terminal.notices([{ ...pluginNotice(error), count: 1 }]),
  });
  const text = await printConfig(config, { format: flags.json ? 'json' : 'yaml', origins: true });
  streams.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return EXIT.done;
}
