import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isRlInsightError, type RlInsightError } from '../errors/error.js';
import { inputMissing } from '../errors/input.js';
import type { PluginRegistry, StageFactory } from '../plugin/registry.js';
import type {
  Checker,
  ConfigView,
  Parser,
  PlacedTableSet,
  RowStream,
  StageContext,
  Visualizer,
} from '../plugin/stages.js';
import type { Reporter } from '../report/reporter.js';
import { adoptTableSet } from '../tables/adopt.js';
import type { ContractDescription } from '../tables/contract.js';
import type { TableSet } from '../tables/table-set.js';
import { defaultMemoryLimitMb } from '../workers/memory-limit.js';
import { WorkerPool } from '../workers/pool.js';
import { releaseMemory } from '../workers/release-memory.js';
import { ChosenParser } from './chosen-parser.js';
import { runErrors } from './errors.js';
import { findTableSets, holdsTables, tableFiles } from './inputs.js';
import { tablesToKeep } from './own-input.js';
import { SetStore } from './set-store.js';
import { OutputStaging } from './staging.js';

/** What to do with the input. */
export type PipelineCommand = 'run' | 'parse' | 'check' | 'visualize' | 'export';

export interface PipelineRequest {
  readonly command: PipelineCommand;
  readonly registry: PluginRegistry;
  readonly domain: string;
  readonly config: ConfigView;
  /** Files to keep beside the results, by name: the resolved configuration. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly report: Reporter;
  readonly signal: AbortSignal;
}

export interface PipelineResult {
  readonly runId: string;
  /** Absolute; null when the command writes nothing. */
  readonly outputPath: string | null;
  /** File to open first, relative to the output; null when there is none. */
  readonly entry: string | null;
  /** Relative to the output. */
  readonly files: readonly string[];
  readonly sets: readonly { readonly name: string; readonly contracts: readonly string[] }[];
}

interface Stages {
  readonly checker: Checker;
  readonly visualizer: Visualizer | undefined;
}

/** One run of a command over one input. */
class Pipeline {
  readonly #request: PipelineRequest;
  readonly #factory: StageFactory;
  readonly #stages: Stages;
  readonly #context: StageContext;
  readonly #parser: ChosenParser;

  constructor(request: PipelineRequest, workers: WorkerPool) {
    this.#request = request;
    const { config, report, signal } = request;
    const memoryLimitMb = config.get<number>('runtime.memory_limit_mb') ?? defaultMemoryLimitMb();
    const shared = { config, signal, workers, memoryLimitMb, runId: randomUUID() };
    this.#context = { ...shared, report };
    const progress = report.progress.bind(report);
    this.#factory = request.registry.forRun({ ...shared, logger: report, progress });
    this.#parser = new ChosenParser(request, this.#factory);
    this.#stages = this.#resolveStages();
  }

