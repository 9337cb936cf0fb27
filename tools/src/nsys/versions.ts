/** How the versions of Nsight Systems export. */
export interface NsysFormat {
  /** Null where the export does not tell. */
  readonly productVersion: string | null;
  readonly schemaVersion: string | null;
  /** Whether memory events have the stream. */
  readonly stream: boolean;
  /** Whether memory events tell of stream-ordered pools. */
  readonly pools: boolean;
  /** Whether NVTX rows are numbered. */
  readonly eventIds: boolean;
  /** Old versions write 0 and empty texts instead of NULL. */
  readonly nulls: boolean;
  /** Whether the start of the session has the system's clock. */
  readonly systemClock: boolean;
}

const NEWEST: NsysFormat = {
  productVersion: '2026.2.1.210',
  schemaVersion: '3.25.0',
  stream: true,
  pools: true,
  eventIds: true,
  nulls: true,
  systemClock: true,
};

/** By product version. */
export const NSYS_FORMATS = {
  '2026.2': NEWEST,
  '2024.6': {
    ...NEWEST,
    productVersion: '2024.6.2.225',
    schemaVersion: '3.16.1',
    eventIds: false,
  },
  '2023.1': {
    ...NEWEST,
    productVersion: '2023.1.2.43',
    schemaVersion: '3.1.0',
    stream: false,
    eventIds: false,
  },
  '2021.5': {
    productVersion: null,
    schemaVersion: null,
    stream: false,
    pools: false,
    eventIds: false,
    nulls: false,
    systemClock: false,
  },
} as const satisfies Readonly<Record<string, NsysFormat>>;

export type NsysVersion = keyof typeof NSYS_FORMATS;
