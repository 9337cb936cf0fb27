/** What a process of its own is asked to do. Plain data: it crosses as JSON. */
export interface ChildRequest {
  readonly task: 'import' | 'abort-parser' | 'visualize';
  /** URL of the plugin's module. */
  readonly module: string;
  readonly type: string;
  readonly domain: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Of a parser: absolute path of a good sample. */
  readonly input?: string;
  /** When a parser is aborted. */
  readonly abort?: AbortMoment;
}

/** `before` it is asked to parse, just after it has `started`, or `midway`: at its first sign of progress. */
export type AbortMoment = 'before' | 'started' | 'midway';

/** How parsing ended that was aborted. */
export interface AbortOutcome {
  /** `reason`: it threw what the signal was aborted with. */
  readonly ended: 'reason' | 'other-error' | 'normally';
  /** Of another error. */
  readonly error?: string;
  /** Sets that came after the abort. */
  readonly setsAfter: number;
  /** From the abort to the end, ms. */
  readonly tookMs: number;
}

export interface ImportOutcome {
  readonly tookMs: number;
}
