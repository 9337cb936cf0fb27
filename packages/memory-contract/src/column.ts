/** How a column of a memory table is stored in Arrow. `dictionary` is dictionary-encoded utf8. */
export type ColumnType = 'dictionary' | 'int32' | 'int64' | 'uint64' | 'float64' | 'bool' | 'utf8';

/** One column of a contract. */
export interface ColumnSpec {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** Always in a file of this contract; the others may be absent as a whole. */
  readonly required: boolean;
  /** What a value means, with its unit. */
  readonly meaning: string;
}

/** A table that stages, files and tools agree on. */
export interface MemoryContract {
  readonly name: string;
  /** `major` or `major.minor`; a minor version only adds optional columns. */
  readonly version: string;
  readonly meaning: string;
  readonly columns: readonly ColumnSpec[];
}

type Extra = { nullable?: boolean };

function column(required: boolean) {
  return (name: string, type: ColumnType, meaning: string, extra: Extra = {}): ColumnSpec => ({
    name,
    type,
    meaning,
    required,
    nullable: extra.nullable ?? !required,
  });
}

/** A column that every file of the contract has; not nullable unless it says so. */
export const required = column(true);

/** A column that a source may not know; nullable. */
export const optional = column(false);
