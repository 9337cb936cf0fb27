import type { PlacedTableSet } from '@rl-insight/core';
import {
  type Counters,
  describedGroups,
  type GroupInfo,
  groupFolderName,
  MEMORY_COUNTERS,
  MEMORY_FAILURES,
  MEMORY_RANGES,
  MEMORY_SEGMENTS,
  MEMORY_SUMMARY,
  type MemoryGroup,
  type MemoryTables,
  memoryGroups,
  NameTaker,
} from '@rl-insight/memory-contract';

/** A group, its counters apart: they may still be on their way. */
export interface PlacedGroup {
  readonly group: MemoryGroup;
  counters(): Promise<Counters>;
}

/** Where the pages of a group go. */
export interface GroupPlace {
  readonly folder: string;
  /** Reads the group: whoever has it decides how long its tables are kept. */
  take(): Promise<PlacedGroup>;
}

export interface GroupPlaces {
  readonly places: readonly GroupPlace[];
  /** The earliest time of all, ns since the source's epoch. */
  readonly originNs: bigint;
}

/** Groups of one set of tables, and how they are read. */
interface FoundGroups {
  readonly infos: readonly Pick<GroupInfo, 'role' | 'rank_id' | 'device_type'>[];
  readonly firstNs: bigint;
  take(number: number): Promise<PlacedGroup>;
}

/** Groups of all sets: one has its pages in the output folder itself, several have folders. */
export async function placeGroups(sets: readonly PlacedTableSet[]): Promise<GroupPlaces> {
  const found: (FoundGroups & { readonly folder: string })[] = [];
  for (const { set, folder } of sets) {
    found.push({ ...(await findGroups(set, sets.length === 1)), folder });
  }
  const several = found.reduce((count, { infos }) => count + infos.length, 0) > 1;
  const names = new NameTaker();
  const places = found.flatMap(({ infos, folder, take }) =>
    infos.map((info, number): GroupPlace => {
      const name = infos.length === 1 ? folder : folderOf(info, infos);
      return {
        folder: several ? names.take(name === '' ? 'group' : name) : '',
        take: () => take(number),
      };
    }),
  );
  const [originNs] = found.map(({ firstNs }) => firstNs).sort((a, b) => (a < b ? -1 : 1));
  return { places, originNs };
}

type Set = PlacedTableSet['set'];
type Table = MemoryTables[string];

/**
 * What is to know of a set's groups. Tables of one set are kept; those of many would not fit, and
 * are loaded again when it is their turn.
 */
async function findGroups(set: Set, keep: boolean): Promise<FoundGroups> {
  const load = () => set.table(MEMORY_SUMMARY.name);
  const summary = await load();
  const described = describedGroups(summary);
  if (described === undefined) return readGroups(set, summary, keep);
  const kept = keep ? summary : undefined;
  const few = await loadFewRows(set);
  return {
    ...described,
    take: async (number) => placedGroup(set, kept ?? (await load()), few, number),
  };
}

/** A group that the metadata describes, its counters loaded while something else is done. */
function placedGroup(set: Set, summary: Table, few: MemoryTables, number: number): PlacedGroup {
  const loading = loadCounters(set);
  // Whoever asks for the counters is told; until then it is no fault that nobody looks.
  loading.catch(() => undefined);
  const [group] = memoryGroups({ [MEMORY_SUMMARY.name]: summary, ...few }).slice(number);
  return {
    group,
    counters: async () => {
      const counters = await loading;
      const tables = { [MEMORY_SUMMARY.name]: summary, ...counters };
      return memoryGroups(tables)[number].counters;
    },
  };
}

/** User ranges, failed allocations and segments: few, as a rule. */
async function loadFewRows(set: Set): Promise<MemoryTables> {
  const tables = await Promise.all(
    [MEMORY_RANGES, MEMORY_FAILURES, MEMORY_SEGMENTS].map((contract) => loadTable(set, contract)),
  );
  return Object.assign({}, ...tables);
}

function loadCounters(set: Set): Promise<MemoryTables> {
  return loadTable(set, MEMORY_COUNTERS);
}

/** A table that a set may not have. */
async function loadTable(set: Set, { name }: { readonly name: string }): Promise<MemoryTables> {
  return set.contracts.includes(name) ? { [name]: await set.table(name) } : {};
}

/** Groups of which only their rows tell. */
async function readGroups(set: Set, summary: Table, keep: boolean): Promise<FoundGroups> {
  const read = async (table: Table) =>
    memoryGroups({
      [MEMORY_SUMMARY.name]: table,
      ...(await loadCounters(set)),
      ...(await loadFewRows(set)),
    });
  const groups = await read(summary);
  const times = groups.map(firstTime).sort((a, b) => (a < b ? -1 : 1));
  const kept = keep ? groups : undefined;
  return {
    infos: groups.map(({ info }) => info),
    firstNs: times[0],
    take: async (number) => {
      const all = kept ?? (await read(await set.table(MEMORY_SUMMARY.name)));
      const group = all[number];
      return { group, counters: async () => group.counters };
    },
  };
}

function folderOf(
  info: FoundGroups['infos'][number],
  all: readonly FoundGroups['infos'][number][],
): string {
  const several = all.some(
    (other) => other !== info && other.role === info.role && other.rank_id === info.rank_id,
  );
  return groupFolderName(info, several);
}

function firstTime({ info, allocations }: MemoryGroup): bigint {
  const starts = info.captures.map(({ start_ns }) => BigInt(start_ns));
  if (allocations.rows > 0 || starts.length === 0) starts.push(allocations.originNs);
  return starts.sort((a, b) => (a < b ? -1 : 1))[0];
}
