import type { Streams } from '../terminal/streams.js';

/** Flags that every command has. */
export interface Flags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
  /** Whole call stacks in answers. */
  readonly stacks: boolean;
}

export interface CommandContext {
  readonly streams: Streams;
  readonly flags: Flags;
  readonly signal: AbortSignal;
}
