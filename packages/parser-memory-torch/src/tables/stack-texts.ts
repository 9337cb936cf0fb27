import { FRAME_SEPARATOR, UNKNOWN_NAME } from '@rl-insight/memory-contract';
import type { Snapshot } from '../snapshot/snapshot.js';

/** Of a C++ call stack, a call of an operator: PyTorch generates `at::_ops::<name>::call`. */
const OPERATOR = /^at::_ops::(\w+)::(?:call|redispatch)\b/;
/** Operators that others get their memory from. */
const FACTORY = /^(?:new_)?empty(?:_strided|_like)?(?:_|$)/;

/** Call stacks of a snapshot as texts, each made when it is first asked for. */
export class StackTexts {
  readonly #snapshot: Pick<Snapshot, 'texts' | 'callStacks'>;
  readonly #frames: string[] = [];
  readonly #operators = new Map<number, string>();

  constructor(snapshot: Pick<Snapshot, 'texts' | 'callStacks'>) {
    this.#snapshot = snapshot;
  }

  /** Frames, innermost first; '' for none. */
  stack(stack: number): string {
    return stack < 0 ? '' : this.#framesOf(stack).join(FRAME_SEPARATOR);
  }

  /** The innermost frame; '' for none. */
  top(stack: number): string {
    return stack < 0 ? '' : (this.#framesOf(stack)[0] ?? '');
  }

  /** The operator that allocated, by C++ frames: the innermost one that is more than a factory of tensors. */
  operator(stack: number): string {
    if (stack < 0) return UNKNOWN_NAME;
    let name = this.#operators.get(stack);
    if (name === undefined) {
      name = this.#findOperator(stack);
      this.#operators.set(stack, name);
    }
    return name;
  }

  #framesOf(stack: number): string[] {
    const { callStacks } = this.#snapshot;
    return Array.from(callStacks.stacks.of(stack), (frame) => this.#frame(frame));
  }

  #frame(frame: number): string {
    const { texts, callStacks } = this.#snapshot;
    this.#frames[frame] ??= callStacks.frameText(frame, texts);
    return this.#frames[frame];
  }

  #findOperator(stack: number): string {
    const { texts, callStacks } = this.#snapshot;
    let factory: string | undefined;
    for (const frame of callStacks.stacks.of(stack)) {
      const operator = OPERATOR.exec(texts.text(callStacks.frameTexts(frame).name))?.[1];
      if (operator === undefined) continue;
      const name = `aten::${operator.replace(/_(?:Tensor|Scalar|out|memory_format|names|int)(?:_\w+)?$/, '')}`;
      if (!FACTORY.test(operator)) return name;
      factory ??= name;
    }
    return factory ?? UNKNOWN_NAME;
  }
}
