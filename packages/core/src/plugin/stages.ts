import type { Reporter } from '../report/reporter.js';
import type { TableSet } from '../tables/table-set.js';
import type { WorkerPool } from '../workers/pool.js';

/** The stages that a plugin can provide. */
export const STAGES = ['parser', 'rules', 'checker', 'visualizer'] as const;
export type Stage = (typeof STAGES)[number];

/** Read access to the resolved configuration. */
export interface ConfigView {
  /** The value of a dotted key; undefined where the configuration has none. */
  get<T = unknown>(key: string): T | undefined;
}

/** What a stage is given to work with. */
export interface StageContext {
  readonly config: ConfigView;
  /** Long work checks it and throws its reason. */
  readonly signal: AbortSignal;
  readonly report: Reporter;
  readonly workers: WorkerPool;
  /** Memory that the run is to stay within, MiB; long work shares it among what it does at once. */
  readonly memoryLimitMb: number;
  /** Shared by the files of one run. */
  readonly runId: string;
}

/** What a parser makes of an input by a look at its content. */
export interface Detection {
  readonly certainty: 'none' | 'maybe' | 'certain';
  /** What was seen, as words, e.g. `3 Ascend captures`; of none, why it is none. */
  readonly found: string;
}

/** Turns a capture into tables. */
export interface Parser {
  /** Kind of the rules that its input is checked by; without it the input only has to be there. */
  readonly inputKind?: string;
  /**
   * Yields the tables of one subject after another, as they are ready. What cannot be read goes to
   * `context.report.failure`, and the rest is yielded.
   */
  parse(path: string, context: StageContext): AsyncIterable<TableSet>;
  /**
   * Whether the input is what this parser reads, by its content and not its name. It reads little and
   * throws nothing. A parser without it is used only when its type is given.
   */
  detect?(path: string, signal: AbortSignal): Promise<Detection>;
  /** `parse` without tables, for answers that need none; absent where tables are all there is. */
  readonly streams?: ParserStreams;
}

/** What a parser can hand over in memory, some rows at a time. */
export interface ParserStreams {
  /** Name and version of what the batches are, as in `memory_events/1`. */
  readonly contract: string;
  /** One subject after another; undefined where this configuration asks for what only tables have. */
  read(path: string, context: StageContext): AsyncIterable<RowStream> | undefined;
}

/** What is read of a subject. */
export interface RowStream {
  /** Of the subject, for messages. */
  readonly name: string;
  /** To be gone through once, before the next subject is asked for; reading may fail on the way. */
  readonly batches: AsyncIterable<unknown>;
  /** What is known of the subject once all batches were taken. */
  info(): unknown;
}

/** What a rule found wrong. */
export interface Finding {
  /** `warning`: worth telling, but the data can be used. Default `error`. */
  readonly severity?: 'error' | 'warning';
  /** One sentence with the place. */
  readonly message: string;
  /** One sentence: what to do about it. */
  readonly remedy?: string;
  readonly file?: string;
  /** What it is about, e.g. a rank. */
  readonly subject?: string;
  /** Code of the notice that a warning becomes; the rule's name when absent. */
  readonly code?: string;
}

/** One thing that data of a kind must satisfy. */
export interface Rule<Subject = unknown> {
  /** Stable, kebab-case. */
  readonly name: string;
  /** What it demands, one sentence. */
  readonly meaning: string;
  check(
    subject: Subject,
    context: CheckContext,
  ): Iterable<Finding> | AsyncIterable<Finding> | Promise<Iterable<Finding>>;
}

export type CheckContext = Pick<StageContext, 'config' | 'signal'>;

/** The rules of one kind of data. */
export interface RuleSet<Data = unknown, Subject = unknown> {
  readonly kind: string;
  /** Reads once what the rules look at. A finding of its own stops the check: nothing can be said of the rest. */
  prepare(
    data: Data,
    context: CheckContext,
  ): Promise<{ subject: Subject } | { findings: readonly Finding[] }>;
  /** The rules; a promise where they are imported only when they are needed. */
  rules(): readonly Rule<Subject>[] | Promise<readonly Rule<Subject>[]>;
}

/** Runs the rules of a kind. */
export interface Checker {
  /**
   * Runs all rules of `ruleSet` and returns their warnings.
   *
   * @throws RlInsightError that lists every reason, when a rule found an error.
   */
  check(ruleSet: RuleSet, data: unknown, context: CheckContext): Promise<readonly Finding[]>;
}

/** A set of tables and the folder that its files go to. */
export interface PlacedTableSet {
  readonly set: TableSet;
  /** Relative to the output folder, `/`-separated; '' for the output folder itself. */
  readonly folder: string;
}

/** Where a visualizer writes. Paths are relative and `/`-separated. */
export interface OutputFolder {
  /** Writes a file, making its folders; of pieces, each is asked for when the one before is written. */
  write(path: string, content: Uint8Array | string | Iterable<Uint8Array>): Promise<void>;
  /** Copies a file in, making its folders. */
  copy(from: string, path: string): Promise<void>;
}

/** Turns tables into files that a person opens or another tool reads. */
export interface Visualizer {
  /** @returns the path of the file to open first. */
  visualize(
    sets: readonly PlacedTableSet[],
    output: OutputFolder,
    context: StageContext,
  ): Promise<string>;
}
