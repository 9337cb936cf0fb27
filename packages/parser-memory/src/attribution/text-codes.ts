import { FRAME_SEPARATOR } from '@rl-insight/memory-contract';
import type { TraceTexts } from '../trace-view/events.js';

const UNSEEN = -2;
const STEP = /^ProfilerStep#(\d{1,9})$/;

/** Answers about a code of the trace's texts, each worked out once. */
class ByCode {
  readonly #answers: number[] = [];
  readonly #ask: (text: string) => number;

  constructor(ask: (text: string) => number) {
    this.#ask = ask;
  }

  of(code: number, texts: TraceTexts): number {
    if (code < 0) return -1;
    while (this.#answers.length <= code) this.#answers.push(UNSEEN);
    if (this.#answers[code] === UNSEEN) this.#answers[code] = this.#ask(texts.text(code));
    return this.#answers[code];
  }
}

/** Names of the trace as places in the list of names that allocations have; −1 for the others. */
export class NameCodes {
  readonly #byCode: ByCode;

  constructor(names: readonly string[]) {
    const places = new Map(names.map((name, place) => [name, place]));
    this.#byCode = new ByCode((text) => places.get(text) ?? -1);
  }

  of(code: number, texts: TraceTexts): number {
    return this.#byCode.of(code, texts);
  }
}

/** The number of a training step, from the name of its range; −1 for other names. */
export class StepCodes {
  readonly #byCode = new ByCode((text) => Number(STEP.exec(text)?.[1] ?? -1));

  of(code: number, texts: TraceTexts): number {
    return this.#byCode.of(code, texts);
  }
}

/**
 * `record_function` enters by an operator of its own, whose call stack therefore begins in its
 * `__enter__`, perhaps below the wrapper of operators (seen in traces of torch_npu, which has no
 * category for user annotations). Without call stacks they cannot be told from other operators.
 */
const ENTERED =
  /^(?:[^;\n]*torch\/_ops\.py\(\d+\): __call__;\r?\n)?[^;\n]*torch\/autograd\/profiler\.py\(\d+\): __enter__(?:;|$)/;

/** Whether a call stack is that of a user annotation. */
export class AnnotationStacks {
  readonly #byCode = new ByCode((text) => (ENTERED.test(text) ? 1 : 0));

  has(code: number, texts: TraceTexts): boolean {
    return this.#byCode.of(code, texts) === 1;
  }
}

const OS_ID = /^(?:\d+_)?(\d{1,15})$/;

/**
 * Ids of the operating system by the codes of their texts; NaN for what is none. Older traces write
 * a process as `0_<pid>`.
 */
export class IdCodes {
  readonly #byCode = new ByCode((text) => Number(OS_ID.exec(text)?.[1] ?? Number.NaN));

  of(code: number, texts: TraceTexts): number {
    return code < 0 ? Number.NaN : this.#byCode.of(code, texts);
  }
}

/** Call stacks as places in one list. */
export class StackList {
  readonly stacks: string[] = [];
  readonly #places = new Map<string, number>();

  readonly #ofCode: number[] = [];

  /** The place of the stack that a code of the trace's texts means; −1 for none. */
  of(code: number, texts: TraceTexts): number {
    if (code < 0) return -1;
    while (this.#ofCode.length <= code) this.#ofCode.push(UNSEEN);
    if (this.#ofCode[code] === UNSEEN) this.#ofCode[code] = this.place(texts.text(code));
    return this.#ofCode[code];
  }

  /** The place of a stack; −1 for an empty one. Frames that `;\n` joins are joined as the contract says. */
  place(text: string): number {
    if (text === '') return -1;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const stack = text.split(/;\r?\n/).join(FRAME_SEPARATOR);
    const place = this.#places.get(stack) ?? this.stacks.push(stack) - 1;
    this.#places.set(stack, place);
    this.#places.set(text, place);
    return place;
  }
}