  async run(): Promise<PipelineResult> {
    const { command } = this.#request;
    if (command === 'check') {
      const sets = [];
      for await (const set of this.sets()) sets.push(summaryOf(set));
      return { runId: this.#context.runId, outputPath: null, entry: null, files: [], sets };
    }
    const kept = await this.#tablesToKeep();
    return OutputStaging.use(this.#get('output.path'), async (staging) => {
      const placed = await this.#collect(staging, command !== 'visualize');
      const tables = staging.files;
      const entry = await this.#visualize(placed, staging, command !== 'parse');
      // They were only there so that no more than one has to be in memory.
      if (command === 'export') for (const file of tables) await staging.remove(file);
      for (const [name, text] of Object.entries(this.#request.keep ?? {})) {
        await staging.write(name, text);
      }
      this.#context.signal.throwIfAborted();
      const files = staging.files;
      await staging.commit({ run_id: this.#context.runId, entry }, kept);
      const sets = placed.map(({ set }) => summaryOf(set));
      return { runId: this.#context.runId, outputPath: staging.path, entry, files, sets };
    });
  }

  /** The checked sets of the input; nothing is written. */
  sets(): AsyncGenerator<TableSet> {
    return this.#sets(this.#request.command === 'check');
  }

  /** What `read` makes of each stream of the input; see {@link readStreams}. */
  async streams<T>(contract: string, read: StreamReader<T>): Promise<T[] | undefined> {
    const path = this.#get('input.path');
    if (await holdsTables(path, this.#contracts[0].name)) return undefined;
    const parser = await this.#parser.of(path);
    if (parser?.streams?.contract !== contract) return undefined;
    const streams = parser.streams.read(path, this.#context);
    if (streams === undefined) return undefined;
    const { report } = this.#request;
    await this.#checkInput(parser, path);
    report.progress({ kind: 'stage-begin', stage: 'parse', detail: path });
    const found: T[] = [];
    for await (const stream of streams) {
      try {
        found.push(await read(stream));
      } catch (error) {
        report.failure({ subject: stream.name, error: expected(error) });
      }
    }
    report.progress({ kind: 'stage-end', stage: 'parse' });
    if (found.length === 0) throw this.#nothing(path);
    return found;
  }

  async #checkInput({ inputKind }: Parser, path: string): Promise<void> {
    const { report } = this.#request;
    report.progress({ kind: 'stage-begin', stage: 'check', detail: path });
    if (inputKind !== undefined) await this.#checkKind(inputKind, path);
    else if (!existsSync(path)) throw inputMissing(path);
    report.progress({ kind: 'stage-end', stage: 'check' });
  }

  /** Files that are there and must stay: the results may go where the input is. */
  async #tablesToKeep(): Promise<string[]> {
    const { command } = this.#request;
    return tablesToKeep(await tableFiles(this.#get('input.path'), this.#contracts), {
      path: this.#get('output.path'),
      writesTables: command === 'run' || command === 'parse',
      keepsTables: command === 'visualize',
    });
  }

  get #contracts(): readonly ContractDescription[] {
    return this.#request.registry.contracts(this.#request.domain);
  }

  #get(key: string): string {
    return this.#request.config.get<string>(key) ?? '';
  }

  #resolveStages(): Stages {
    const { domain, command } = this.#request;
    const type = (stage: string) => this.#request.config.get<string>(`${domain}.${stage}.type`);
    const visualizer = type('visualizer');
    return {
      checker: this.#factory.resolve(domain, 'checker', type('checker') ?? ''),
      visualizer:
        visualizer && command !== 'parse' && command !== 'check'
          ? this.#factory.resolve(domain, 'visualizer', visualizer)
          : undefined,
    };
  }

  /** The checked sets of the input, one after another. */
  async *#sets(checkOnly: boolean): AsyncGenerator<TableSet> {
    const { report } = this.#request;
    const path = this.#get('input.path');
    let count = 0;
    for await (const set of this.#unchecked(path, checkOnly)) {
      try {
        await this.#check(set);
      } catch (error) {
        report.failure({ subject: set.name, error: expected(error) });
        continue;
      }
      count++;
      yield set;
    }
    if (count === 0) throw this.#nothing(path);
  }

  /** Why nothing came of the input. */
  #nothing(path: string): RlInsightError {
    const { failures } = this.#request.report;
    if (failures.length === 1) return failures[0].error;
    return failures.length > 1 ? runErrors.nothingRead(failures) : runErrors.noSets(path);
  }

  async *#unchecked(path: string, checkOnly: boolean): AsyncGenerator<TableSet> {
    const { report } = this.#request;
    const contracts = this.#contracts;
    const tables = await findTableSets(path, contracts, report);
    if (tables !== undefined) {
      yield* tables;
      return;
    }
    const parser = await this.#parser.of(path);
    if (parser === undefined) throw runErrors.notTables(path, contracts[0].name);
    await this.#checkInput(parser, path);
    report.progress({ kind: 'stage-begin', stage: checkOnly ? 'check' : 'parse', detail: path });
    for await (const set of parser.parse(path, this.#context)) yield adoptTableSet(set);
    report.progress({ kind: 'stage-end', stage: checkOnly ? 'check' : 'parse' });
  }

  async #check(set: TableSet): Promise<void> {
    for (const contract of set.contracts) {
      if (this.#hasRules(contract))
        await this.#checkKind(contract, await set.table(contract), set.name);
    }
  }

  #hasRules(kind: string): boolean {
    const { registry, domain } = this.#request;
    return registry.types(domain, 'rules').includes(kind);
  }

