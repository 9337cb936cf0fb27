import { MEMORY_FAILURES, type MemoryGroup, type Ranges } from '@rl-insight/memory-contract';
import {
  allocatorHistory,
  type BlockArrays,
  type Blocks,
  blockArrays,
  type CaptureLive,
  hasAddresses,
  isPaired,
  outOfMemory,
  type RangeFilter,
  rangesOf,
  scopeEntries,
  threadLevels,
  UserFrames,
} from '@rl-insight/memory-model';
import type { AllocatorFile } from '../page-data/allocator-format.js';
import type { FailureFiles } from '../page-data/failure-format.js';
import type { GroupPart } from '../page-data/files.js';
import { type GroupData, PAGE_DATA_VERSION, type PageGlobals } from '../page-data/format.js';
import type { ScopeFile } from '../page-data/scope-format.js';
import type { ThreadList } from '../page-data/thread-format.js';
import { allocatorData } from './allocator-data.js';
import { failuresData } from './failure-data.js';
import type { Packer } from './pack.js';
import { scopesData } from './scope-data.js';
import type { TextNumbers } from './texts.js';
import { threadLines } from './thread-lines.js';

/** A file beside the group's, and the function that it calls. */
export interface PartFile {
  readonly file: string;
  readonly call: keyof PageGlobals;
  readonly data: unknown;
}

/** What the group's file says of its parts, and their files. */
export interface GroupParts {
  readonly entries: Pick<GroupData, 'threads' | 'scopes' | 'failures' | 'allocator'>;
  readonly files: readonly PartFile[];
}

/** A part that a group has: what its file says of it, and the part's own files. */
interface MadePart<Entry> {
  readonly entry: Entry;
  readonly files: readonly PartFile[];
}

export interface PartSource {
  readonly group: MemoryGroup;
  readonly blocks: Blocks;
  /** When each block ends, see {@link Blocks.endNs}. */
  readonly endNs: Float64Array;
  readonly live: readonly CaptureLive[];
  readonly filter: RangeFilter;
  readonly internalFrames: readonly string[];
  readonly numbers: TextNumbers;
  /** What is added to times. */
  readonly shift: number;
  readonly fileOf: (part: GroupPart) => string;
}

/** Makes what only some groups have and what is looked at later: threads, scopes, failures, segments. */
export class PartMaker {
  readonly #source: PartSource;
  readonly #packer: Packer;
  readonly #ranges: Ranges;
  /** Only for groups that have what they are needed for. */
  #arrays: BlockArrays | undefined;

  constructor(source: PartSource, packer: Packer) {
    this.#source = source;
    this.#packer = packer;
    this.#ranges = rangesOf(source.group);
  }

  async make(): Promise<GroupParts> {
    // What threads and scopes hold takes the releases of their own blocks.
    const paired = isPaired(this.#source.group);
    const threads = paired ? await this.#threads() : undefined;
    const scopes = paired ? await this.#scopes() : undefined;
    const failures = await this.#failures();
    const allocator = await this.#allocator();
    return {
      entries: {
        threads: threads?.entry ?? null,
        scopes: scopes?.entry ?? null,
        failures: failures?.entry ?? null,
        allocator: allocator?.entry ?? null,
      },
      files: [threads, scopes, failures, allocator].flatMap((part) => part?.files ?? []),
    };
  }

  get #blocks(): BlockArrays {
    this.#arrays ??= blockArrays(this.#source.group);
    return this.#arrays;
  }

  async #threads(): Promise<MadePart<ThreadList> | undefined> {
    const { group, blocks, endNs, shift, fileOf } = this.#source;
    const levels = threadLevels(group, blocks, endNs);
    if (levels.length === 0) return undefined;
    const { threads, lines } = await threadLines(
      levels,
      blocks.windows.length,
      this.#packer,
      shift,
    );
    const file = fileOf('threads');
    const data = { version: PAGE_DATA_VERSION, lines };
    return { entry: { file, threads }, files: [{ file, call: 'rlInsightThreads', data }] };
  }

  async #scopes(): Promise<MadePart<ScopeFile> | undefined> {
    const { group, filter, shift, fileOf } = this.#source;
    if (this.#ranges.rows === 0) return undefined;
    const entries = scopeEntries(group, this.#blocks, this.#ranges, filter);
    if (entries.length === 0) return undefined;
    const data = await scopesData(entries, this.#packer, shift);
    const file = fileOf('scopes');
    return { entry: { file }, files: [{ file, call: 'rlInsightScopes', data }] };
  }

  async #failures(): Promise<MadePart<FailureFiles> | undefined> {
    const { group, live, filter, internalFrames, numbers, shift, fileOf } = this.#source;
    if (!group.tables[MEMORY_FAILURES.name]?.numRows) return undefined;
    const found = outOfMemory(group, this.#blocks, live, this.#ranges, {
      frames: new UserFrames(internalFrames),
      filter,
    });
    const { failures, holders } = await failuresData(found, numbers, this.#packer, shift);
    const file = fileOf('failures');
    const holdersFile = fileOf('failure-holders');
    return {
      entry: { file, holdersFile, count: found.length },
      files: [
        { file, call: 'rlInsightFailures', data: failures },
        { file: holdersFile, call: 'rlInsightFailureHolders', data: holders },
      ],
    };
  }

  async #allocator(): Promise<MadePart<AllocatorFile> | undefined> {
    const { group, shift, fileOf } = this.#source;
    const history = allocatorHistory(group);
    if (history === undefined) {
      return hasAddresses(group) ? { entry: { file: null }, files: [] } : undefined;
    }
    const data = await allocatorData(history, this.#packer, shift);
    const file = fileOf('allocator');
    return { entry: { file }, files: [{ file, call: 'rlInsightAllocator', data }] };
  }
}
