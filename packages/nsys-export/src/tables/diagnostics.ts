import { integerOrNull, numberOf, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import { Enumeration, SEVERITIES } from './enumeration.js';
import type { Identities } from './identities.js';

/** What the profiler said of the recording: of lost events, for one. */
export interface NsysDiagnostic {
  readonly severity: 'warning' | 'error';
  readonly text: string;
  /** Null where the export does not tell. */
  readonly timeNs: bigint | null;
  /** Place in `processes`; −1 where it is about no process. */
  readonly process: number;
}

const TABLE = 'DIAGNOSTIC_EVENT';

export function readDiagnostics(
  database: ReadOnlyDatabase,
  identities: Identities,
): NsysDiagnostic[] {
  const table = Table.find(database, TABLE, ['severity', 'text']);
  if (table === undefined) return [];
  const levels = Enumeration.read(database, 'ENUM_DIAGNOSTIC_SEVERITY_LEVEL', SEVERITIES);
  const errors = new Set(levels.idsOf(/^Error$/));
  const ids = [...levels.idsOf(/^Warning$/), ...errors].join(', ');
  const columns = table.columns('timestamp', 'severity', 'text', 'globalPid');
  const sql = `SELECT ${columns} FROM ${TABLE} WHERE severity IN (${ids}) ORDER BY rowid`;
  return [...database.rows(sql)].map((row) => ({
    severity: errors.has(numberOf(row.severity)) ? 'error' : 'warning',
    text: textOrNull(row.text) ?? '',
    timeNs: integerOrNull(row.timestamp),
    process: identities.processPlace(row.globalPid),
  }));
}