  async #checkKind(kind: string, data: unknown, subject?: string): Promise<void> {
    const { domain, report } = this.#request;
    const rules = this.#factory.resolve(domain, 'rules', kind);
    for (const finding of await this.#stages.checker.check(rules, data, this.#context)) {
      const about = finding.subject ?? subject;
      report.notice({
        code: finding.code ?? `${kind}-check`,
        message: finding.message,
        ...(finding.file === undefined ? {} : { example: finding.file }),
        ...(about === undefined ? {} : { subject: about }),
      });
    }
  }

  /** Takes the sets in; where tables are part of the results they go to disk one by one. */
  async #collect(staging: OutputStaging, writeTables: boolean): Promise<PlacedTableSet[]> {
    const { registry, domain } = this.#request;
    const store = new SetStore(staging, {
      contracts: this.#contracts,
      runId: this.#context.runId,
      producer: () => registry.producerOf(domain, 'parser', this.#parser.type),
    });
    const sets: TableSet[] = [];
    for await (const set of this.#sets(false)) {
      sets.push(writeTables ? await store.store(set) : set);
      this.#context.signal.throwIfAborted();
    }
    if (sets.length !== 1) return sets.map((set) => ({ set, folder: set.name }));
    return [writeTables ? await store.placeAlone(sets[0]) : { set: sets[0], folder: '' }];
  }

  async #visualize(
    placed: readonly PlacedTableSet[],
    staging: OutputStaging,
    wanted: boolean,
  ): Promise<string | null> {
    const { visualizer } = this.#stages;
    if (visualizer === undefined || !wanted) return null;
    const { report, command } = this.#request;
    const stage = command === 'export' ? 'export' : 'visualize';
    report.progress({ kind: 'stage-begin', stage });
    releaseMemory();
    const entry = await visualizer.visualize(placed, staging, this.#context);
    report.progress({ kind: 'stage-end', stage });
    return entry;
  }
}

function summaryOf({ name, contracts }: TableSet) {
  return { name, contracts };
}

function expected(error: unknown): RlInsightError {
  if (isRlInsightError(error)) return error;
  throw error;
}

/**
 * Takes an input through the stages that the command asks for. Outputs are complete or not there:
 * they replace those of an earlier run in the same folder when everything is done.
 *
 * @throws RlInsightError, or the signal's reason when it is aborted.
 */
export async function runPipeline(request: PipelineRequest): Promise<PipelineResult> {
  const workers = new WorkerPool(request.config.get<number>('runtime.workers'));
  try {
    return await new Pipeline(request, workers).run();
  } finally {
    await workers.close();
  }
}

/**
 * Reads and checks an input and yields its tables, one set after another, for commands that answer a
 * question and write nothing. With `check` the progress is told as checking, else as reading.
 *
 * @throws RlInsightError, or the signal's reason when it is aborted.
 */
export async function* readSets(request: PipelineRequest): AsyncGenerator<TableSet> {
  const workers = new WorkerPool(request.config.get<number>('runtime.workers'));
  try {
    yield* new Pipeline(request, workers).sets();
  } finally {
    await workers.close();
  }
}

/** Takes all batches of a stream, and makes something of them. */
export type StreamReader<T> = (stream: RowStream) => Promise<T>;

/**
 * Reads and checks an input for commands that need no tables of it, as streams, one after another.
 * What fails with an error of ours while it is read is reported, and the others go on.
 *
 * @param contract what the batches have to be, as in `memory_events/1`
 * @returns what `read` made of each; undefined where the input is tables, or its parser has no such
 * streams: then {@link readSets} is what there is
 * @throws RlInsightError when nothing is left; the signal's reason when it is aborted.
 */
export async function readStreams<T>(
  request: PipelineRequest,
  contract: string,
  read: StreamReader<T>,
): Promise<T[] | undefined> {
  const workers = new WorkerPool(request.config.get<number>('runtime.workers'));
  try {
    return await new Pipeline(request, workers).streams(contract, read);
  } finally {
    await workers.close();
  }
}
