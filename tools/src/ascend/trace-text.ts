/** How trace_view.json is written. */
export interface TraceText {
  /** `compact`: one line, as Python's json.dumps writes it. `pretty`: indented by two spaces. */
  format: 'compact' | 'pretty';
  /** A bare array (torch_npu), or an object with `traceEvents` (torch.profiler and others). */
  wrapper: 'array' | 'traceEvents';
  /**
   * torch_npu writes the framework's half first, without its end, and appends the hardware's half.
   * `missing-bracket`: killed between the two. `trailing-comma`: the second half was empty, the text ends with `,]`.
   * `two-arrays`: the halves stand back to back. `cut-in-event`: the disk was full in the last hardware event; no
   * operator is lost.
   */
  end: 'closed' | 'missing-bracket' | 'trailing-comma' | 'two-arrays' | 'cut-in-event';
  /** `ts` as a number, as in torch_npu 5.x, instead of a string. The digits stay exact. */
  numericTs: boolean;
  /** Counter events, and a third as many hardware events. */
  counters: number;
  /** Events of Python functions, nested around operators of the main thread. */
  pythonFunctions: number;
  /** Pad with operators of a data loader's thread and with counters until about this size; 0: no padding. */
  targetBytes: number;
}

/** The text between the parts of an event, compact or indented. */
export class EventStyle {
  /** Text before the first event and after the last one of an array. */
  readonly arrayOpen: string;
  readonly arrayClose: string;
  readonly between: string;
  readonly #open: string;
  readonly #next: string;
  readonly #close: string;
  readonly #argsOpen: string;
  readonly #argsNext: string;
  readonly #argsClose: string;

  constructor({ format, wrapper }: Pick<TraceText, 'format' | 'wrapper'>) {
    const depth = wrapper === 'array' ? 1 : 2;
    const line = (level: number): string => (format === 'pretty' ? `\n${'  '.repeat(level)}` : '');
    const comma = (level: number): string => (format === 'pretty' ? `,${line(level)}` : ', ');
    this.arrayOpen = `[${line(depth)}`;
    this.arrayClose = `${line(depth - 1)}]`;
    this.between = comma(depth);
    this.#open = `{${line(depth + 1)}`;
    this.#next = comma(depth + 1);
    this.#close = `${line(depth)}}`;
    this.#argsOpen = `${this.#next}"args": {${line(depth + 2)}`;
    this.#argsNext = comma(depth + 2);
    this.#argsClose = `${line(depth + 1)}}`;
  }

  /** An event of `"key": value` fields; `args`, if any, come after them, and `last` after those. */
  event(fields: readonly string[], args?: readonly string[], last?: string): string {
    const argsText =
      args === undefined ? '' : this.#argsOpen + args.join(this.#argsNext) + this.#argsClose;
    const lastText = last === undefined ? '' : this.#next + last;
    return this.#open + fields.join(this.#next) + argsText + lastText + this.#close;
  }
}
