import { nothingLeft, type Reporter } from '@rl-insight/core';
import { filtersText, type RankList, rankTest } from '@rl-insight/core/config';
import { type TableSet, type Tables, tableSet } from '@rl-insight/core/tables';
import {
  GROUPS_KEY,
  groupFolderName,
  int32Column,
  MEMORY_SUMMARY,
  type MemoryGroup,
  memoryGroups,
  NameTaker,
  safeFileName,
  writeGroups,
} from '@rl-insight/memory-contract';
import { Schema, Table } from 'apache-arrow';

/** What is asked for. */
export interface GroupFilter {
  readonly ranks: RankList;
  readonly role: string | null;
  readonly step: number | null;
}

/**
 * Keeps the groups of the tables that a program wrote which are asked for. A program is told of the
 * filters and may leave them to us: whole groups are left out by rank and role here. What a step
 * holds, with what was there when it began, only the program can tell.
 */
export class KeptGroups {
  readonly #filter: GroupFilter;
  readonly #isWanted: (group: MemoryGroup) => boolean;
  readonly #names = new NameTaker();
  readonly #met = { ranks: new Set<number>(), roles: new Set<string>(), groups: 0, kept: 0 };
  #hasStep = false;

  constructor(filter: GroupFilter) {
    const isRank = rankTest(filter.ranks);
    this.#filter = filter;
    this.#isWanted = ({ info: { rank_id, role } }) =>
      isRank(rank_id) && (filter.role === null || role === filter.role);
  }

  /** The set of the tables of a folder as it is, where all of it is wanted, else one for each group. */
  *of(folder: string, tables: Tables): Generator<TableSet> {
    const groups = memoryGroups(tables);
    for (const { info } of groups) {
      this.#met.ranks.add(info.rank_id);
      this.#met.roles.add(info.role);
    }
    const wanted = groups.filter(this.#isWanted);
    this.#met.groups += groups.length;
    this.#met.kept += wanted.length;
    if (wanted.length === groups.length) {
      yield this.#set(groups.length === 1 ? nameOf(groups) : safeFileName(folder), tables);
      return;
    }
    for (const group of wanted) yield this.#set(nameOf([group]), ownTables(group));
  }

  /**
   * Tells what was left out.
   *
   * @throws RlInsightError when that is all.
   */
  conclude(path: string, report: Reporter): void {
    const { ranks, role, step } = this.#filter;
    const { groups, kept } = this.#met;
    const filters = filtersText(ranks, { 'memory.parser.role': role });
    if (kept === 0 && groups > 0) {
      const roles = [...this.#met.roles].filter((name) => name !== '').sort();
      const ofRoles = roles.length === 0 ? 'no roles' : `roles ${roles.join(', ')}`;
      const there = [...this.#met.ranks].sort((a, b) => a - b).join(', ');
      throw nothingLeft(path, filters, `ranks ${there}; ${ofRoles}`);
    }
    if (kept < groups) {
      report.notice({
        code: 'filtered',
        message: `${filters} left out ${groups - kept} of ${groups} groups`,
      });
    }
    if (step !== null && !this.#hasStep) {
      report.notice({
        code: 'exec-step',
        message: `memory.parser.step=${step} is left to the program, and none of the rows that it wrote is of that step`,
      });
    }
  }

  #set(name: string, tables: Tables): TableSet {
    const { step } = this.#filter;
    if (step !== null) {
      const steps = int32Column(tables[MEMORY_SUMMARY.name], 'step', -1);
      this.#hasStep ||= steps?.includes(step) === true;
    }
    return tableSet(this.#names.take(name === '' ? 'group' : name), tables);
  }
}

function nameOf([{ info }]: readonly MemoryGroup[]): string {
  return groupFolderName(info, true);
}

/** The tables of a group, whose metadata must not tell of groups that they have no more. */
function ownTables({ info, tables }: MemoryGroup): Tables {
  return Object.fromEntries(
    Object.entries(tables).map(([contract, { schema, batches }]) => {
      const metadata = new Map(schema.metadata);
      if (metadata.has(GROUPS_KEY)) metadata.set(GROUPS_KEY, writeGroups([info]));
      return [contract, new Table(new Schema(schema.fields, metadata), batches)];
    }),
  );
}
