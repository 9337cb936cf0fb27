import { numberOf, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import type { MemoryFunction } from './call-names.js';
import { CALL_TABLES } from './memory-calls.js';

const CALLCHAINS = 'CUDA_CALLCHAINS';
const REQUIRED = ['id', 'symbol', 'stackDepth'];

/** Symbols from the innermost frame out. */
export type CallStack = readonly string[];

/** The call stacks of the calls of some functions, by their ids. */
export function readCallStacks(
  database: ReadOnlyDatabase,
  functions: ReadonlyMap<number, MemoryFunction>,
): Map<number, CallStack> {
  const stacks = new Map<number, string[]>();
  const used = usedChains(database, functions);
  const table = Table.find(database, CALLCHAINS, REQUIRED);
  if (table === undefined || used === undefined) return stacks;
  const symbols = new Map<number, string>();
  const sql = `SELECT id, symbol FROM ${CALLCHAINS} WHERE id IN (${used}) ORDER BY id, stackDepth`;
  for (const row of database.rows(sql)) {
    const id = numberOf(row.id);
    const symbolId = numberOf(row.symbol);
    let symbol = symbols.get(symbolId);
    if (symbol === undefined) {
      const found = database.row('SELECT value FROM StringIds WHERE id = ?', [symbolId]);
      symbol = textOrNull(found?.value) ?? '[Unknown]';
      symbols.set(symbolId, symbol);
    }
    const stack = stacks.get(id);
    if (stack === undefined) stacks.set(id, [symbol]);
    else stack.push(symbol);
  }
  return stacks;
}

/** SQL for the ids of the stacks of those functions; undefined where there are none. */
function usedChains(
  database: ReadOnlyDatabase,
  functions: ReadonlyMap<number, MemoryFunction>,
): string | undefined {
  const nameIds = [...functions.keys()].join(', ');
  const queries = CALL_TABLES.filter((table) => database.columns(table).has('callchainId')).map(
    (table) => `SELECT callchainId FROM ${table} WHERE nameId IN (${nameIds})`,
  );
  return queries.length === 0 ? undefined : queries.join(' UNION ');
}
