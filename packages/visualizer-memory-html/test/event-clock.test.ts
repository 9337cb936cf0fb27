import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AllocationStore } from '../client/data/allocation-store.js';
import { EventClock } from '../client/data/event-clock.js';

/* Each begin and end of an allocation has a number of its own, in the order of time. */

const anyAllocations = fc.array(
  fc.record({
    startNs: fc.nat(20),
    held: fc.option(fc.nat(8), { nil: null }),
    isBefore: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
const END_NS = 40;

function storeOf(rows: readonly { startNs: number; held: number | null; isBefore: boolean }[]) {
  const endNs = rows.map(({ startNs, held }) => (held === null ? END_NS : startNs + held));
  return {
    rows: rows.length,
    startNs: Float64Array.from(rows, ({ startNs }) => startNs),
    endNs: Float64Array.from(endNs),
    liveEndNs: Float64Array.from(endNs),
    has: () => true,
    isBefore: (row: number) => rows[row].isBefore,
    isReleased: (row: number) => rows[row].held !== null,
  } as unknown as AllocationStore;
}

test('every event has a place of its own, and its time is known', () => {
  fc.assert(
    fc.property(anyAllocations, (rows) => {
      const store = storeOf(rows);
      const clock = EventClock.ofAllocations(store, 0);
      const times = { startNs: store.startNs.slice(), endNs: store.endNs.slice() };
      clock.place(store);
      const places: number[] = [];
      rows.forEach(({ isBefore, held }, row) => {
        expect(store.startNs[row]).toBeLessThanOrEqual(store.endNs[row]);
        if (!isBefore) {
          places.push(store.startNs[row]);
          expect(clock.toNs(store.startNs[row])).toBe(times.startNs[row]);
        }
        if (held === null) expect(store.endNs[row]).toBe(clock.count + 1);
        else {
          places.push(store.endNs[row]);
          expect(clock.toNs(store.endNs[row])).toBe(times.endNs[row]);
        }
      });
      expect(places.sort((a, b) => a - b)).toEqual(places.map((_, i) => i + 1));
      for (let ns = -1; ns < END_NS; ns++) {
        expect(clock.begin(ns + 1)).toBe(clock.toEvents(ns));
      }
    }),
  );
});

test('points of a line stay in order, the last of a time at its last event', () => {
  const times = fc.array(fc.nat(25), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(anyAllocations, times, (rows, unsorted) => {
      const clock = EventClock.ofAllocations(storeOf(rows), 0);
      const timeNs = Float64Array.from(unsorted).sort();
      const placed = clock.placePoints(timeNs);
      placed.forEach((place, i) => {
        if (i > 0) expect(place).toBeGreaterThanOrEqual(placed[i - 1]);
        if (timeNs[i + 1] !== timeNs[i]) expect(place).toBe(clock.toEvents(timeNs[i]));
      });
    }),
  );
});
