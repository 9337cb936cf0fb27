/**
 * What the bench uses of our own packages, said here once more: they are built after this one, with
 * its generator, so neither they nor their types are there when this is compiled.
 */

interface EventBatch {
  readonly count: number;
  codes(field: string): Int32Array;
  times(field: string): { readonly seconds: Float64Array; readonly nanos: Float64Array };
  numbers(field: string): Float64Array;
}

interface TraceScan extends AsyncIterable<EventBatch> {
  readonly textCount: number;
  text(code: number): string;
  report(): { readonly bytes: number };
}

interface Selection {
  readonly phases: readonly string[];
  readonly categories: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

interface TraceScanPackage {
  /** By this thread alone, unless told otherwise. */
  scanTraceFile(
    path: string,
    selection: Selection,
    options: { readonly lendBatches: boolean; readonly threads?: number },
  ): TraceScan;
  fileBytes(path: string): AsyncGenerator<Uint8Array>;
}

function load<T>(name: string): Promise<T> {
  return import(name) as Promise<T>;
}

export function loadTraceScan(): Promise<TraceScanPackage> {
  return load('@rl-insight/trace-scan/node');
}

interface CsvField {
  readonly place: number;
  readonly type: string;
}

interface CsvScan
  extends AsyncIterable<{ readonly count: number; numbers(field: string): Float64Array }> {
  report(): { readonly bytes: number };
}

interface CsvPackage {
  scanCsv(
    source: AsyncIterable<Uint8Array>,
    plan: (header: readonly string[]) => {
      readonly width: number;
      readonly fields: Readonly<Record<string, CsvField>>;
    },
  ): CsvScan;
}

export async function loadCsv(): Promise<CsvPackage & Pick<TraceScanPackage, 'fileBytes'>> {
  const [{ scanCsv }, { fileBytes }] = await Promise.all([
    load<CsvPackage>('@rl-insight/trace-scan/csv'),
    load<TraceScanPackage>('@rl-insight/trace-scan/node'),
  ]);
  return { scanCsv, fileBytes };
}

interface ParserPackage {
  readonly MemoryParser: new () => {
    run(path: string): Promise<{ readonly memory_summary: { readonly numRows: number } }>;
  };
}

/** Reads a capture as a program does that uses the parser; gives the number of allocations. */
export async function loadParser(): Promise<(path: string) => Promise<number>> {
  const { MemoryParser } = await load<ParserPackage>('@rl-insight/parser-memory');
  return async (path) => (await new MemoryParser().run(path)).memory_summary.numRows;
}

interface TextColumn {
  readonly codes: Int32Array;
  readonly values: readonly string[];
}

interface ContractPackage {
  readonly MEMORY_SUMMARY: unknown;
  readonly Allocations: new (
    table: unknown,
  ) => { readonly rows: number; text(name: string): TextColumn };
}

interface TablesPackage {
  readTableFile(path: string, contracts: readonly unknown[]): Promise<{ readonly table: unknown }>;
}

/** Values of `stack_match` that say that a call stack is not known. */
const UNSURE: readonly string[] = ['none', 'nearest'];

/** Allocations of a memory_summary file, and how many have a call stack that is no guess. */
export async function countStacks(path: string): Promise<{ rows: number; stacks: number }> {
  const { MEMORY_SUMMARY, Allocations } = await load<ContractPackage>(
    '@rl-insight/memory-contract',
  );
  const { readTableFile } = await load<TablesPackage>('@rl-insight/core/tables');
  const { table } = await readTableFile(path, [MEMORY_SUMMARY]);
  const allocations = new Allocations(table);
  const { codes, values } = allocations.text('stack_match');
  const isSure = values.map((match) => !UNSURE.includes(match));
  return { rows: allocations.rows, stacks: codes.filter((code) => isSure[code]).length };
}

interface Report {
  readonly groups: readonly {
    readonly allocations: { readonly count: number };
    readonly peak: { readonly live_bytes: number };
  }[];
}

interface ModelPackage {
  memoryReport(groups: readonly unknown[]): Report;
}

interface GroupsPackage {
  readonly MEMORY_SUMMARY: unknown;
  memoryGroups(tables: Readonly<Record<string, unknown>>): readonly unknown[];
}

/** Reports on a memory_summary file as a program does that uses the packages. */
export async function loadModel(): Promise<(path: string) => Promise<Report>> {
  const [{ memoryReport }, { MEMORY_SUMMARY, memoryGroups }, { readTableFile }] = await Promise.all(
    [
      load<ModelPackage>('@rl-insight/memory-model'),
      load<GroupsPackage>('@rl-insight/memory-contract'),
      load<TablesPackage>('@rl-insight/core/tables'),
    ],
  );
  return async (path) => {
    const { table } = await readTableFile(path, [MEMORY_SUMMARY]);
    return memoryReport(memoryGroups({ memory_summary: table }));
  };
}

interface LogScanner {
  push(piece: Uint8Array): Iterable<{ readonly count: number }>;
  finish(): Iterable<{ readonly count: number }>;
}

interface RmmLogPackage {
  LogScanner: new () => LogScanner;
}

export async function loadRmmLog(): Promise<LogScanner> {
  const { LogScanner } = await load<RmmLogPackage>('@rl-insight/parser-memory-rmm/log');
  return new LogScanner();
}

interface ScopeTracker {
  enter(threadId: number, name: string, timeNs: number): void;
  exit(threadId: number, timeNs: number): void;
  allocate(threadId: number, block: number, bytes: number, timeNs: number): void;
  release(block: number, releaserId: number): boolean;
  threads(): readonly { readonly outstandingBytes: number }[];
}

interface TrackerPackage {
  ScopeTracker: new (options: { readonly onExit: () => void }) => ScopeTracker;
}

/** A tracker that keeps no entries. */
export async function loadTracker(): Promise<ScopeTracker> {
  const { ScopeTracker } = await load<TrackerPackage>('@rl-insight/memory-model');
  return new ScopeTracker({ onExit: () => undefined });
}
