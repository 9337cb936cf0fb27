import type { BatchOptions } from './batches.js';
import { ReadOnlyDatabase } from './database/database.js';
import { NsysExportError } from './errors.js';
import { type MemoryFunction, memoryFunctions } from './tables/call-names.js';
import { type CallStack, readCallStacks } from './tables/call-stacks.js';
import { type NsysClock, readClock } from './tables/clock.js';
import { Devices } from './tables/devices.js';
import { type NsysDiagnostic, readDiagnostics } from './tables/diagnostics.js';
import { Identities, type NsysProcess, type NsysThread } from './tables/identities.js';
import { CALL_TABLES, type MemoryCallBatch, readMemoryCalls } from './tables/memory-calls.js';
import {
  MEMORY_TABLE,
  type MemoryEventBatch,
  MemoryEventNames,
  type MemoryEventOptions,
  readMemoryEvents,
} from './tables/memory-events.js';
import { Metadata } from './tables/metadata.js';
import { type PoolEvent, readPoolEvents } from './tables/pool-events.js';
import { RANGE_TABLE, type RangeBatch, type RangeOptions, readRanges } from './tables/ranges.js';
import { type NsysRank, readRanks } from './tables/ranks.js';

/** One of them is in every export, and in few other databases. */
const TELLING_TABLES = ['META_DATA_EXPORT', 'StringIds', MEMORY_TABLE, RANGE_TABLE, ...CALL_TABLES];

/**
 * Opens the SQLite export of a report of Nsight Systems. It is only read, and neither locked nor
 * changed; nothing is made beside it.
 *
 * @throws NsysExportError for what is no such export, or cannot be read
 */
export function openExport(path: string): NsysExport {
  const database = ReadOnlyDatabase.open(path);
  try {
    const { tables } = database;
    if (!TELLING_TABLES.some((table) => tables.includes(table))) {
      const what = tables.length === 0 ? 'it has no tables' : `its tables are ${list(tables)}`;
      const message = `this database is no export of Nsight Systems: ${what}`;
      throw new NsysExportError('not-nsys-export', path, message);
    }
    return new NsysExport(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

const LISTED = 10;

function list(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return names.slice(0, LISTED).join(', ') + more;
}

/**
 * An open export. What has many rows is read in batches of columns, one after the other; reading
 * throws an {@link NsysExportError} where the file is damaged.
 */
export class NsysExport {
  readonly path: string;
  /** Names of the tables and views. */
  readonly tables: readonly string[];
  /** Of the program that exported, such as `2026.2.1.210`; null for old ones. */
  readonly productVersion: string | null;
  /** Of the tables, such as `3.25.0`; null for old ones. */
  readonly schemaVersion: string | null;
  /** Whether there are rows of device memory at all: `nsys profile --cuda-memory-usage=true`. */
  readonly hasMemoryTable: boolean;
  /** Whether the session was asked to record device memory; null where the export does not tell. */
  readonly recordsMemory: boolean | null;
  /** META_DATA_EXPORT: how it was exported. */
  readonly exportMetadata: Metadata;
  /** META_DATA_CAPTURE: how it was recorded. */
  readonly captureMetadata: Metadata;
  readonly clock: NsysClock | null;
  readonly devices: Devices;
  readonly ranks: readonly NsysRank[];
  /** Warnings and errors of the profiler. */
  readonly diagnostics: readonly NsysDiagnostic[];
  /** What batches of calls say was called, by `nameId`. */
  readonly functions: ReadonlyMap<number, MemoryFunction>;
  readonly #database: ReadOnlyDatabase;
  readonly #identities: Identities;
  readonly #names = new MemoryEventNames();
  #callStacks: ReadonlyMap<number, CallStack> | undefined;

  /** Use {@link openExport}. */
  constructor(database: ReadOnlyDatabase) {
    this.#database = database;
    this.#identities = new Identities(database);
    this.path = database.path;
    this.tables = database.tables;
    this.hasMemoryTable = this.tables.includes(MEMORY_TABLE);
    this.exportMetadata = Metadata.read(database, 'META_DATA_EXPORT');
    this.captureMetadata = Metadata.read(database, 'META_DATA_CAPTURE');
    this.productVersion = this.exportMetadata.text('EXPORT_PRODUCT_VERSION');
    this.schemaVersion = this.exportMetadata.text('EXPORT_SCHEMA_VERSION');
    const asked = this.captureMetadata.option('COLLECT_GPU_MEMORY_USAGE');
    this.recordsMemory = asked.length === 0 ? null : asked.includes('true');
    this.clock = readClock(database, this.exportMetadata);
    this.devices = Devices.read(database);
    this.ranks = readRanks(database, this.#identities);
    this.diagnostics = readDiagnostics(database, this.#identities);
    this.functions = memoryFunctions(database);
  }

  /** Those that the export lists, then those that rows have named so far. */
  get processes(): readonly NsysProcess[] {
    return this.#identities.processes;
  }

  /** Those that the export names, then those that rows have named so far. */
  get threads(): readonly NsysThread[] {
    return this.#identities.threads;
  }

  /** Labels that `kind` of the batches so far stands for, such as `Device`, `Pinned`. */
  get memoryKinds(): readonly string[] {
    return this.#names.kinds.values;
  }

  /** Addresses of the pools that the batches so far name. */
  get pools(): readonly bigint[] {
    return this.#names.pools.values;
  }

  /** Names of the static variables that the batches so far name. */
  get variables(): readonly string[] {
    return this.#names.variables.values;
  }

  /** The names of a table's columns; none where there is no such table. */
  columns(table: string): ReadonlySet<string> {
    return this.#database.columns(table);
  }

  /**
   * Allocations and releases, by start; those of one nanosecond in the order of the table. None
   * where there is no such table: see {@link hasMemoryTable}.
   */
  memoryEvents(options: MemoryEventOptions = {}): Generator<MemoryEventBatch, void> {
    return readMemoryEvents(this.#database, this.#identities, this.#names, options);
  }

  /**
   * Calls of the runtime and the driver that can allocate or release, failed ones too, in the order
   * of their tables. A memory event belongs to the call of its process with its correlation id.
   */
  memoryCalls(options: BatchOptions = {}): Generator<MemoryCallBatch, void> {
    return readMemoryCalls(this.#database, this.#identities, this.functions, options);
  }

  /** The call stacks of those calls, by `callchainId`; read at the first use. */
  callStacks(): ReadonlyMap<number, CallStack> {
    this.#callStacks ??= readCallStacks(this.#database, this.functions);
    return this.#callStacks;
  }

  /** NVTX ranges, in the order of the table; no marks. */
  ranges(options: RangeOptions = {}): Generator<RangeBatch, void> {
    return readRanges(this.#database, this.#identities, options);
  }

  /** What happened to stream-ordered pools, by start. */
  poolEvents(): Generator<PoolEvent, void> {
    return readPoolEvents(this.#database, this.#identities);
  }

  /** May be called again. What is being read then ends with the error `closed`. */
  close(): void {
    this.#database.close();
  }
}
