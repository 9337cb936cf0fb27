import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Reporter } from '@rl-insight/core';
import { printConfig, type ResolvedConfig } from '@rl-insight/core/config';
import { EXIT, type ExitCode, type RlInsightError, reportError } from '@rl-insight/core/errors';
import {
  holdsTables,
  type PipelineCommand,
  type PipelineResult,
  runPipeline,
} from '@rl-insight/core/run';
import { presetsOf } from '../config/presets.js';
import { type Setup, setUp } from '../config/setup.js';
import { asOverrides } from '../config/words.js';
import { ConsoleReporter } from '../terminal/console-reporter.js';
import type { CommandContext } from './context.js';
import { requireExportType } from './export-type.js';

/** Name of the resolved configuration beside the results. */
const SAVED_CONFIG = 'rl_insight_config.yaml';

/** The keys that a command needs: what the input is decides whether it takes a parser. */
async function requiredKeys(
  command: PipelineCommand,
  domain: string,
  config: ResolvedConfig,
  setup: Setup['registry'],
): Promise<string[]> {
  const path = config.get<string>('input.path');
  const [contract] = setup.contracts(domain);
  const isTables = path !== undefined && (await holdsTables(path, contract.name));
  return [
    'input.path',
    ...(isTables ? [] : [`${domain}.parser.type`]),
    ...(command === 'parse' || command === 'check' ? [] : [`${domain}.visualizer.type`]),
  ];
}

/** Resolves the configuration of a pipeline command. Plugins that are not loaded become notices. */
export function setUpPipeline(
  words: readonly string[],
  command: PipelineCommand,
  report: Reporter,
): Promise<Setup> {
  return setUp(asOverrides(words), {
    required: (domain, config, registry) => requiredKeys(command, domain, config, registry),
    presets: presetsOf(command),
    onPluginFailure: (error) => report.notice(pluginNotice(error)),
  });
}

/** What is told of a plugin that could not be loaded. */
export function pluginNotice({ code, message, remedy }: RlInsightError) {
  return { code, message: `${message} ${remedy}` };
}

/** Keys whose values are regular expressions. */
const EXPRESSIONS = [
  'report.internal_frames',
  'memory.tracking.include',
  'memory.tracking.exclude',
];

function isSet(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

/** Runs `run`, `parse`, `check`, `visualize` or `export`. */
export async function pipelineCommand(
  command: PipelineCommand,
  words: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  const { streams, flags, signal } = context;
  const terminal = new ConsoleReporter(streams, { ...flags, env: process.env });
  const report = new Reporter({
    onProgress: (event) => terminal.progress(event),
    onDebug: (message) => terminal.debug(message),
  });
  try {
    return await pipeline(command, words, context, { terminal, report });
  } catch (error) {
    // What was met on the way explains why it ended so.
    if (!signal.aborted) terminal.notices(report.notices);
    throw error;
  } finally {
    terminal.done();
  }
}

interface Telling {
  readonly terminal: ConsoleReporter;
  readonly report: Reporter;
}

async function pipeline(
  command: PipelineCommand,
  words: readonly string[],
  { streams, flags, signal }: CommandContext,
  { terminal, report }: Telling,
): Promise<ExitCode> {
  const setup = await setUpPipeline(words, command, report);
  // An expression that is none is told before anything is read. It takes the memory model.
  if (setup.config.entries().some(({ key, value }) => EXPRESSIONS.includes(key) && isSet(value))) {
    const { reportOptions } = await import('../answers/report-options.js');
    reportOptions(setup.config);
  }
  if (command === 'export') requireExportType(setup.registry, setup.domain, setup.config);
  const saved = await printConfig(setup.config, { format: 'yaml', origins: false });
  const result = await runPipeline({
    command,
    registry: setup.registry,
    domain: setup.domain,
    config: safeView(setup.config),
    keep: { [SAVED_CONFIG]: saved },
    report,
    signal,
  });
  terminal.notices(report.notices);
  terminal.failures(report.failures);
  const exitCode = report.failures.length > 0 ? EXIT.partial : EXIT.done;
  streams.stdout.write(
    flags.json ? json(command, result, report, exitCode) : answer(command, result),
  );
  return exitCode;
}

/** Keys that no plugin declared have no value, rather than being a mistake of the asker. */
export function safeView(config: ResolvedConfig) {
  const known = new Set(config.entries().map(({ key }) => key));
  return { get: <T>(key: string) => (known.has(key) ? config.get<T>(key) : undefined) };
}

function answer(
  command: PipelineCommand,
  { outputPath, entry, files, sets }: PipelineResult,
): string {
  if (command === 'check') {
    const what = sets.map(({ name }) => name).join(', ');
    return `ok: ${what}\n`;
  }
  if (outputPath === null) return '';
  if (command !== 'export' && entry !== null) return `${join(outputPath, entry)}\n`;
  return files
    .filter((file) => (command === 'export' ? file !== SAVED_CONFIG : file.endsWith('.arrow')))
    .map((file) => `${join(outputPath, file)}\n`)
    .join('');
}

function json(
  command: PipelineCommand,
  result: PipelineResult,
  report: Reporter,
  exitCode: ExitCode,
): string {
  const { outputPath, entry } = result;
  const page = outputPath === null || entry === null ? null : join(outputPath, entry);
  return `${JSON.stringify(
    {
      command,
      exit_code: exitCode,
      run_id: result.runId,
      output_path: outputPath,
      page,
      page_url: page === null ? null : pathToFileURL(page).href,
      files: result.files,
      sets: result.sets,
      warnings: report.notices,
      failures: report.failures.map(({ subject, error }) => ({ subject, ...reportError(error) })),
    },
    null,
    2,
  )}\n`;
}
