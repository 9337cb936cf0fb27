import {
  buildTable,
  type ColumnValues,
  concatenate,
  GROUPS_KEY,
  type GroupInfo,
  groupFolderName,
  MEMORY_COUNTERS,
  MEMORY_RANGES,
  MEMORY_SUMMARY,
  type Notice,
  writeGroups,
} from '@rl-insight/memory-contract';
import type { Table } from 'apache-arrow';
import type { CaptureContent } from '../capture/read-capture.js';
import { captureInfo } from './capture-info.js';
import { type FoundCounters, filled, type PartCounters, partCounters } from './counters.js';
import { type KeptRows, keepRows } from './kept-rows.js';
import { type DevicePart, devicePart, devicesOf } from './part.js';
import { rangesTable } from './ranges.js';
import { SummaryBuilder } from './summary.js';

/**
 * The tables of one (role, rank, device), by contract. A table is made when it is asked for, so that
 * not all of them have to be in memory at once.
 */
export interface GroupTables {
  readonly info: GroupInfo;
  readonly folder: string;
  readonly tables: Readonly<Record<string, () => Table>>;
}

interface KeptPart {
  readonly part: DevicePart;
  readonly kept: KeptRows;
  readonly counters: FoundCounters;
}

/**
 * Makes the tables of a role's rank out of its captures, one set a device. `step` keeps one
 * training step; a capture that does not have it takes no part.
 */
export function groupTables(
  contents: readonly CaptureContent[],
  step: number | null,
): GroupTables[] {
  const devices = [...new Set(contents.flatMap(devicesOf))].sort();
  const groups: { device: string; parts: KeptPart[] }[] = [];
  for (const device of devices) {
    const parts = contents
      .filter((content) => devicesOf(content).includes(device))
      .map((content) => keptPart(content, device, step))
      .filter(({ kept }) => step === null || kept.window !== undefined || kept.rows.length > 0)
      .sort((a, b) => Number(firstTime(a) - firstTime(b)));
    if (parts.length > 0) groups.push({ device, parts });
  }
  return groups.map(({ device, parts }) => oneGroup(device, parts, groups.length > 1, step));
}

function keptPart(content: CaptureContent, device: string, step: number | null): KeptPart {
  const part = devicePart(content, device);
  return { part, kept: keepRows(part, step), counters: partCounters(part) };
}

function firstTime({ part, kept, counters }: KeptPart): bigint {
  const { operators, originNs } = part.content;
  const first =
    kept.rows.length > 0 ? operators.startNs[kept.rows[0]] : (counters.all.timeNs[0] ?? 0);
  return originNs + BigInt(first);
}

function oneGroup(
  device: string,
  parts: readonly KeptPart[],
  severalDevices: boolean,
  step: number | null,
): GroupTables {
  const { role, rank, parallelGroups } = parts[0].part.content.capture;
  const info: GroupInfo = {
    role,
    rank_id: rank,
    device_type: device,
    captures: parts.map(({ part, kept, counters }) => captureInfo(part, kept, counters.all, step)),
    parallel_groups: parallelGroups,
    warnings: warningsOf(parts),
  };
  const metadata = new Map([[GROUPS_KEY, writeGroups([info])]]);
  const name = { role, rank, device };
  const tables: Record<string, () => Table> = {
    [MEMORY_SUMMARY.name]: () => summaryTable(parts, name, metadata),
  };
  if (parts.some(({ kept, counters }) => inWindow(counters, kept).rows > 0)) {
    tables[MEMORY_COUNTERS.name] = () => countersTable(parts, name, metadata);
  }
  const ranges = rangesTable(parts, name, metadata, step);
  if (ranges !== undefined) tables[MEMORY_RANGES.name] = () => ranges;
  return { info, folder: groupFolderName(info, severalDevices), tables };
}

interface Name {
  readonly role: string;
  readonly rank: number;
  readonly device: string;
}

function summaryTable(
  parts: readonly KeptPart[],
  name: Name,
  metadata: Map<string, string>,
): Table {
  const rows = parts.reduce((sum, { kept }) => sum + kept.rows.length, 0);
  // Every capture counts from a whole second, so the earliest is a whole millisecond as well.
  const origins = parts.map(({ part }) => part.content.originNs);
  const [firstOrigin] = origins.sort((a, b) => (a < b ? -1 : 1));
  const builder = new SummaryBuilder(rows, firstOrigin);
  parts.forEach(({ part, kept }, captureId) => {
    builder.add({
      part: { ...part, rows: kept.rows },
      captureId,
      step: kept.step,
      before: kept.before,
    });
  });
  return buildTable(MEMORY_SUMMARY, rows, builder.columns(name), metadata);
}

function same(text: string, rows: number): ColumnValues {
  return { codes: new Int32Array(rows), values: [text] };
}

function countersTable(
  parts: readonly KeptPart[],
  { role, rank, device }: Name,
  metadata: Map<string, string>,
): Table {
  const pieces = parts.map(({ part, kept, counters: found }, captureId) => {
    const counters = inWindow(found, kept);
    const { rows } = counters;
    return {
      rows,
      columns: {
        role: same(role, rows),
        rank_id: { values: filled(rows, rank) },
        device_type: same(device, rows),
        ...counters.columns(part.content.originNs, captureId),
      },
    };
  });
  const { rows, columns } = pieces.length === 1 ? pieces[0] : concatenate(pieces, MEMORY_COUNTERS);
  return buildTable(MEMORY_COUNTERS, rows, columns, metadata);
}

function inWindow({ all, within }: FoundCounters, { window }: KeptRows): PartCounters {
  return window === undefined ? all : within(window);
}

/** Notices of the captures, and files that could not be read, as the group's own warnings. */
function warningsOf(parts: readonly KeptPart[]): Notice[] {
  return parts.flatMap(({ part }) => {
    const { capture, notices, failures } = part.content;
    const about = parts.length > 1 ? `${capture.label}: ` : '';
    return [
      ...notices.map((notice) => ({ ...notice, message: `${about}${notice.message}` })),
      ...failures.map(({ code, message }) => ({ code, message: `${about}${message}` })),
    ];
  });
}
