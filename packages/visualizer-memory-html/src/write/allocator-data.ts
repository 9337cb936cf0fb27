import { ALLOCATOR_EVENTS, type AllocatorHistory } from '@rl-insight/memory-model';
import type {
  AllocatorData,
  BLOCK_COLUMNS,
  SEGMENT_COLUMNS,
} from '../page-data/allocator-format.js';
import { PAGE_DATA_VERSION } from '../page-data/format.js';
import type { ColumnInput, Packer } from './pack.js';

/** What happened in an allocator's segments for the page; times are later by `shift`. */
export async function allocatorData(
  history: AllocatorHistory,
  packer: Packer,
  shift: number,
): Promise<AllocatorData> {
  const { arenas, events, segments, blocks, failures, withoutAddress } = history;
  const { streams, pools } = segments;
  const captures: [number, number][] = [];
  events.kind.forEach((kind, place) => {
    if (ALLOCATOR_EVENTS[kind] === 'capture') captures.push([place, events.subject[place]]);
  });
  return {
    version: PAGE_DATA_VERSION,
    arenas: arenas.map((arena) => ({ ...arena, address: String(arena.address) })),
    streams,
    pools,
    events: await packer.columns(events.timeNs.length, [
      delta(
        'timeNs',
        events.timeNs.map((ns) => ns + shift),
      ),
    ]),
    segments: await packer.columns(segments.position.length, segmentColumns(segments)),
    blocks: await packer.columns(blocks.row.length, blockColumns(blocks)),
    failures: await packer.columns(failures.at.length, [
      plain('at', failures.at),
      delta(
        'timeNs',
        failures.timeNs.map((ns) => ns + shift),
      ),
      plain('requestedBytes', failures.requestedBytes.map(known)),
    ]),
    withoutAddress,
    captures,
  };
}

type Named<Name extends string> = ColumnInput & { readonly name: Name };

function segmentColumns({
  position,
  bytes,
  startAt,
  endAt,
  arena,
  stream,
  pool,
}: AllocatorHistory['segments']): Named<(typeof SEGMENT_COLUMNS)[number]>[] {
  return [
    delta('positionBytes', position),
    plain('segmentBytes', bytes),
    plain('startAt', startAt),
    plain(
      'for',
      endAt.map((end, i) => Math.max(0, end - startAt[i])),
    ),
    delta('arena', arena),
    plain(
      'stream',
      stream.map((code) => code + 1),
    ),
    plain(
      'pool',
      pool.map((code) => code + 1),
    ),
  ];
}

function blockColumns({
  row,
  position,
  requestedBytes,
  blockBytes,
  startAt,
  pendingAt,
  endAt,
}: AllocatorHistory['blocks']): Named<(typeof BLOCK_COLUMNS)[number]>[] {
  const rounding = blockBytes.map((bytes, i) => known(Math.max(0, bytes - requestedBytes[i])));
  return [
    delta('row', row),
    delta(
      'positionBytes',
      position.map((at) => at + 1),
    ),
    plain('requestedBytes', requestedBytes),
    plain('roundingBytes', rounding),
    delta('startAt', startAt),
    plain(
      'for',
      endAt.map((end, i) => Math.max(0, end - startAt[i])),
    ),
    plain(
      'waitsFor',
      endAt.map((end, i) => Math.max(0, end - Math.max(pendingAt[i], startAt[i]))),
    ),
  ];
}

/** A number that may not be known, as one more than it is. */
function known(value: number): number {
  return Number.isNaN(value) ? 0 : value + 1;
}

function delta<Name extends string>(name: Name, values: ColumnInput['values']): Named<Name> {
  return { name, coding: 'delta', values };
}

function plain<Name extends string>(name: Name, values: ColumnInput['values']): Named<Name> {
  return { name, coding: 'unsigned', values };
}
