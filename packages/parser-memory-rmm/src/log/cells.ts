import { ALLOCATE, FAILURE, FREE, type LogRow } from './rows.js';

/** What a line is that is no row. */
export interface NoRow {
  /** `header` names the columns; `other` is the line of another program; `bad` a row that is damaged. */
  readonly kind: 'header' | 'other' | 'bad';
  /** Of a bad row: what is wrong with it. */
  readonly reason?: string;
}

const ACTIONS: Readonly<Record<string, LogRow['action']>> = {
  allocate: ALLOCATE,
  'allocate failure': FAILURE,
  free: FREE,
  deallocate: FREE,
};
const HEADER_NAMES = new Set(['Thread', 'Time', 'Action', 'Pointer', 'Size', 'Stream']);
/** Cells after the action. */
const AFTER_ACTION = 3;

const DECIMAL = /^\d{1,16}$/;
const CLOCK = /^(\d\d):(\d\d):(\d\d)[:.](\d{1,9})$/;
const ADDRESS = /^(?:0x)?([\da-f]{1,16})$/i;
const NULL_POINTER = '(nil)';

const other: NoRow = { kind: 'other' };
const header: NoRow = { kind: 'header' };
const bad = (reason: string): NoRow => ({ kind: 'bad', reason });

function integer(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** ns since midnight; NaN when it is no time of day. */
function clock(text: string): number {
  const [, hours, minutes, seconds, fraction] = CLOCK.exec(text) ?? [];
  if (fraction === undefined) return Number.NaN;
  // A leap second is the 60th.
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return Number.NaN;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return whole * 1e9 + Number(fraction.padEnd(9, '0'));
}

function address(text: string): { low: number; high: number } | undefined {
  if (text === NULL_POINTER) return { low: 0, high: 0 };
  const digits = ADDRESS.exec(text)?.[1];
  if (digits === undefined) return undefined;
  return {
    low: Number.parseInt(digits.slice(-8), 16),
    high: digits.length > 8 ? Number.parseInt(digits.slice(0, -8), 16) : 0,
  };
}

/** The cells of a line: nothing that RMM writes holds a comma. */
export function splitCells(line: string): string[] {
  return line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * Reads a line by its cells. The action tells what stands before it: nothing before RMM 0.13, the
 * time, or thread and time since 0.16. This says what is right; `scan-rows.ts` is faster.
 */
export function rowOfCells(cells: readonly string[]): LogRow | NoRow {
  const place = cells.findIndex((cell, i) => i < AFTER_ACTION && Object.hasOwn(ACTIONS, cell));
  if (place < 0) return withoutAction(cells);
  const [thread, time] = place === 2 ? cells : [undefined, place === 1 ? cells[0] : undefined];
  const threadId = thread === undefined ? Number.NaN : integer(thread);
  const timeNs = time === undefined ? Number.NaN : clock(time);
  const isRowLike =
    (thread === undefined || /^\d/.test(thread)) &&
    (time === undefined ? cells.length > AFTER_ACTION : /^\d+:/.test(time));
  if (!isRowLike) return other;
  if (thread !== undefined && Number.isNaN(threadId)) return bad(`“${thread}” is no thread id`);
  if (time !== undefined && Number.isNaN(timeNs)) return bad(`“${time}” is no time of day`);
  const [pointer, size, stream, ...more] = cells.slice(place + 1);
  if (stream === undefined) return bad('it ends too early');
  if (more.some((cell) => cell !== '')) return bad('it has too many cells');
  const block = address(pointer);
  const bytes = integer(size);
  const handle = address(stream);
  if (block === undefined) return bad(`“${pointer}” is no address`);
  if (Number.isNaN(bytes)) return bad(`“${size}” is no size`);
  if (handle === undefined) return bad(`“${stream}” is no stream`);
  return {
    threadId,
    timeNs,
    action: ACTIONS[cells[place]],
    addressLow: block.low,
    addressHigh: block.high,
    bytes,
    streamLow: handle.low,
    streamHigh: handle.high,
  };
}

function withoutAction(cells: readonly string[]): NoRow {
  if (cells.includes('Action') && cells.every((cell) => HEADER_NAMES.has(cell))) return header;
  // A row whose action is damaged, or unknown to us, still has the other cells.
  const isRowLike =
    cells.length >= 5 &&
    address(cells[cells.length - AFTER_ACTION]) !== undefined &&
    cells.slice(0, 2).some((cell) => CLOCK.test(cell));
  return isRowLike ? bad(`“${cells[cells.length - AFTER_ACTION - 1]}” is no action`) : other;
}
