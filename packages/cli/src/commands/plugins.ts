import { EXIT, type ExitCode } from '@rl-insight/core/errors';
import { setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import type { CommandContext } from './context.js';

/** Lists what is registered and which package it comes from. */
export async function pluginsCommand(
  words: readonly string[],
  { streams, flags }: CommandContext,
): Promise<ExitCode> {
  const { registry } = await setUp(asOverrides(words), async () => []);
  const provided = registry.plugins
    .flatMap(({ name, version, provides }) =>
      provides.map(({ id, title }) => ({ id, title, package: name, version })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (flags.json) {
    streams.stdout.write(`${JSON.stringify({ plugins: provided }, null, 2)}\n`);
    return EXIT.done;
  }
  const idWidth = Math.max(...provided.map(({ id }) => id.length));
  const packages = provided.map(({ package: name, version }) => `${name}@${version}`);
  const packageWidth = Math.max(...packages.map((text) => text.length));
  provided.forEach(({ id, title }, i) => {
    streams.stdout.write(`${id.padEnd(idWidth)}  ${packages[i].padEnd(packageWidth)}  ${title}\n`);
  });
  return EXIT.done;
}
