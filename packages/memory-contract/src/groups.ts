/** Where a starting level came from; `none` is zero for want of anything better. */
export const START_SOURCES = ['counters', 'final_state', 'releases', 'none'] as const;
export type StartSource = (typeof START_SOURCES)[number];

/** How allocations were joined with their releases. */
export type Pairing = 'address' | 'record' | 'none';

/** What the times of a capture count from. */
export type TimeBasis = 'utc' | 'local_clock' | 'event_index';

/** Something the reader of a result should know; `count` of them, `example` being one. */
export interface Notice {
  readonly code: string;
  readonly message: string;
  readonly count?: number;
  readonly example?: string;
}

/** What a capture says of one allocator. */
export interface CaptureAllocator {
  readonly allocator: string;
  /** Live just before the first allocation that the capture shows, bytes. */
  readonly start_live_bytes: number;
  readonly start_source: StartSource;
  readonly pairing: Pairing;
}

/** One recording of a group; no arithmetic crosses from one to the next. Times are decimal ns. */
export interface CaptureInfo {
  readonly sources: readonly string[];
  readonly start_ns: string;
  readonly end_ns: string;
  readonly step: number | null;
  readonly time_basis: TimeBasis;
  readonly allocators: readonly CaptureAllocator[];
}

/** A (role, rank, device), as `rl_insight.groups` of a table file describes it. */
export interface GroupInfo {
  readonly role: string;
  readonly rank_id: number;
  readonly device_type: string;
  readonly captures: readonly CaptureInfo[];
  /** Ranks that compute alike, by the name of their parallel group. */
  readonly parallel_groups?: Readonly<Record<string, readonly number[]>>;
  readonly warnings: readonly Notice[];
}

/** Metadata key of a table file that holds the groups. */
export const GROUPS_KEY = 'rl_insight.groups';

export function writeGroups(groups: readonly GroupInfo[]): string {
  return JSON.stringify(groups);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DECIMAL = /^-?\d{1,19}$/;

function captureFrom(value: unknown): CaptureInfo | undefined {
  if (!isRecord(value)) return undefined;
  const { start_ns, end_ns, step, sources, allocators, time_basis } = value;
  if (typeof start_ns !== 'string' || !DECIMAL.test(start_ns)) return undefined;
  if (typeof end_ns !== 'string' || !DECIMAL.test(end_ns)) return undefined;
  return {
    start_ns,
    end_ns,
    step: typeof step === 'number' ? step : null,
    sources: Array.isArray(sources) ? sources.map(String) : [],
    time_basis: time_basis === 'local_clock' || time_basis === 'event_index' ? time_basis : 'utc',
    allocators: Array.isArray(allocators) ? allocators.flatMap(allocatorFrom) : [],
  };
}

function allocatorFrom(value: unknown): CaptureAllocator[] {
  if (!isRecord(value) || typeof value.allocator !== 'string') return [];
  const bytes = value.start_live_bytes;
  const source = START_SOURCES.find((known) => known === value.start_source);
  const pairing = value.pairing;
  return [
    {
      allocator: value.allocator,
      start_live_bytes: typeof bytes === 'number' && Number.isFinite(bytes) ? bytes : 0,
      start_source: source ?? 'none',
      pairing: pairing === 'address' || pairing === 'none' ? pairing : 'record',
    },
  ];
}

function noticeFrom(value: unknown): Notice[] {
  if (!isRecord(value)) return [];
  const { code, message, count, example } = value;
  if (typeof code !== 'string' || typeof message !== 'string') return [];
  return [
    {
      code,
      message,
      ...(typeof count === 'number' ? { count } : {}),
      ...(typeof example === 'string' ? { example } : {}),
    },
  ];
}

function parallelFrom(value: unknown): Pick<GroupInfo, 'parallel_groups'> {
  if (!isRecord(value)) return {};
  const groups: Record<string, number[]> = {};
  for (const [name, ranks] of Object.entries(value)) {
    if (Array.isArray(ranks)) groups[name] = ranks.filter((rank) => typeof rank === 'number');
  }
  return { parallel_groups: groups };
}

/**
 * The groups of a file, or none where the text is absent or not ours: a table that another program
 * wrote is still readable, and what is missing is worked out from its rows.
 */
export function readGroups(text: string | undefined): GroupInfo[] {
  if (text === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(isRecord).map((group) => ({
    role: typeof group.role === 'string' ? group.role : '',
    rank_id: typeof group.rank_id === 'number' ? group.rank_id : 0,
    device_type: typeof group.device_type === 'string' ? group.device_type : '',
    captures: Array.isArray(group.captures)
      ? group.captures.map(captureFrom).filter((capture) => capture !== undefined)
      : [],
    ...parallelFrom(group.parallel_groups),
    warnings: Array.isArray(group.warnings) ? group.warnings.flatMap(noticeFrom) : [],
  }));
}
