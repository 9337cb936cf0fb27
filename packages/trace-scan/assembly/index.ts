/** What the host uses. */
import { BATCH_ROWS, INPUT, INPUT_BYTES, MAX_SLOTS, PLAN, PLAN_BYTES } from './memory';

export { rows, setColumn, setRows } from './batch';
export { scratch } from './memory';
export { intern, textCount, textEntries } from './texts';
export { line, planRows, readRows, rowsDone } from './table';
export { done, events, firstKept, lastKept, planEvents, readEvents } from './trace';

export const input: usize = INPUT;
export const inputBytes: u32 = INPUT_BYTES;
export const plan: usize = PLAN;
export const planBytes: u32 = PLAN_BYTES;
export const batchRows: u32 = BATCH_ROWS;
export const maxSlots: u32 = MAX_SLOTS;

/** Whether what the compiler puts into memory leaves the fixed part alone. */
export function fits(): bool {
  return __heap_base <= INPUT;
}
