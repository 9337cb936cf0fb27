import { readFileSync } from 'node:fs';
import { pickleTorchSnapshot, realCapture, type TorchSnapshotRequest } from '@rl-insight/tools';
import { describe, expect, test } from 'vitest';
import { pushInPieces, readPlain } from '../../test/plain.js';
import { PickleReader } from '../pickle/read-pickle.js';
import type { TextTable } from '../pickle/texts.js';
import type { PickleValue } from '../pickle/values.js';
import type { EventBatch } from './event-batch.js';
import { internKeys } from './keys.js';
import { SnapshotClaims } from './snapshot-claims.js';

/** An entry as both ways tell it. */
interface Entry {
  readonly action: string;
  readonly address: bigint;
  readonly size: number;
  readonly stream: bigint;
  readonly timeUs: number | null;
  readonly metadata: string;
  readonly frames: readonly string[];
}

type Dict = Map<PickleValue, PickleValue>;

const bits = (value: PickleValue | undefined) =>
  typeof value === 'bigint' ? BigInt.asUintN(64, value) : 0n;
const wide = (low: number, high: number) => (BigInt(high) << 32n) | BigInt(low);

/** The slow way: every entry is an object. */
function plainTraces(pickle: Uint8Array): Entry[][] {
  const top = readPlain(pickle) as Dict;
  return ((top.get('device_traces') ?? []) as Dict[][]).map((trace) =>
    trace.map((entry) => ({
      action: entry.get('action') as string,
      address: bits(entry.get(entry.get('action') === 'oom' ? 'device_free' : 'addr')),
      size: Number(entry.get('size')),
      stream: bits(entry.get('stream')),
      timeUs: entry.has('time_us') ? Number(entry.get('time_us')) : null,
      metadata: (entry.get('user_metadata') as string) ?? '',
      frames: ((entry.get('frames') ?? []) as Dict[]).map(
        (frame) => `${frame.get('filename')}(${frame.get('line')}): ${frame.get('name')}`,
      ),
    })),
  );
}

/** The fast way: entries are columns, and call stacks are numbers. */
function claimedTraces(pickle: Uint8Array, pieceBytes: number): Entry[][] {
  const traces: { entries: Entry[]; add(events: EventBatch, from: number, to: number): void }[] =
    [];
  let texts: TextTable;
  const claims: SnapshotClaims = new SnapshotClaims(() => {
    const entries: Entry[] = [];
    const add = (events: EventBatch, from: number, to: number) => {
      for (let i = from; i < to; i++) entries.push(entryOf(events, i));
    };
    const trace = { entries, add };
    traces.push(trace);
    return trace;
  });
  const framesOf = (stack: number) =>
    Array.from(stack < 0 ? [] : claims.callStacks.stacks.of(stack), (frame) =>
      claims.callStacks.frameText(frame, texts),
    );
  const entryOf = (events: EventBatch, i: number): Entry => ({
    action: texts.text(events.action[i]),
    address: wide(events.addressLow[i], events.addressHigh[i]),
    size: events.bytes[i],
    stream: wide(events.streamLow[i], events.streamHigh[i]),
    timeUs: Number.isNaN(events.timeUs[i]) ? null : events.timeUs[i],
    metadata: events.metadata[i] < 0 ? '' : texts.text(events.metadata[i]),
    frames: framesOf(events.stack[i]),
  });
  const reader = new PickleReader(claims);
  texts = reader.machine.heap.texts;
  internKeys(texts);
  pushInPieces(reader, pickle, pieceBytes);
  reader.finish();
  return traces.map(({ entries }) => entries);
}

function expectSame(pickle: Uint8Array, pieceBytes: number): void {
  const claimed = claimedTraces(pickle, pieceBytes);
  const plain = plainTraces(pickle).filter((entries) => entries.length > 0);
  expect(claimed.length).toBeGreaterThan(0);
  expect(claimed).toEqual(plain);
}

const REQUESTS: readonly (readonly [string, TorchSnapshotRequest])[] = [
  ['as PyTorch writes it now', { devices: 2 }],
  ['of C++ pickling', { file: { protocol: 2, memo: 'put', batch: 1e9 } }],
  ['protocol 5, entry by entry', { file: { protocol: 5, batch: 1 } }],
  ['of 2022', { file: { format: '2022' } }],
  [
    'with stacks of C++ and metadata',
    { options: { stacks: 'all' }, metadata: (_, i) => `m${i >> 6}` },
  ],
  ['without stacks', { options: { stacks: 'none', expandable: true } }],
  ['with stacks of more than a batch', { file: { batch: 3 }, options: { stackDepth: 10 } }],
];

describe('columns hold what objects would', () => {
  test.each(REQUESTS)('%s', (_, request) => {
    const pieces: Uint8Array[] = [];
    const options = { events: 600, capacityBytes: 64 << 20, ...request.options };
    pickleTorchSnapshot((piece) => pieces.push(piece.slice()), { ...request, options });
    const pickle = Buffer.concat(pieces);
    expectSame(pickle, pickle.length);
    expectSame(pickle, 1 << 10);
    expectSame(pickle, 37);
  });

  for (const name of [
    'training',
    'inference',
    'state-only',
    'state-only-legacy',
    'inconsistent-cut',
  ]) {
    const path = realCapture(`torch-snapshot/${name}.pickle`);
    test.skipIf(path === undefined)(`capture ${name}`, () => {
      expectSame(readFileSync(path as string), 1 << 16);
    });
  }
});
