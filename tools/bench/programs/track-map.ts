import { answer } from './answer.js';
import { ALLOCATE, RELEASE, trackedEvents } from './tracked-events.js';

const count = Number(process.argv[2]);
const { kind, address, bytes } = trackedEvents(count);

/** No more than which blocks are live, and what they add up to, in a `Map` by address. */
await answer(async () => {
  const blocks = new Map<number, number>();
  let live = 0;
  for (let i = 0; i < count; i++) {
    if (kind[i] === ALLOCATE) {
      blocks.set(address[i], bytes[i]);
      live += bytes[i];
    } else if (kind[i] === RELEASE) {
      live -= blocks.get(address[i]) ?? 0;
      blocks.delete(address[i]);
    }
  }
  return { events: count, live };
});
