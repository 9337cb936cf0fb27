import type { Notice, StackMatch, StartSource } from '@rl-insight/memory-contract';
import type { Churn } from './churn.js';
import type { Growth } from './growth.js';
import type { Holder } from './holders.js';
import type { ScopedHolder } from './out-of-memory.js';
import type { OutlierRank } from './outliers.js';
import type { FollowedBy } from './retries.js';

/**
 * What can be said of device memory, as one document. Times are decimal strings of ns since the
 * source's epoch, bytes are integers; lists are sorted by bytes, the largest first, ties by name;
 * what is not known is null.
 */
export interface MemoryReport {
  readonly report: 'memory_report';
  readonly version: 1;
  readonly groups: readonly GroupReport[];
  /** Ranks whose peak is off; null where fewer than three of a role can be compared. */
  readonly outlier_ranks: OutlierRanksReport | null;
}

export interface GroupReport {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
  readonly captures: readonly CaptureReport[];
  readonly start_live_bytes: number;
  readonly start_source: StartSource;
  readonly end_live_bytes: number;
  /** Whether live bytes equal every sample of the allocators' counters; null without counters. */
  readonly live_bytes_match_reported: boolean | null;
  readonly untracked_bytes: number;
  readonly allocations: AllocationsReport;
  readonly stacks: Readonly<Record<StackMatch, number>>;
  readonly allocators: readonly AllocatorReport[];
  readonly counters: readonly CounterReport[];
  readonly peak: PeakReport;
  /** Null where the source cannot tell, as for all that is said of single blocks: see {@link isPaired}. */
  readonly unreleased: readonly UnreleasedReport[] | null;
  readonly steps: readonly StepReport[];
  /** What holds more from step to step; null for fewer than three steps. */
  readonly growth: Growth | null;
  /** Reserved and not handed out, by allocator; those that tell of it. */
  readonly fragmentation: readonly FragmentationReport[];
  /** What operators allocated and gave back at once. */
  readonly short_lived: readonly Churn[];
  readonly threads: readonly ThreadReport[];
  readonly scopes: readonly ScopeReport[];
  readonly scopes_by_path: readonly ScopePathReport[];
  /** Allocations that failed, by time; empty where there was none, or the source tells of none. */
  readonly out_of_memory: readonly OutOfMemoryReport[];
  readonly warnings: readonly Notice[];
}

export interface CaptureReport {
  readonly start_ns: string;
  readonly end_ns: string;
  readonly step: number | null;
  readonly sources: readonly string[];
}

export interface AllocationsReport {
  readonly count: number;
  /** Null where the source cannot tell, as the next. */
  readonly released: number | null;
  readonly unreleased: number | null;
  /** Releases of blocks from before the capture that have no allocation, by row or by counter. */
  readonly releases_of_unknown: number;
  readonly bytes: number;
}

export interface AllocatorReport {
  readonly allocator: string;
  readonly start_live_bytes: number;
  readonly peak_live_bytes: number;
  readonly peak_time_ns: string;
}

/** What the source counts by itself, at most; null where it does not. */
export interface CounterReport {
  /**
   * Whose: an allocator, several (`PTA+GE`), a process (`APP`), or an allocator in another measure
   * (`caching:blocks`: the sizes that blocks have, as `torch.cuda.max_memory_allocated()`).
   */
  readonly component: string;
  readonly max_allocated_bytes: number | null;
  readonly max_allocated_time_ns: string | null;
  readonly max_reserved_bytes: number | null;
  readonly max_reserved_time_ns: string | null;
  /** What is allocated, and what is given back and cannot be used again yet. */
  readonly max_active_bytes: number | null;
  readonly max_active_time_ns: string | null;
}

export interface PeakReport {
  readonly time_ns: string;
  readonly live_bytes: number;
  /** What was there before the capture, still was, and is none of the holders. */
  readonly before_capture_bytes: number | null;
  readonly reserved_bytes: number | null;
  /** Null where the source cannot tell, and then what was there before is null, too. */
  readonly holders: readonly Holder[] | null;
}

export interface UnreleasedReport {
  readonly name: string;
  readonly user_frame: string;
  readonly call_stack: string;
  readonly bytes: number;
  readonly count: number;
  readonly first_ns: string;
}

export interface StepReport {
  readonly step: number;
  readonly peak_live_bytes: number;
  readonly end_live_bytes: number;
}

export interface FragmentationReport {
  readonly allocator: string;
  /** At the peak of the group's live bytes; null where the allocator had not reported by then. */
  readonly at_peak_bytes: number | null;
  readonly max_bytes: number;
  readonly max_time_ns: string;
  readonly reserved_at_max_bytes: number;
}

export interface OutlierRanksReport {
  /** Share of the median that a peak may be off. */
  readonly threshold: number;
  /** How many ranks have others to be compared with. */
  readonly compared_ranks: number;
  readonly outliers: readonly OutlierRank[];
}

export interface ThreadReport {
  readonly thread_id: number;
  readonly thread_name: string | null;
  readonly peak_bytes: number;
  readonly peak_time_ns: string;
  readonly end_bytes: number;
  readonly count: number;
}

export interface ScopeReport {
  readonly path: string;
  /** Null where the source tells no thread, and the scope is about all of them. */
  readonly thread_id: number | null;
  readonly entries: number;
  readonly max_outstanding_bytes: number;
  readonly max_outstanding_time_ns: string;
  /** Of the entry that left the most. */
  readonly left_outstanding_bytes: number;
}

export interface ScopePathReport {
  readonly path: string;
  readonly entries: number;
  /** How many threads entered it; null where the source tells none, as the next. */
  readonly threads: number | null;
  readonly p50_bytes: number;
  readonly p95_bytes: number;
  readonly max_bytes: number;
  /** Where it was most: on which thread, and when. */
  readonly max_thread_id: number | null;
  readonly max_time_ns: string;
  /** Of the entry that left the most. */
  readonly left_outstanding_bytes: number;
}

export interface OutOfMemoryReport {
  readonly time_ns: string;
  readonly thread_id: number | null;
  /** Null where the source does not tell. */
  readonly requested_bytes: number | null;
  readonly device_free_bytes: number | null;
  /** Where it was asked for; '' where that is not known. */
  readonly user_frame: string;
  readonly call_stack: string;
  readonly live_bytes: number;
  /** What was there before the capture and still was; with what threads held, the live bytes. */
  readonly before_capture_bytes: number;
  /** Names of the user ranges that were open on the thread, the outermost first. */
  readonly open_ranges: readonly string[];
  /** Null for failures after the first 5000, whose holders were not kept. */
  readonly held_by_thread: readonly HeldByThreadReport[] | null;
  /** Until the thread asked for as much or more again; null where the thread is not known. */
  readonly followed_by: {
    readonly released_bytes: number | null;
    /** By the thread that released, the most first; null where it was not kept. */
    readonly released_by_thread: readonly ReleasedByThreadReport[] | null;
    readonly retry: FollowedBy['retry'];
  };
}

export interface ReleasedByThreadReport {
  /** Null for releases whose thread is not known. */
  readonly thread_id: number | null;
  readonly bytes: number;
}

export interface HeldByThreadReport {
  /** Null for blocks whose thread is not known. */
  readonly thread_id: number | null;
  readonly bytes: number;
  readonly count: number;
  readonly open_ranges: readonly string[];
  readonly holders: readonly ScopedHolder[];
}
