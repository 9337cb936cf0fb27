import { EXIT, type ExitCode, type RlInsightError, reportError } from '@rl-insight/core/errors';
import { setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';
import type { CommandContext } from './context.js';

/** Lists what is registered and which package it comes from, and what could not be loaded. */
export async function pluginsCommand(
  words: readonly string[],
  { streams, flags }: CommandContext,
): Promise<ExitCode> {
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const failures: RlInsightError[] = [];
  const { registry } = await setUp(asOverrides(words), {
    onPluginFailure: (error) => failures.push(error),
  });
  const provided = registry.plugins
    .flatMap(({ name, version, provides }) =>
      provides.map(({ id, title }) => ({ id, title, package: name, version })),
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const exitCode = failures.length === 0 ? EXIT.done : EXIT.usage;
  if (flags.json) {
    const answer = { plugins: provided, not_loaded: failures.map(reportError) };
    streams.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return exitCode;
  }
  const idWidth = Math.max(...provided.map(({ id }) => id.length));
  const packages = provided.map(({ package: name, version }) => `${name}@${version}`);
  const packageWidth = Math.max(...packages.map((text) => text.length));
  provided.forEach(({ id, title }, i) => {
    streams.stdout.write(`${id.padEnd(idWidth)}  ${packages[i].padEnd(packageWidth)}  ${title}\n`);
  });
  for (const error of failures) terminal.error(error);
  return exitCode;
}
