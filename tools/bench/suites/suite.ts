import type { InputStore } from '../inputs/store.js';
import type { Measured, RunOptions } from '../measure/contenders.js';
import type { Python } from '../measure/python.js';

/** What a case measures with. */
export interface Bench extends RunOptions {
  readonly inputs: InputStore;
  /** Undefined: the baselines in Python cannot be run here. */
  readonly python: Python | undefined;
}

/** A number that must be reached, and the one that was measured. */
export interface Target {
  readonly what: string;
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
  /** What is wished for beyond the limit. */
  readonly aim?: number;
  readonly unit: 'times' | 'MB' | 's' | 'ms' | 'bytes' | 'million';
  /** Undefined: it could not be measured here, see the notes. */
  readonly value: number | undefined;
}

/** What a case found. */
export interface CaseReport {
  /** The question that the case answers. */
  readonly question: string;
  /** What was read; undefined where the names of the contenders tell. */
  readonly input?: string;
  /** Ratios are to the first. */
  readonly measured: readonly Measured[];
  readonly targets: readonly Target[];
  readonly notes: readonly string[];
}

/** One comparison. */
export interface Case {
  /** For `--only`. */
  readonly id: string;
  /** @throws when something does not work, or when the contenders did not do the same. */
  measure(bench: Bench): Promise<CaseReport>;
}

/** Cases that are measured and written together: a section of docs/benchmarks.md. */
export interface Suite {
  /** As the command line and the document's markers have it. */
  readonly id: string;
  readonly title: string;
  readonly cases: readonly Case[];
}
