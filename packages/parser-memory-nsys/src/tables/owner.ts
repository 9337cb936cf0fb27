import type { GroupEvents } from '../events/group-events.js';
import type { ExportEvents } from '../events/read-events.js';

/** A group of an export, and what its tables are made with. */
export interface OwnedGroup {
  readonly events: ExportEvents;
  readonly group: GroupEvents;
  readonly rank: number;
  /** System's id of the process; null where the export does not tell. */
  readonly processId: number | null;
  /** The file, as messages name it. */
  readonly label: string;
  /** What times of the events are added to, ns; UTC where {@link isUtc}. */
  readonly originNs: bigint;
  readonly isUtc: boolean;
}

/** Columns that say whose a row is. */
export function ownerColumns({ rank, group }: OwnedGroup, rows: number) {
  const zeros = new Int32Array(rows);
  return {
    role: { codes: zeros, values: [''] },
    rank_id: { values: rank === 0 ? zeros : new Int32Array(rows).fill(rank) },
    device_type: { codes: zeros, values: [group.device] },
  };
}
