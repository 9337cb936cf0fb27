/** What a run ended with, as the shell sees it. */
export const EXIT = {
  done: 0,
  /** A fault of ours. */
  fault: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** The input is missing, not recognised, inconsistent or failed a check. */
  input: 3,
  /** Nothing was left to show after filters. */
  empty: 4,
  /** Finished, but something that was there could not be read. */
  partial: 5,
  /** A budget was exceeded. */
  budget: 6,
  /** Stopped by Ctrl-C or a signal. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
