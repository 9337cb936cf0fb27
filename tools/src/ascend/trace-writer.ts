import { NS_PER_TICK } from './clock.js';
import type { NameTable } from './names.js';
import { pythonFloat, TimeText, trimDecimals } from './number-text.js';
import { NONE } from './operator-table.js';
import type { SimulatedCapture } from './scenario.js';
import { FRAME_SEPARATOR, SITE_PACKAGES, type StackCatalogue } from './stacks.js';
import { EventStyle, type TraceText } from './trace-text.js';

/** Stacks whose JSON text is kept; a trace with more computes the others again. */
const KEPT_STACKS = 20_000;

/** Shapes and types of operands, as the profiler joins them. */
const INPUTS: readonly (readonly [dims: string, types: string])[] = [
  ['8,4096,3584;\r\n3584,3584;\r\n3584', 'c10::BFloat16;\r\nc10::BFloat16;\r\nc10::BFloat16'],
  ['8,4096,3584;\r\n;\r\n', 'float;\r\nScalar;\r\nScalar'],
  [
    '32,64,27,27;\r\n192,64,5,5;\r\n192;\r\n;\r\n',
    'float;\r\nfloat;\r\nfloat;\r\nScalarList;\r\nNone',
  ],
];

/** What events have in common: times, names, processes, and the style of the text. */
export class TraceWriter {
  readonly capture: SimulatedCapture;
  readonly style: EventStyle;
  readonly #time: TimeText;
  readonly #numericTs: boolean;
  readonly #names: JsonNames;
  readonly #stacks: JsonStacks;

  constructor(capture: SimulatedCapture, text: TraceText) {
    this.capture = capture;
    this.style = new EventStyle(text);
    this.#time = new TimeText(capture.options.startNs);
    this.#numericTs = text.numericTs;
    this.#names = new JsonNames(capture.names);
    this.#stacks = new JsonStacks(capture.stacks);
  }

  /** The fields `name`, `pid`, `tid` and `ts` in the framework's order. */
  head(phase: string, name: string, threadId: number, tick: number, extraNs = 0): string[] {
    const { processId } = this.capture;
    return [
      `"ph": "${phase}"`,
      `"name": ${name}`,
      `"pid": ${processId}`,
      `"tid": ${threadId}`,
      this.ts(tick, extraNs),
    ];
  }

  /** Time of an event in µs: exact text, as a string or as a number. */
  ts(tick: number, extraNs = 0): string {
    const text = this.#time.at(tick, extraNs);
    return this.#numericTs ? `"ts": ${trimDecimals(text)}` : `"ts": "${text}"`;
  }

  /** A duration in ns as a Python float of µs. */
  dur(ns: number): string {
    return `"dur": ${pythonFloat(ns / 1000)}`;
  }

  /** A complete event of an operator. */
  operator(
    operator: {
      name: number;
      start: number;
      end: number;
      stack: number;
      sequence: number;
      forwardThread: number;
    },
    threadId: number,
  ): string {
    const { name, start, end, stack, sequence, forwardThread } = operator;
    const fields = this.head('X', this.#names.text(name), threadId, start);
    fields.push(this.dur((end - start) * NS_PER_TICK), '"cat": "cpu_op"');
    const args = [`"Sequence number": ${sequence}`, `"Fwd thread id": ${forwardThread}`];
    const inputs = this.#names.inputs(name);
    if (inputs !== null) args.push(...inputs);
    if (stack !== NONE) {
      const own = this.#stacks.text(stack);
      const text = this.#names.isAnnotation(name) ? ENTERED + own.slice(1) : own;
      args.push(`"Call stack": ${text}`);
    }
    return this.style.event(fields, args);
  }

  /** A metadata event about a process or thread, in the framework's order of keys. */
  metadata(name: string, threadId: number, args: string): string {
    const fields = [`"ph": "M"`, `"name": "${name}"`, `"pid": ${this.capture.processId}`];
    return this.style.event([...fields, `"tid": ${threadId}`], [args]);
  }

  jsonName(id: number): string {
    return this.#names.text(id);
  }
}

/** `record_function` enters by an operator, whose call stack begins in its own frames. */
const ENTERED = JSON.stringify(
  [
    `${SITE_PACKAGES}/torch/_ops.py(692): __call__`,
    `${SITE_PACKAGES}/torch/autograd/profiler.py(631): __enter__`,
    '',
  ].join(FRAME_SEPARATOR),
).slice(0, -1);

class JsonNames {
  readonly #names: NameTable;
  readonly #texts: string[] = [];
  readonly #inputs: (readonly string[] | null)[] = [];

  constructor(names: NameTable) {
    this.#names = names;
  }

  text(id: number): string {
    this.#texts[id] ??= JSON.stringify(this.#names.text(id));
    return this.#texts[id];
  }

  /** Whether it is a range that the program names. */
  isAnnotation(id: number): boolean {
    return /^(Optimizer\.|ProfilerStep#)/.test(this.#names.text(id));
  }

  /** Operands of the operators of libraries; ranges and autograd nodes have none. */
  inputs(id: number): readonly string[] | null {
    let inputs = this.#inputs[id];
    if (inputs === undefined) {
      const [dims, types] = INPUTS[id % INPUTS.length] as readonly [string, string];
      const isLibrary = /^(aten|npu)::/.test(this.#names.text(id));
      inputs = isLibrary
        ? [`"Input Dims": ${JSON.stringify(dims)}`, `"Input type": ${JSON.stringify(types)}`]
        : null;
      this.#inputs[id] = inputs;
    }
    return inputs;
  }
}

class JsonStacks {
  readonly #stacks: StackCatalogue;
  readonly #texts = new Map<number, string>();

  constructor(stacks: StackCatalogue) {
    this.#stacks = stacks;
  }

  text(id: number): string {
    let text = this.#texts.get(id);
    if (text === undefined) {
      text = JSON.stringify(this.#stacks.text(id));
      if (this.#texts.size < KEPT_STACKS) this.#texts.set(id, text);
    }
    return text;
  }
}
