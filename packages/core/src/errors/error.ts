import type { ExitCode } from './exit-codes.js';

/** Where something is wrong. Lines and rows count from 1, byte offsets from 0. */
export interface ErrorPlace {
  readonly file?: string;
  readonly line?: number;
  readonly byteOffset?: number;
  readonly column?: string;
  /** A dotted configuration key. */
  readonly key?: string;
}

export interface ErrorSpec {
  /** Stable across releases, kebab-case; `docs/errors.md` has an entry of that name. */
  readonly code: string;
  readonly exitCode: ExitCode;
  /** One sentence: what is wrong, with its place. */
  readonly message: string;
  /** One sentence: what to do about it. */
  readonly remedy: string;
  readonly place?: ErrorPlace;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('rl-insight.error');

/** An error that a user can cause and mend. Everything else that is thrown is a fault of ours. */
export class RlInsightError extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly remedy: string;
  readonly place: ErrorPlace;

  constructor(spec: ErrorSpec) {
    super(spec.message, spec.cause === undefined ? undefined : { cause: spec.cause });
    this.name = 'RlInsightError';
    this.code = spec.code;
    this.exitCode = spec.exitCode;
    this.remedy = spec.remedy;
    this.place = spec.place ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** True also for an error made by another copy of this package, as a plugin may bring one. */
export function isRlInsightError(error: unknown): error is RlInsightError {
  return error instanceof Error && (error as { [BRAND]?: true })[BRAND] === true;
}

/** The error as plain data: it crosses worker threads and is what `--json` prints. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly exit_code: ExitCode;
  readonly place: ErrorPlace;
}

export function reportError(error: RlInsightError): ErrorReport {
  return {
    code: error.code,
    message: error.message,
    remedy: error.remedy,
    exit_code: error.exitCode,
    place: error.place,
  };
}

export function errorFromReport(report: ErrorReport): RlInsightError {
  return new RlInsightError({ ...report, exitCode: report.exit_code });
}
