import type { CheckContext, Finding, RuleSet } from '@rl-insight/core';
import { EXIT, RlInsightError } from '@rl-insight/core';
import { runRules } from './engine.js';
import { memorySummaryRules } from './memory-summary-rules.js';

/** Kinds of data, by the names that the Python original gives them. */
export const DataEnum = {
  ASCEND_MEMORY: 'ascend_memory',
  MEMORY_SUMMARY: 'memory_summary',
} as const;

export interface DataCheckerOptions {
  /** Rules of further kinds; they come with the package that knows the kind. */
  readonly rules?: readonly RuleSet[];
  readonly signal?: AbortSignal;
}

/** Checks data of a kind from a program. */
export class DataChecker {
  readonly #kind: string;
  readonly #data: unknown;
  readonly #ruleSets: readonly RuleSet[];
  readonly #context: CheckContext;

  /** `data` is what the kind is of: a path for captures, an Arrow table for `memory_summary`. */
  constructor(kind: string, data: unknown, options: DataCheckerOptions = {}) {
    this.#kind = kind;
    this.#data = data;
    this.#ruleSets = [...(options.rules ?? []), memorySummaryRules as RuleSet];
    this.#context = {
      config: { get: () => undefined },
      signal: options.signal ?? new AbortController().signal,
    };
  }

  /**
   * Runs all rules of the kind.
   *
   * @returns the warnings.
   * @throws DataValidationError with every reason; RlInsightError when the kind is not known.
   */
  async run(): Promise<readonly Finding[]> {
    const ruleSet = this.#ruleSets.find(({ kind }) => kind === this.#kind);
    if (ruleSet === undefined) {
      const known = [...new Set(this.#ruleSets.map(({ kind }) => kind))].sort();
      throw new RlInsightError({
        code: 'check-unknown-kind',
        exitCode: EXIT.usage,
        message: `There are no rules for “${this.#kind}”; known are ${known.join(', ')}.`,
        remedy: 'Give the rules of that kind in the options.',
      });
    }
    return runRules(ruleSet, this.#data, this.#context);
  }
}
