/** How the versions of the logging adaptor write a row. */
export interface RmmLogFormat {
  /** Since 0.16. */
  readonly thread: boolean;
  /** What stands before the microseconds; no time at all before 0.13. */
  readonly time: ':' | '.' | null;
  /** Since 22.06; before that a failed allocation leaves no row. */
  readonly failures: boolean;
  /** Of `fmt`, or of `%p` since 25.02. */
  readonly nullPointer: '0x0' | '(nil)';
  /** Whether streams have `0x` before them. */
  readonly streamPrefix: boolean;
  readonly release: 'free' | 'deallocate';
  readonly eol: '\n' | '\r\n';
}

const NEWEST: RmmLogFormat = {
  thread: true,
  time: '.',
  failures: true,
  nullPointer: '(nil)',
  streamPrefix: true,
  release: 'free',
  eol: '\n',
};

/** Every format that is known, by the version that began with it or what is odd in it. */
export const RMM_FORMATS = {
  '0.12': { ...NEWEST, thread: false, time: null, failures: false, nullPointer: '0x0' },
  '0.13': { ...NEWEST, thread: false, time: ':', failures: false, nullPointer: '0x0' },
  '0.16': { ...NEWEST, time: ':', failures: false, nullPointer: '0x0' },
  '21.08': { ...NEWEST, failures: false, nullPointer: '0x0' },
  '22.06': { ...NEWEST, nullPointer: '0x0' },
  '25.02': { ...NEWEST, streamPrefix: false },
  deallocate: { ...NEWEST, release: 'deallocate' },
  crlf: { ...NEWEST, eol: '\r\n' },
} as const satisfies Readonly<Record<string, RmmLogFormat>>;

export type RmmVersion = keyof typeof RMM_FORMATS;
