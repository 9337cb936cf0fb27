import { type BackwardOperators, ForwardOperators, isForward } from './backward.js';
import type { TraceOperators } from './operators.js';

async function forwardOf(
  operators: TraceOperators,
  isWanted: (sequence: number) => boolean,
): Promise<ForwardOperators> {
  const forward = new ForwardOperators();
  await operators.each((operator) => {
    if (!isForward(operator) || !isWanted(operator.sequence)) return;
    forward.add(operator.sequence, operator.thread, operator.startNs, operator.stack);
  });
  return forward;
}

/**
 * The forward operators that backward ones may go back to. Where several threads used one number,
 * all operators are asked which thread of autograd is which thread of the trace.
 */
export async function findForward(
  backward: readonly BackwardOperators[],
  operators: TraceOperators,
): Promise<ForwardOperators> {
  const wanted = new Set<number>();
  for (const some of backward) some.each((sequence) => wanted.add(sequence));
  if (wanted.size === 0) return new ForwardOperators();
  const forward = await forwardOf(operators, (sequence) => wanted.has(sequence));
  if (!forward.isAmbiguous) return forward;
  const all = await forwardOf(operators, () => true);
  await operators.each(({ sequence, forwardThread }) => {
    if (sequence >= 0 && forwardThread > 0) all.vote(sequence, forwardThread);
  });
  return all;
}
