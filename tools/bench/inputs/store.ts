import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../measure/child.js';
import { BUILT, TOOLS } from '../paths.js';
import {
  diskBytes,
  EXPORTS,
  type ExportName,
  exportBytes,
  generatorFlags,
  type InputName,
  LOGS,
  type LogName,
  logBytes,
  logRows,
  PLANS,
  SNAPSHOTS,
  type SnapshotName,
  snapshotBytes,
  TABLES,
  type TableName,
  TRACES,
  type TraceName,
  tableBytes,
  tableRows,
} from './plans.js';

/** Captures that are there to be read. */
export interface Input {
  readonly what: string;
  readonly folder: string;
  /** Of the first rank. */
  readonly traceFile: string;
  readonly tableFile: string;
}

const GENERATOR = join(TOOLS, 'dist', 'bin', 'make-capture.js');
const GENERATOR_FOLDERS = ['ascend', 'bin'].map((folder) => join(TOOLS, 'dist', folder));
const TABLE_MAKER = join(BUILT, 'tables', 'make-table.js');
const TABLE_MAKER_FOLDERS = [join(BUILT, 'tables')];
const LOG_MAKER = join(TOOLS, 'dist', 'bin', 'make-rmm-log.js');
const LOG_MAKER_FOLDERS = ['rmm', 'bin'].map((folder) => join(TOOLS, 'dist', folder));
const EXPORT_MAKER = join(TOOLS, 'dist', 'bin', 'make-nsys-export.js');
const EXPORT_MAKER_FOLDERS = ['nsys', 'rmm', 'bin'].map((folder) => join(TOOLS, 'dist', folder));
const SNAPSHOT_MAKER = join(TOOLS, 'dist', 'bin', 'make-torch-snapshot.js');
const SNAPSHOT_MAKER_FOLDERS = ['torch', 'bin'].map((folder) => join(TOOLS, 'dist', folder));
const TRACE_MAKER = join(TOOLS, 'dist', 'bin', 'make-kineto-trace.js');
const TRACE_MAKER_FOLDERS = ['kineto', 'bin'].map((folder) => join(TOOLS, 'dist', folder));
const PIECE_BYTES = 1 << 20;

/** A table or a log that is there to be read. */
export interface TableInput {
  readonly what: string;
  readonly file: string;
  readonly rows: number;
}

/** How an input is made. */
interface Making {
  readonly name: string;
  readonly what: string;
  readonly bytes: number;
  /** Tells those of different flags and makers apart. */
  readonly made: string;
  /** Arguments of Node that make it at a path. */
  command(unfinished: string): string[];
}

export interface InputStoreOptions {
  readonly folder: string;
  readonly scale: number;
  readonly log: (line: string) => void;
}

/** Generates inputs when they are asked for first. A folder's name tells what made it. */
export class InputStore {
  readonly #options: InputStoreOptions;
  readonly #made: string[] = [];

  constructor(options: InputStoreOptions) {
    this.#options = options;
  }

  /** Share of their size that inputs are made in. */
  get scale(): number {
    return this.#options.scale;
  }

