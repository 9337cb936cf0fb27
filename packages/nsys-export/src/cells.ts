import type { Cell } from './database/database.js';

/** NaN where there is no number. Integers beyond 2^53 are rounded. */
export function numberOf(cell: Cell | undefined): number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'bigint' ? Number(cell) : Number.NaN;
}

export function numberOrNull(cell: Cell | undefined): number | null {
  const value = numberOf(cell);
  return Number.isNaN(value) ? null : value;
}

/** Exact; null where there is no whole number. */
export function integerOrNull(cell: Cell | undefined): bigint | null {
  if (typeof cell === 'bigint') return cell;
  return typeof cell === 'number' && Number.isInteger(cell) ? BigInt(cell) : null;
}

export function textOrNull(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined || cell instanceof Uint8Array) return null;
  return String(cell);
}
