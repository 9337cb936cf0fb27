/**
 * What the files of a page hold. Whoever writes them (Node) and the page (browser) share this
 * module, so it imports nothing but types.
 *
 * All times are whole nanoseconds after the origin of the run, which is the same for all its pages;
 * sizes are whole bytes.
 */
import type { GroupInfo, Notice, StackMatch } from '@rl-insight/memory-contract';
import type { AllocatorData, AllocatorFile } from './allocator-format.js';
import type { FailureFiles, FailureHoldersData, FailuresData } from './failure-format.js';
import type { PAGE_DATA_VERSION, PackedColumns, PackedLine } from './packed-format.js';
import type { ScopeFile, ScopesData } from './scope-format.js';
import type { ThreadList, ThreadsData } from './thread-format.js';

export * from './packed-format.js';

/** One time window of a group: the allocations that begin in it have consecutive numbers. */
export interface WindowEntry {
  readonly startNs: number;
  readonly endNs: number;
  /** Number of the first allocation that begins in it, and how many do. */
  readonly first: number;
  readonly count: number;
}

/** One allocator of one capture, for the reader of the page. */
export interface AllocatorEntry {
  readonly allocator: string;
  readonly startBytes: number;
  readonly startSource: string;
  readonly peakBytes: number;
  readonly peakNs: number;
  readonly endBytes: number;
  readonly unknownReleases: number;
  readonly unknownReleaseBytes: number;
  readonly untrackedBytes: number;
  readonly matchesReported: boolean | null;
}

/** One recording; between two of them nothing is known. */
export interface CaptureEntry {
  readonly startNs: number;
  readonly endNs: number;
  readonly step: number | null;
  readonly sources: readonly string[];
  readonly peakBytes: number;
  readonly peakNs: number;
  readonly endBytes: number;
  readonly allocators: readonly AllocatorEntry[];
}

/** A counter that an allocator or the process reports. */
export interface CounterLine {
  readonly component: string;
  readonly total: 'allocated' | 'reserved' | 'active';
  /** False where it was thinned because it has very many samples. */
  readonly exact: boolean;
  readonly line: PackedLine;
}

/** A group's texts. A call stack is a frame and the stack it was called from. */
export interface GroupTexts {
  readonly names: readonly string[];
  readonly allocators: readonly string[];
  readonly threads: readonly string[];
  readonly streams: readonly string[];
  /** Paths of user ranges; empty where the source has none. */
  readonly scopes: readonly string[];
  readonly frames: readonly string[];
  /**
   * `parent` (unsigned: 0 = none, else number of the parent + 1; parents first) and `frame`
   * (unsigned). A stack is read from its own frame, the innermost, to the outermost.
   */
  readonly stacks: PackedColumns;
}

/** Blocks of one operator and call stack, and what they add up to. */
export interface HolderEntry {
  /** Codes of texts: 0 for none, else the place in the list of texts + 1. */
  readonly name: number;
  /** Number of the stack, 0 for none. */
  readonly stack: number;
  /** Index into STACK_MATCHES of the contract. */
  readonly match: number;
  readonly bytes: number;
  readonly count: number;
}

/** Holders, the largest first, and what those add up to that are not listed. */
export interface HolderList {
  readonly largest: readonly HolderEntry[];
  readonly others: { readonly holders: number; readonly bytes: number; readonly count: number };
}

/** What was live when the group's live bytes were highest. */
export interface PeakEntry {
  /** Index into the captures. */
  readonly capture: number;
  readonly timeNs: number;
  readonly bytes: number;
  /** What was there before the capture, still was, and is no allocation of the group. */
  readonly beforeBytes: number;
  /** Allocations that begin or end in the peak's very nanosecond and are live at the peak. */
  readonly ties: readonly number[];
  readonly holders: HolderList;
}

/**
 * An operator's allocations over the whole group, for as long as they are not loaded: one value for
 * each of equal parts of the group's time.
 */
export interface LaneOverview {
  /** Code of the operator's name. */
  readonly name: number;
  readonly count: number;
  readonly bytes: number;
}

