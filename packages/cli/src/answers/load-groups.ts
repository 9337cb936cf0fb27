import type { ConfigView } from '@rl-insight/core';
import { Reporter } from '@rl-insight/core';
import { type PipelineRequest, readSets, readStreams } from '@rl-insight/core/run';
import { loadTables } from '@rl-insight/core/tables';
import {
  type EventStream,
  MEMORY_EVENTS,
  type MemoryGroup,
  memoryGroups,
} from '@rl-insight/memory-contract';
import { StreamedGroup } from '@rl-insight/memory-model';
import type { CommandContext } from '../commands/context.js';
import { safeView, setUpPipeline } from '../commands/pipeline.js';
import { splitWords } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';

/** What one or several inputs hold, and what reading them had to tell. */
export interface Loaded<Group> {
  readonly groups: readonly Group[];
  readonly config: ConfigView;
  readonly report: Reporter;
  readonly terminal: ConsoleReporter;
}

export type LoadedGroups = Loaded<MemoryGroup>;

async function tableGroups(request: PipelineRequest): Promise<MemoryGroup[]> {
  const groups: MemoryGroup[] = [];
  for await (const set of readSets(request)) groups.push(...memoryGroups(await loadTables(set)));
  return groups;
}

/** The groups as streams of events where their parser has those, else as tables. */
async function anyGroups(request: PipelineRequest): Promise<(MemoryGroup | StreamedGroup)[]> {
  const streamed = await readStreams(request, MEMORY_EVENTS, (stream) =>
    StreamedGroup.read(stream as EventStream),
  );
  return streamed ?? tableGroups(request);
}

/**
 * Reads what a command line names: captures or tables, any number of them; nothing is written.
 *
 * @throws RlInsightError when one of them cannot be read.
 */
export function loadGroups(words: readonly string[], context: CommandContext) {
  return load(words, context, tableGroups);
}

/**
 * The same for answers that need no tables, which are read faster where their parser can do without.
 *
 * @throws RlInsightError when one of them cannot be read.
 */
export function loadAnyGroups(words: readonly string[], context: CommandContext) {
  return load(words, context, anyGroups);
}

async function load<Group>(
  words: readonly string[],
  { streams, flags, signal }: CommandContext,
  read: (request: PipelineRequest) => Promise<Group[]>,
): Promise<Loaded<Group>> {
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const report = new Reporter({
    onProgress: (event) => terminal.progress(event),
    onDebug: (message) => terminal.debug(message),
  });
  const { paths, overrides } = splitWords(words);
  // Without a path input.path says it, or the error about what is missing.
  const inputs = paths.length === 0 ? [[]] : paths.map((path) => [path]);
  const groups: Group[] = [];
  let config: ConfigView | undefined;
  try {
    for (const input of inputs) {
      const setup = await setUpPipeline([...input, ...overrides], 'parse', report);
      config = safeView(setup.config);
      const { registry, domain } = setup;
      const request = { command: 'parse', registry, domain, config, report, signal } as const;
      groups.push(...(await read(request)));
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
