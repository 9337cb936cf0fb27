import type { NsysExport } from '@rl-insight/nsys-export';

/** Where ranks come from. */
export type RankSource = 'mpi' | 'file name' | 'number';

export interface ProcessRank {
  readonly rank: number;
  readonly source: RankSource;
}

/** The rank that a process has in MPI; undefined where the export does not tell. */
function mpiRank({ ranks, threads }: NsysExport, process: number): number | undefined {
  return ranks.find(({ thread }) => threads[thread]?.process === process)?.rank;
}

/** Gives ranks to the processes of several exports. Two processes never have the same one. */
export class RankGiver {
  readonly #taken = new Set<number>();

  /**
   * The ranks of those processes of an export that have memory, by place: by MPI, else by the name of
   * the file where it is one of several and of one process, else the next number that is free.
   */
  give(
    exported: NsysExport,
    processes: readonly number[],
    nameRank: number | null,
  ): Map<number, ProcessRank> {
    const given = new Map<number, ProcessRank>();
    const take = (process: number, rank: number | null | undefined, source: RankSource) => {
      if (rank === null || rank === undefined || this.#taken.has(rank) || given.has(process))
        return;
      this.#taken.add(rank);
      given.set(process, { rank, source });
    };
    for (const process of processes) take(process, mpiRank(exported, process), 'mpi');
    if (processes.length === 1) take(processes[0], nameRank, 'file name');
    for (const process of processes) take(process, this.#free(), 'number');
    return given;
  }

  #free(): number {
    let rank = 0;
    while (this.#taken.has(rank)) rank++;
    return rank;
  }
}
