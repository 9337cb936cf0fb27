import type { Holder } from '../holders.js';

/** The operator of blocks that nobody named, as tables have it. */
export const UNNAMED = '(unknown)';

export function unnamedHolder(bytes: number, count: number): Holder {
  return {
    name: UNNAMED,
    user_frame: '',
    call_stack: '',
    stack_match: 'none',
    bytes,
    count,
  };
}
