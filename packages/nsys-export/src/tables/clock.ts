import { integerOrNull, textOrNull } from '../cells.js';
import type { ReadOnlyDatabase } from '../database/database.js';
import { Table } from '../database/table.js';
import type { Metadata } from './metadata.js';

/** How the times of an export lie in UTC. All in ns. */
export interface NsysClock {
  /** When the session began, since 1970. */
  readonly utcEpochNs: bigint;
  /** The time of the system's clock then; null where the version does not tell. */
  readonly systemClockNs: bigint | null;
  /** When the session began, as the export writes it, such as `2026-05-24T13:40:14`. */
  readonly utcTime: string | null;
  /** The same in the time zone of the machine that was profiled. */
  readonly localTime: string | null;
  /** Whether times were made UTC when they were exported (`--ts-normalize`). */
  readonly isNormalized: boolean;
  /** What was added to all times when they were exported (`--ts-shift`). */
  readonly shiftNs: bigint;
  /** UTC of an event is its time and this. */
  readonly utcOffsetNs: bigint;
  /** Local time less UTC on that machine; null where the export does not tell. */
  readonly zoneOffsetMinutes: number | null;
}

const TABLE = 'TARGET_INFO_SESSION_START_TIME';

/** Null where the export does not tell when its session began. */
export function readClock(database: ReadOnlyDatabase, exported: Metadata): NsysClock | null {
  const table = Table.find(database, TABLE, ['utcEpochNs']);
  if (table === undefined) return null;
  const row = database.row(
    `SELECT ${table.columns('utcEpochNs', 'systemClockNs', 'utcTime', 'localTime')} FROM ${TABLE}`,
  );
  const utcEpochNs = integerOrNull(row?.utcEpochNs);
  if (row === undefined || utcEpochNs === null) return null;
  const systemClockNs = integerOrNull(row.systemClockNs);
  const utcTime = textOrNull(row.utcTime);
  const localTime = textOrNull(row.localTime);
  const isNormalized = exported.text('EXPORT_PARAM_TIME_NORMALIZE') === 'true';
  const shiftNs = exported.integer('EXPORT_PARAM_TIME_SHIFT') ?? 0n;
  const sessionStartNs = systemClockNs ?? traceStart(database) ?? 0n;
  return {
    utcEpochNs,
    systemClockNs,
    utcTime,
    localTime,
    isNormalized,
    shiftNs,
    utcOffsetNs: (isNormalized ? 0n : utcEpochNs - sessionStartNs) - shiftNs,
    zoneOffsetMinutes: minutesBetween(utcTime, localTime),
  };
}

/** In files where both are told, the trace starts at the time of the system's clock. */
function traceStart(database: ReadOnlyDatabase): bigint | null {
  const table = Table.find(database, 'ANALYSIS_DETAILS', ['startTime']);
  if (table === undefined) return null;
  return integerOrNull(database.row('SELECT startTime FROM ANALYSIS_DETAILS')?.startTime);
}

function minutesBetween(utcTime: string | null, localTime: string | null): number | null {
  const minutes = (wallTime(localTime) - wallTime(utcTime)) / 60_000;
  // Zones lie on quarters of an hour; the two texts may have been written a second apart.
  return Number.isFinite(minutes) ? Math.round(minutes / 15) * 15 : null;
}

const WALL_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)/;

function wallTime(text: string | null): number {
  const [, date, time] = WALL_TIME.exec(text ?? '') ?? [];
  return Date.parse(`${date}T${time}Z`);
}