  /** The input, generated if need be, and read once so that the system has its files in memory. */
  async input(name: InputName): Promise<Input> {
    const { scale } = this.#options;
    const plan = PLANS[name];
    const flags = generatorFlags(plan, scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes: diskBytes(plan, scale),
      made: await fingerprint(flags, GENERATOR_FOLDERS),
      command: (unfinished) => [GENERATOR, unfinished, ...flags],
    });
    const files = await filesBelow(path);
    for (const file of files) await readThrough(file);
    const fileOf = (ending: string) => files.find((file) => file.endsWith(ending)) ?? '';
    return {
      what: plan.what,
      folder: path,
      traceFile: fileOf('trace_view.json'),
      tableFile: fileOf('operator_memory.csv'),
    };
  }

  /** The same for a table that no capture is behind: `memory_summary.arrow` in a folder of its own. */
  async table(name: TableName): Promise<TableInput> {
    const { scale } = this.#options;
    const plan = TABLES[name];
    const rows = tableRows(plan, scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes: tableBytes(plan, scale),
      made: await fingerprint([String(rows)], TABLE_MAKER_FOLDERS),
      command: (unfinished) => [TABLE_MAKER, unfinished, String(rows)],
    });
    await readThrough(path);
    return { what: plan.what, file: path, rows };
  }

  /** The same for a log of RMM's allocations: one file. */
  async log(name: LogName): Promise<TableInput> {
    const { scale } = this.#options;
    const plan = LOGS[name];
    const rows = logRows(plan, scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes: logBytes(plan, scale),
      made: await fingerprint([String(rows)], LOG_MAKER_FOLDERS),
      command: (unfinished) => [LOG_MAKER, unfinished, String(rows)],
    });
    await readThrough(path);
    return { what: plan.what, file: path, rows };
  }

  /** The same for an export of Nsight Systems: one file. */
  async nsysExport(name: ExportName): Promise<TableInput> {
    const { scale } = this.#options;
    const plan = EXPORTS[name];
    const rows = logRows(plan, scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes: exportBytes(plan, scale),
      made: await fingerprint([String(rows)], EXPORT_MAKER_FOLDERS),
      command: (unfinished) => [EXPORT_MAKER, unfinished, String(rows)],
    });
    await readThrough(path);
    return { what: plan.what, file: path, rows };
  }

  /** The same for a memory snapshot of PyTorch: one file. */
  async torchSnapshot(name: SnapshotName): Promise<Omit<TableInput, 'rows'>> {
    const { scale } = this.#options;
    const plan = SNAPSHOTS[name];
    const bytes = snapshotBytes(plan, scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes,
      made: await fingerprint([String(bytes)], SNAPSHOT_MAKER_FOLDERS),
      command: (unfinished) => [SNAPSHOT_MAKER, unfinished, String(bytes)],
    });
    await readThrough(path);
    return { what: plan.what, file: path };
  }

  /** A trace of PyTorch's profiler, read once so that the first contender has no advantage or disadvantage. */
  async kinetoTrace(name: TraceName): Promise<Omit<TableInput, 'rows'>> {
    const plan = TRACES[name];
    const bytes = snapshotBytes(plan, this.#options.scale);
    const path = await this.#generated({
      name,
      what: plan.what,
      bytes,
      made: await fingerprint([String(bytes)], TRACE_MAKER_FOLDERS),
      command: (unfinished) => [TRACE_MAKER, unfinished, String(bytes)],
    });
    await readThrough(path);
    return { what: plan.what, file: path };
  }

  /** The path of what a plan makes, generated if need be. */
  async #generated({ name, what, bytes, made, command }: Making): Promise<string> {
    const { folder, scale, log } = this.#options;
    const path = join(folder, `${name}-${made}`);
    if (existsSync(path)) return path;
    log(`generating ${what}${scale === 1 ? '' : `, times ${scale}`}`);
    await mkdir(folder, { recursive: true });
    await this.#requireSpace(bytes);
    this.#made.push(path);
    const unfinished = `${path}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await runChild(process.execPath, command(unfinished));
    await rename(unfinished, path);
    return path;
  }

  /** Removes what this store has generated; at once, so that a process that ends can still do it. */
  removeMade(): void {
    for (const path of this.#made) {
      rmSync(path, { recursive: true, force: true });
      rmSync(`${path}.unfinished`, { recursive: true, force: true });
    }
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#options.folder);
    if (bavail * bsize > bytes * 1.2) return;
    const gigabytes = (count: number): string => (count / 1e9).toFixed(1);
    throw new Error(
      `${this.#options.folder} has ${gigabytes(bavail * bsize)} GB left, and the input takes ${gigabytes(bytes)}: give another folder with --data`,
    );
  }
}

/** Tells inputs of different flags apart, and those of different states of the generator. */
async function fingerprint(flags: readonly string[], made: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(flags.join(' '));
  for (const path of made) {
    for (const name of (await readdir(path)).sort()) {
      if (name.endsWith('.js')) hash.update(await readFile(join(path, name)));
    }
  }
  return hash.digest('hex').slice(0, 8);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function readThrough(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(PIECE_BYTES);
    while ((await file.read(buffer)).bytesRead > 0);
  } finally {
    await file.close();
  }
}
