import { printConfig } from '@rl-insight/core/config';
import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import { setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import type { CommandContext } from './context.js';

/** Prints the resolved configuration, each value with where it came from. */
export async function configCommand(
  words: readonly string[],
  { streams, flags }: CommandContext,
): Promise<ExitCode> {
  const { config } = await setUp(asOverrides(words), async () => []);
  const text = await printConfig(config, { format: flags.json ? 'json' : 'yaml', origins: true });
  streams.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return EXIT.done;
}
