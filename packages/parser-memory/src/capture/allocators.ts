import type { OperatorMemory } from '../operator-memory/columns.js';

/** torch_npu puts this before the names of CANN's graph engine. */
const GE_PREFIX = 'cann::';

/** Allocators of the framework, of the graph engine, and of its workspaces. */
export const PTA = 'PTA';
export const GE = 'GE';
export const WORKSPACE = 'WORKSPACE';
/** MindSpore's own table names no allocator. */
const MINDSPORE = 'MindSpore';

/** The allocator of each row by its name and its table; workspaces are told by their counter. */
export function allocatorOfNames(operators: OperatorMemory): readonly string[] {
  return operators.names.map((name) => {
    if (operators.producer === 'cann' || name.startsWith(GE_PREFIX)) return GE;
    return operators.producer === 'mindspore' ? MINDSPORE : PTA;
  });
}

/** 1 for the rows of the graph engine, which allocates while the task queue is emptied. */
export function queuedRows(operators: OperatorMemory): Uint8Array {
  const allocators = allocatorOfNames(operators);
  const isGe = Uint8Array.from(allocators, (allocator) => (allocator === GE ? 1 : 0));
  const queued = new Uint8Array(operators.rows);
  for (let row = 0; row < queued.length; row++) queued[row] = isGe[operators.name[row]];
  return queued;
}
