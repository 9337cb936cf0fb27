import {
  ALLOCATOR_EVENTS,
  type AllocatorEventKind,
  type AllocatorHistory,
} from '@rl-insight/memory-model';
import type { AllocatorData } from '../../src/page-data/allocator-format.js';
import { column, large } from '../background/decode.js';
import type { Columns } from '../background/messages.js';
import type { Group } from '../data/group.js';

type Numbers = Float64Array | Int32Array;

/** What happened in the segments of a group, as its file tells; times are ns after the run's origin. */
export async function readHistory(data: AllocatorData, group: Group): Promise<AllocatorHistory> {
  const [events, segments, blocks, failures] = await Promise.all(
    [data.events, data.segments, data.blocks, data.failures].map((each) =>
      group.decodeColumns(each),
    ),
  );
  const lives = {
    segments: segmentLives(data, segments),
    blocks: blockLives(blocks),
    failures: {
      at: whole(column(failures, 'at')),
      timeNs: group.placed(large(failures, 'timeNs')),
      requestedBytes: large(failures, 'requestedBytes').map(known),
    },
  };
  return {
    arenas: data.arenas.map((arena) => ({ ...arena, address: BigInt(arena.address) })),
    ...lives,
    events: {
      timeNs: group.placed(large(events, 'timeNs')),
      ...eventsOf(data, events.timeNs.length, lives),
    },
    withoutAddress: data.withoutAddress,
  };
}

function segmentLives({ streams, pools }: AllocatorData, columns: Columns) {
  const startAt = whole(column(columns, 'startAt'));
  const states = column(columns, 'for');
  return {
    position: large(columns, 'positionBytes'),
    bytes: large(columns, 'segmentBytes'),
    startAt,
    endAt: startAt.map((start, i) => start + states[i]),
    arena: whole(column(columns, 'arena')),
    stream: whole(column(columns, 'stream')).map((code) => code - 1),
    pool: whole(column(columns, 'pool')).map((code) => code - 1),
    ...{ streams, pools },
  };
}

function blockLives(columns: Columns) {
  const requestedBytes = large(columns, 'requestedBytes');
  const rounding = large(columns, 'roundingBytes');
  const startAt = whole(column(columns, 'startAt'));
  const states = column(columns, 'for');
  const waits = column(columns, 'waitsFor');
  const endAt = startAt.map((start, i) => start + states[i]);
  return {
    row: whole(column(columns, 'row')),
    position: large(columns, 'positionBytes').map((position) => position - 1),
    requestedBytes,
    blockBytes: rounding.map((bytes, i) => requestedBytes[i] + known(bytes)),
    startAt,
    endAt,
    pendingAt: endAt.map((end, i) => end - waits[i]),
  };
}

/** A state begins right after its event; each event is of one thing. */
function eventsOf(
  { captures }: AllocatorData,
  count: number,
  { segments, blocks, failures }: Pick<AllocatorHistory, 'segments' | 'blocks' | 'failures'>,
) {
  const kind = new Uint8Array(count).fill(ALLOCATOR_EVENTS.length);
  const subject = new Int32Array(count);
  const add = (state: number, name: AllocatorEventKind, of: number) => {
    const place = state - 1;
    if (place < 0 || kind[place] !== ALLOCATOR_EVENTS.length) return;
    kind[place] = ALLOCATOR_EVENTS.indexOf(name);
    subject[place] = of;
  };
  // These first: what is there before a capture, or left of the one before, begins or ends with it.
  for (const [place, capture] of captures) add(place + 1, 'capture', capture);
  for (let i = 0; i < blocks.row.length; i++) {
    add(blocks.startAt[i], 'allocate', i);
    if (blocks.pendingAt[i] < blocks.endAt[i]) add(blocks.pendingAt[i], 'request', i);
    add(blocks.endAt[i], 'release', i);
  }
  for (let i = 0; i < segments.bytes.length; i++) {
    add(segments.startAt[i], 'take', i);
    add(segments.endAt[i], 'give', i);
  }
  failures.at.forEach((state, i) => {
    add(state, 'fail', i);
  });
  return { kind, subject };
}

function known(value: number): number {
  return value === 0 ? Number.NaN : value - 1;
}

function whole(values: Numbers): Int32Array {
  return values instanceof Int32Array ? values : Int32Array.from(values);
}
