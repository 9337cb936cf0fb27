import { numberOf, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';

/** What an `ENUM_…` table says of a number. */
export interface EnumEntry {
  readonly id: number;
  /** Symbol, such as `CUDA_MEMOPR_MEMORY_KIND_DEVICE`. */
  readonly name: string;
  /** For people, such as `Device`. */
  readonly label: string;
}

/** An `ENUM_…` table of the export, or what it is known to say where the export has none. */
export class Enumeration {
  readonly entries: readonly EnumEntry[];
  readonly #byId: ReadonlyMap<number, EnumEntry>;

  constructor(entries: readonly EnumEntry[]) {
    this.entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
  }

  static read(
    database: ReadOnlyDatabase,
    table: string,
    fallback: readonly EnumEntry[],
  ): Enumeration {
    const columns = database.columns(table);
    if (!columns.has('id') || !columns.has('name')) return new Enumeration(fallback);
    const label = columns.has('label') ? 'label' : 'name';
    const rows = [...database.rows(`SELECT id, name, ${label} AS label FROM ${table}`)];
    if (rows.length === 0) return new Enumeration(fallback);
    return new Enumeration(
      rows.map((row) => {
        const name = textOrNull(row.name) ?? '';
        return { id: numberOf(row.id), name, label: textOrNull(row.label) ?? name };
      }),
    );
  }

  /** The label of a number; the number itself where the table does not have it. */
  label(id: number): string {
    return this.#byId.get(id)?.label ?? String(id);
  }

  /** The numbers whose symbol matches. */
  idsOf(name: RegExp): number[] {
    return this.entries.filter((entry) => name.test(entry.name)).map(({ id }) => id);
  }
}

const entry = (id: number, name: string, label = name): EnumEntry => ({ id, name, label });

export const MEMORY_OPERATIONS = [
  entry(0, 'CUDA_DEV_MEM_EVENT_OPR_ALLOCATION', 'Allocation'),
  entry(1, 'CUDA_DEV_MEM_EVENT_OPR_DEALLOCATION', 'Deallocation'),
];

export const MEMORY_KINDS = [
  entry(0, 'CUDA_MEMOPR_MEMORY_KIND_PAGEABLE', 'Pageable'),
  entry(1, 'CUDA_MEMOPR_MEMORY_KIND_PINNED', 'Pinned'),
  entry(2, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE', 'Device'),
  entry(3, 'CUDA_MEMOPR_MEMORY_KIND_ARRAY', 'Array'),
  entry(4, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED', 'Managed'),
  entry(5, 'CUDA_MEMOPR_MEMORY_KIND_DEVICE_STATIC', 'Device Static'),
  entry(6, 'CUDA_MEMOPR_MEMORY_KIND_MANAGED_STATIC', 'Managed Static'),
  entry(7, 'CUDA_MEMOPR_MEMORY_KIND_UNKNOWN', 'Unknown'),
];

export const POOL_OPERATIONS = [
  entry(0, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_INVALID', 'Invalid'),
  entry(1, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED', 'Created'),
  entry(2, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED', 'Destroyed'),
  entry(3, 'CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED', 'Trimmed'),
];

export const POOL_TYPES = [
  entry(0, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID', 'Invalid'),
  entry(1, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL', 'Local'),
  entry(2, 'CUPTI_ACTIVITY_MEMORY_POOL_TYPE_IMPORTED', 'Imported'),
];

export const EVENT_TYPES = [
  entry(33, 'NvtxCategory'),
  entry(34, 'NvtxMark'),
  entry(39, 'NvtxThread'),
  entry(59, 'NvtxPushPopRange'),
  entry(60, 'NvtxStartEndRange'),
  entry(75, 'NvtxDomainCreate'),
  entry(76, 'NvtxDomainDestroy'),
];

export const SEVERITIES = [
  entry(0, 'UnknownLevel', 'Unknown'),
  entry(1, 'Info'),
  entry(2, 'Warning'),
  entry(3, 'Error'),
  entry(4, 'Verbose'),
];
