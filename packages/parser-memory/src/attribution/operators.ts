import type { TraceTexts } from '../trace-view/events.js';
import type { KeptOperator, OperatorJournal } from './journal.js';

export type OperatorVisitor = (operator: KeptOperator) => void;

/** Reads the operators from the file; `texts` are what their codes mean this time. */
export type ReadAgain = (
  visit: (operator: KeptOperator, texts: TraceTexts) => void,
) => Promise<void>;

/** Codes of the texts of one reading, whatever codes another reading gives them. */
class SameCodes {
  readonly #codes: Map<string, number>;
  readonly #known: number[] = [];

  constructor(texts: TraceTexts) {
    const codes = Array.from({ length: texts.textCount }, (_, code) => code);
    this.#codes = new Map(codes.map((code) => [texts.text(code), code]));
  }

  of(code: number, texts: TraceTexts): number {
    if (code < 0) return -1;
    this.#known[code] ??= this.#codes.get(texts.text(code)) ?? -1;
    return this.#known[code];
  }
}

/**
 * The operators of a trace that has been read once: out of the journal, or out of the file again
 * where the journal could not keep them. Their codes are those of the first reading.
 */
export class TraceOperators {
  readonly #journal: OperatorJournal;
  readonly #texts: TraceTexts;
  readonly #readAgain: ReadAgain;

  constructor(journal: OperatorJournal, texts: TraceTexts, readAgain: ReadAgain) {
    this.#journal = journal;
    this.#texts = texts;
    this.#readAgain = readAgain;
  }

  async each(visit: OperatorVisitor): Promise<void> {
    if (this.#journal.isComplete) {
      this.#journal.each(visit);
      return;
    }
    const codes = new SameCodes(this.#texts);
    await this.#readAgain((operator, texts) => {
      const { startNs, endNs, sequence, forwardThread } = operator;
      const thread = codes.of(operator.thread, texts);
      const stack = codes.of(operator.stack, texts);
      visit({ startNs, endNs, sequence, forwardThread, thread, stack });
    });
  }
}
