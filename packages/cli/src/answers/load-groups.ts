import type { ConfigView } from '@rl-insight/core';
import { Reporter } from '@rl-insight/core';
import { readSets } from '@rl-insight/core/run';
import { loadTables } from '@rl-insight/core/tables';
import { type MemoryGroup, memoryGroups } from '@rl-insight/memory-contract';
import type { CommandContext } from '../commands/context.js';
import { safeView, setUpPipeline } from '../commands/pipeline.js';
import { splitWords } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';

/** The groups of one or several inputs, and what reading them had to tell. */
export interface LoadedGroups {
  readonly groups: readonly MemoryGroup[];
  readonly config: ConfigView;
  readonly report: Reporter;
  readonly terminal: ConsoleReporter;
}

/**
 * Reads what a command line names: captures or tables, any number of them; nothing is written.
 *
 * @throws RlInsightError when one of them cannot be read.
 */
export async function loadGroups(
  words: readonly string[],
  { streams, flags, signal }: CommandContext,
): Promise<LoadedGroups> {
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const report = new Reporter({ onProgress: (event) => terminal.progress(event) });
  const { paths, overrides } = splitWords(words);
  // Without a path input.path says it, or the error about what is missing.
  const inputs = paths.length === 0 ? [[]] : paths.map((path) => [path]);
  const groups: MemoryGroup[] = [];
  let config: ConfigView | undefined;
  try {
    for (const input of inputs) {
      const setup = await setUpPipeline([...input, ...overrides], 'parse');
      config = safeView(setup.config);
      const { registry, domain } = setup;
      const request = { command: 'parse', registry, domain, config, report, signal } as const;
      for await (const set of readSets(request)) {
        groups.push(...memoryGroups(await loadTables(set)));
      }
    }
  } catch (error) {
    // What was met on the way explains why it ended so.
    if (!signal.aborted) terminal.notices(report.notices);
    throw error;
  } finally {
    terminal.done();
  }
  return { groups, config: config as ConfigView, report, terminal };
}