/** `assets/<group>.js`: what all pages of a group share. */
export interface GroupData {
  readonly version: typeof PAGE_DATA_VERSION;
  readonly producer: string;
  readonly runId: string;
  readonly info: Pick<GroupInfo, 'role' | 'rank_id' | 'device_type'>;
  /** The run's origin, ns since the epoch, as a decimal; times of the page count from it. */
  readonly originNs: string;
  /** Whether the epoch is 1970 (`utc`), a clock of the machine, or the count of events. */
  readonly timeBasis: string;
  /** Path of the way in to all groups, relative to the page; null when there is only one group. */
  readonly overviewPage: string | null;
  readonly rows: number;
  readonly released: number;
  /** Whether the source tells which release is of which allocation: else only the level is known. */
  readonly paired: boolean;
  /** What was allocated in the captures, all together. */
  readonly allocatedBytes: number;
  readonly matches: Readonly<Record<StackMatch, number>>;
  readonly captures: readonly CaptureEntry[];
  readonly windows: readonly WindowEntry[];
  readonly warnings: readonly Notice[];
  /** Regular expressions of frames that are not the user's. */
  readonly internalFrames: readonly string[];
  readonly texts: GroupTexts;
  /** Live bytes over all captures, thinned: `time`, `value`. */
  readonly overview: PackedLine;
  /** The allocators' own totals over all captures, thinned. */
  readonly counters: readonly CounterLine[];
  /** Null where there is nothing to be live. */
  readonly peak: PeakEntry | null;
  /** Allocations that were not released in their capture, by operator and call stack. */
  readonly unreleased: HolderList;
  /** Largest bytes × time first. */
  readonly lanes: readonly LaneOverview[];
  /**
   * How full each part of a lane is, one lane's parts after another's, `rows` / lanes of them each:
   * `fill`, sixteenths of an allocation that is there all the time, rounded up.
   */
  readonly laneFill: PackedColumns;
  /** Beside the group's file: the allocations that are there at an edge between windows. */
  readonly spanning: { readonly file: string; readonly rows: number } | null;
  /** Null where no thread is known. */
  readonly threads: ThreadList | null;
  /** Null where there are none. */
  readonly scopes: ScopeFile | null;
  readonly failures: FailureFiles | null;
  /** Null where no allocation has an address. */
  readonly allocator: AllocatorFile | null;
}

/** The allocations that are there at an edge between two windows, which all pages load. */
export interface SpanningData {
  readonly version: typeof PAGE_DATA_VERSION;
  readonly allocations: PackedColumns;
}

/** `detail_data_NN.js`: the allocations that are there in no other window, and its lines. */
export interface WindowData {
  readonly version: typeof PAGE_DATA_VERSION;
  readonly window: number;
  /**
   * The allocations that begin in the window and are there at neither of its edges to other windows.
   * Columns, see {@link ALLOCATION_COLUMNS}.
   */
  readonly allocations: PackedColumns;
  /** Releases that no row explains in it: `time` (delta) and `bytes` (unsigned). */
  readonly unknownReleases: PackedColumns;
  readonly counters: readonly CounterLine[];
  /** Exact live bytes in the window: `time`, `value`; not thinned. */
  readonly live: PackedLine;
}

/** The columns of {@link WindowData.allocations}. Codes of optional texts are 0 for none, else +1. */
export const ALLOCATION_COLUMNS = [
  /** Number of the allocation in its group: its row in `memory_summary`. */
  { name: 'index', coding: 'delta' },
  { name: 'start', coding: 'delta' },
  /** How long it was held; 0 for one that was not released in its capture. */
  { name: 'held', coding: 'unsigned' },
  /** 1 for one that was not released in its capture. */
  { name: 'open', coding: 'unsigned' },
  /**
   * By how much it ceased to be live before it was released: allocators have some blocks back
   * before they record the release.
   */
  { name: 'early', coding: 'unsigned' },
  { name: 'bytes', coding: 'unsigned' },
  { name: 'name', coding: 'unsigned' },
  { name: 'stack', coding: 'unsigned' },
  /** Index into STACK_MATCHES of the contract. */
  { name: 'match', coding: 'unsigned' },
  { name: 'allocator', coding: 'unsigned' },
  { name: 'thread', coding: 'unsigned' },
  { name: 'stream', coding: 'unsigned' },
  /** The innermost user range that was open on its thread. */
  { name: 'scope', coding: 'unsigned' },
  /** 0: none; else the step + 1. */
  { name: 'step', coding: 'unsigned' },
  /** How many other allocations of its operator it overlaps, in the whole group. */
  { name: 'overlaps', coding: 'unsigned' },
  /** 1 for a block that was there when its capture began. */
  { name: 'before', coding: 'unsigned' },
  { name: 'capture', coding: 'unsigned' },
] as const satisfies readonly { name: string; coding: 'unsigned' | 'delta' }[];

export type AllocationColumn = (typeof ALLOCATION_COLUMNS)[number]['name'];

/** What the files beside the group's hold. */
export interface GroupPartData {
  readonly spanning: SpanningData;
  readonly threads: ThreadsData;
  readonly scopes: ScopesData;
  readonly failures: FailuresData;
  readonly 'failure-holders': FailureHoldersData;
  readonly allocator: AllocatorData;
}

/** Global functions that the data files call; the page's script defines them before. */
export interface PageGlobals {
  rlInsightGroup(data: GroupData): void;
  rlInsightWindow(data: WindowData): void;
  rlInsightSpanning(data: SpanningData): void;
  rlInsightThreads(data: ThreadsData): void;
  rlInsightScopes(data: ScopesData): void;
  rlInsightFailures(data: FailuresData): void;
  rlInsightFailureHolders(data: FailureHoldersData): void;
  rlInsightAllocator(data: AllocatorData): void;
}
