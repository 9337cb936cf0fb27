import type { OutOfMemory } from '@rl-insight/memory-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeColumns } from '../client/background/decode.js';
import type { Group } from '../client/data/group.js';
import { FailureHolders } from '../client/failures/failure-holders.js';
import { Failures } from '../client/failures/failures.js';
import type { FailureHoldersData, FailuresData } from '../src/page-data/failure-format.js';
import { failuresData } from '../src/write/failure-data.js';
import { Packer } from '../src/write/pack.js';

/* What is written of failures is what the page reads, also where little is known. */

const NAMES = ['', 'a', '</script>'];
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const size = fc.oneof(fc.nat(1000), fc.constant(2 ** 45 + 1));
const open = fc.array(fc.constantFrom(...NAMES), { maxLength: 3 });
const text = fc.constantFrom(...NAMES);
const anyFailure: fc.Arbitrary<OutOfMemory> = fc.record({
  timeNs: fc.nat(10_000),
  threadId: maybe(fc.nat(4)),
  requestedBytes: maybe(size),
  deviceFreeBytes: maybe(size),
  callStack: text,
  liveBytes: size,
  beforeBytes: size,
  openRanges: open,
  heldByThread: maybe(
    fc.array(
      fc.record({
        threadId: maybe(fc.nat(4)),
        bytes: size,
        count: fc.nat(9),
        openRanges: open,
        holders: fc.array(
          fc.record({
            name: text,
            scope: maybe(text),
            user_frame: text,
            call_stack: text,
            stack_match: fc.constantFrom('recorded', 'none'),
            bytes: size,
            count: fc.nat(9),
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 3 },
    ),
  ),
  followedBy: fc.record({
    releasedBytes: maybe(size),
    releasedByThread: maybe(
      fc.array(fc.record({ threadId: maybe(fc.nat(4)), bytes: size }), { maxLength: 3 }),
    ),
    retry: fc.constantFrom('succeeded', 'failed', 'none', null),
  }),
});

const numberOf = (value: string) => NAMES.indexOf(value) + 1;
const numbers = { name: numberOf, scope: numberOf, stack: numberOf };
const thread = (id: number | null) => (id === null ? null : String(id));

test('failures go into the files of a page and out of them', async () => {
  const group = { decodeColumns, placed: (timeNs: Float64Array) => timeNs } as unknown as Group;
  await fc.assert(
    fc.asyncProperty(fc.array(anyFailure, { maxLength: 8 }), async (found) => {
      const packed = await failuresData(found, numbers, new Packer(), 7);
      const files = JSON.parse(
        JSON.stringify(packed, (_, value) =>
          // As the script writer does, which reads it from the same place.
          value?.pieces === undefined ? value : { ...value, base64: value.base64 },
        ),
      ) as { failures: FailuresData; holders: FailureHoldersData };
      const failures = await Failures.read(files.failures, group);
      const holders = await FailureHolders.read(files.holders, group);
      expect(failures.count).toBe(found.length);
      found.forEach((failure, number) => {
        const { followedBy, heldByThread } = failure;
        expect(failures.at(number)).toEqual({
          number,
          timeNs: failure.timeNs + 7,
          thread: thread(failure.threadId),
          requestedBytes: failure.requestedBytes,
          freeBytes: failure.deviceFreeBytes,
          stack: numberOf(failure.callStack),
          liveBytes: failure.liveBytes,
          earlierBytes: failure.beforeBytes,
          open: failure.openRanges,
          retry: followedBy.retry,
          releasedBytes: followedBy.releasedBytes,
          releasers:
            followedBy.releasedByThread?.map(({ threadId, bytes }) => ({
              thread: thread(threadId),
              bytes,
            })) ?? null,
        });
        const held = holders.at(number)?.map((one) => ({
          thread: failures.threadAt(one.thread),
          open: failures.openAt(one.open),
          bytes: one.bytes,
          count: one.count,
          holders: one
            .holders()
            .map((holder) => [
              ...[holder.name, holder.stack, holder.scope, holder.bytes, holder.count],
            ]),
        }));
        expect(held ?? null).toEqual(
          heldByThread?.map((one) => ({
            thread: thread(one.threadId),
            open: one.openRanges,
            bytes: one.bytes,
            count: one.count,
            holders: one.holders.map((holder) => [
              ...[numberOf(holder.name), numberOf(holder.call_stack)],
              ...[holder.scope === null ? 0 : numberOf(holder.scope), holder.bytes, holder.count],
            ]),
          })) ?? null,
        );
      });
    }),
    { numRuns: 60 },
  );
});
