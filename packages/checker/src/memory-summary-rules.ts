import type { Finding, Rule, RuleSet } from '@rl-insight/core';
import {
  type ColumnSpec,
  GROUPS_KEY,
  MEMORY_SUMMARY,
  numberColumn,
  readGroups,
  textColumn,
} from '@rl-insight/memory-contract';
import { DataType, type Table, type Vector } from 'apache-arrow';

const WRITE_AGAIN = 'Write the table as the contract memory_summary says (docs/contracts.md).';

/** Columns that no row may leave empty. */
const NEVER_NULL = ['name', 'size_kb', 'start_time_ms', 'duration_ms'];

function isText(type: DataType): boolean {
  const text = DataType.isDictionary(type) ? type.dictionary : type;
  return DataType.isUtf8(text) || DataType.isLargeUtf8(text);
}

function isOfType(type: DataType, spec: ColumnSpec): boolean {
  switch (spec.type) {
    case 'dictionary':
    case 'utf8':
      return isText(type);
    case 'float64':
      return DataType.isFloat(type) && type.ArrayType === Float64Array;
    case 'int32':
      return DataType.isInt(type) && type.bitWidth === 32 && type.isSigned;
    case 'int64':
      return DataType.isInt(type) && type.bitWidth === 64 && type.isSigned;
    case 'uint64':
      return DataType.isInt(type) && type.bitWidth === 64 && !type.isSigned;
    case 'bool':
      return DataType.isBool(type);
  }
}

/** The column, if it is there and of its type; other rules say what is wrong where it is not. */
function usable(table: Table, name: string): Vector | undefined {
  const spec = MEMORY_SUMMARY.columns.find((column) => column.name === name);
  const vector = table.getChild(name);
  if (spec === undefined || vector === null || !isOfType(vector.type, spec)) return undefined;
  return vector;
}

function* rowsWhere(
  count: number,
  wrong: (row: number) => boolean,
  say: (rows: number, first: number) => string,
): Generator<Finding> {
  let wrongRows = 0;
  let first = -1;
  for (let row = 0; row < count; row++) {
    if (!wrong(row)) continue;
    if (first < 0) first = row;
    wrongRows++;
  }
  if (wrongRows > 0) yield { message: say(wrongRows, first), remedy: WRITE_AGAIN };
}

const columnsExist: Rule<Table> = {
  name: 'columns-exist',
  meaning: 'the twelve columns are there',
  *check(table) {
    const missing = MEMORY_SUMMARY.columns
      .filter(({ name, required }) => required && table.getChild(name) === null)
      .map(({ name }) => name);
    if (missing.length > 0) {
      const several = missing.length > 1 ? 's' : '';
      yield {
        message: `memory_summary lacks the column${several} ${missing.join(', ')}`,
        remedy: WRITE_AGAIN,
      };
    }
  },
};

const columnTypes: Rule<Table> = {
  name: 'column-types',
  meaning: 'the columns of the contract that are there have its types',
  *check(table) {
    for (const spec of MEMORY_SUMMARY.columns) {
      const vector = table.getChild(spec.name);
      if (vector === null || isOfType(vector.type, spec)) continue;
      yield {
        message: `memory_summary’s column ${spec.name} is ${vector.type}, not ${spec.type}`,
        remedy: WRITE_AGAIN,
      };
    }
  },
};

const neverNull: Rule<Table> = {
  name: 'never-null',
  meaning: 'name, size_kb, start_time_ms and duration_ms are never null',
  *check(table) {
    for (const name of NEVER_NULL) {
      const vector = usable(table, name);
      if (vector === undefined || vector.nullCount === 0) continue;
      yield* rowsWhere(
        table.numRows,
        (row) => !vector.isValid(row),
        (rows, first) =>
          `memory_summary’s column ${name} is null in ${rows} rows, first in row ${first + 1}`,
      );
    }
  },
};

const namesNotBlank: Rule<Table> = {
  name: 'names-not-blank',
  meaning: 'names are not blank',
  *check(table) {
    if (usable(table, 'name') === undefined) return;
    const names = textColumn(table, 'name');
    const blank = names?.values.map((text) => text.trim() === '') ?? [];
    if (!blank.includes(true)) return;
    yield* rowsWhere(
      table.numRows,
      (row) => blank[names?.codes[row] ?? -1] === true,
      (rows, first) => `memory_summary has a blank name in ${rows} rows, first in row ${first + 1}`,
    );
  },
};

const sizesReal: Rule<Table> = {
  name: 'sizes-real',
  meaning: 'sizes are finite and not zero',
  *check(table) {
    const vector = usable(table, 'size_kb');
    const sizes = vector === undefined ? undefined : numberColumn(table, 'size_kb');
    if (vector === undefined || sizes === undefined) return;
    yield* rowsWhere(
      table.numRows,
      (row) => (sizes[row] === 0 || !Number.isFinite(sizes[row])) && vector.isValid(row),
      (rows, first) =>
        `memory_summary has a size_kb that is zero or not finite in ${rows} rows, first in row ${first + 1}`,
    );
  },
};

const timesReal: Rule<Table> = {
  name: 'times-real',
  meaning: 'times are finite and durations not negative',
  *check(table) {
    for (const name of ['start_time_ms', 'duration_ms']) {
      const vector = usable(table, name);
      const times = vector === undefined ? undefined : numberColumn(table, name);
      if (vector === undefined || times === undefined) continue;
      const isDuration = name === 'duration_ms';
      yield* rowsWhere(
        table.numRows,
        (row) =>
          vector.isValid(row) && (!Number.isFinite(times[row]) || (isDuration && times[row] < 0)),
        (rows, first) =>
          `memory_summary’s ${name} is ${isDuration ? 'negative or ' : ''}not finite in ${rows} rows, first in row ${first + 1}`,
      );
    }
  },
};

const notEmpty: Rule<Table> = {
  name: 'not-empty',
  meaning: 'there is at least one row, counter or starting level',
  *check(table) {
    if (table.numRows > 0) return;
    const groups = readGroups(table.schema.metadata.get(GROUPS_KEY));
    const captures = groups.flatMap((group) => group.captures);
    const hasLevel = captures.some(({ allocators }) =>
      allocators.some(({ start_live_bytes }) => start_live_bytes > 0),
    );
    const hasWindow = captures.some(({ start_ns, end_ns }) => start_ns !== end_ns);
    if (hasLevel || hasWindow) return;
    yield {
      message: 'memory_summary has no rows, and neither counters nor a starting level',
      remedy: 'Capture a step that allocates.',
    };
  },
};

/** What a `memory_summary` table must be, whoever made it. */
export const memorySummaryRules: RuleSet<unknown, Table> = {
  kind: MEMORY_SUMMARY.name,
  prepare: async (data) =>
    isTable(data)
      ? { subject: data }
      : {
          findings: [{ message: 'memory_summary must be an Arrow table', remedy: WRITE_AGAIN }],
        },
  rules: () => [
    columnsExist,
    columnTypes,
    neverNull,
    namesNotBlank,
    sizesReal,
    timesReal,
    notEmpty,
  ],
};

function isTable(data: unknown): data is Table {
  return typeof data === 'object' && data !== null && 'schema' in data && 'getChild' in data;
}
