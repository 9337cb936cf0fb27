import type { Holder } from '../holders.js';
import type { ScopedHolder } from '../out-of-memory.js';

/** The operator of blocks that nobody named, as tables have it. */
export const UNNAMED = '(unknown)';

export function unnamedHolder(bytes: number, count: number): Holder {
  return { name: UNNAMED, ...WITHOUT_STACK, bytes, count };
}

/** Keys are in the order that they have in tables, so that reports are the same text. */
export function unnamedScopedHolder(bytes: number, count: number): ScopedHolder {
  return { name: UNNAMED, scope: null, ...WITHOUT_STACK, bytes, count };
}

const WITHOUT_STACK = { user_frame: '', call_stack: '', stack_match: 'none' } as const;
