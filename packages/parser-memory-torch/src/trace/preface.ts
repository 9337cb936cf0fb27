/** So much of the begin and of the end of a file is looked at for what stands beside its events. */
export const PREFACE_BYTES = 1 << 20;

/** What stands beside the events of a trace. */
export interface Preface {
  /** What times count from, ns since 1970; 0 in older files, whose times count from there themselves. */
  readonly baseNs: bigint;
  /** Null where the trace tells none. */
  readonly rank: number | null;
}

/** Keys at the begin of a line, or after a bracket or comma: never within a text, where quotes are escaped. */
const BASE = /(?:^|[{,])\s*"baseTimeNanoseconds"\s*:\s*(\d{1,19})/m;
const DISTRIBUTED = /(?:^|[{,])\s*"distributedInfo"\s*:\s*\{[^{}]*?"rank"\s*:\s*(\d{1,9})/m;
const EVENTS = /"traceEvents"\s*:\s*\[/;

/** Reads what stands before and behind the events, of the first and the last bytes of the text. */
export function readPreface(head: Uint8Array, tail: Uint8Array): Preface {
  const decoder = new TextDecoder('latin1');
  const begin = decoder.decode(head);
  const events = EVENTS.exec(begin);
  const before = events === null ? begin : begin.slice(0, events.index);
  const end = decoder.decode(tail);
  const after = end.slice(end.lastIndexOf(']') + 1);
  const find = (pattern: RegExp) => (pattern.exec(before) ?? pattern.exec(after))?.[1];
  const rank = find(DISTRIBUTED);
  return { baseNs: BigInt(find(BASE) ?? 0), rank: rank === undefined ? null : Number(rank) };
}

/** Whether a file that begins so may be a trace: an array of events, or an object that has one. */
export function looksLikeTrace(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  return EVENTS.test(text) || /^\s*\[\s*\{\s*"/.test(text);
}

/** Keeps the first and the last bytes of what passes by. */
export class Ends {
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail = new Uint8Array(0);

  add(piece: Uint8Array): void {
    if (this.#headBytes < PREFACE_BYTES) {
      const part = piece.slice(0, PREFACE_BYTES - this.#headBytes);
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    if (piece.length >= PREFACE_BYTES) {
      this.#tail = piece.slice(piece.length - PREFACE_BYTES);
      return;
    }
    const joined = new Uint8Array(this.#tail.length + piece.length);
    joined.set(this.#tail);
    joined.set(piece, this.#tail.length);
    this.#tail = joined.slice(Math.max(0, joined.length - PREFACE_BYTES));
  }

  get head(): Uint8Array {
    return Buffer.concat(this.#head);
  }

  get tail(): Uint8Array {
    return this.#tail;
  }
}
