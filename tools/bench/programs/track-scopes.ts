import { loadTracker } from '../ours.js';
import { answer } from './answer.js';
import { ALLOCATE, ENTER, EXIT, RELEASE, trackedEvents } from './tracked-events.js';

const count = Number(process.argv[2]);
const { kind, threadId, address, bytes, scope } = trackedEvents(count);
const tracker = await loadTracker();

/** What threads and scopes hold at most, event by event. */
await answer(async () => {
  for (let i = 0; i < count; i++) {
    if (kind[i] === ALLOCATE) tracker.allocate(threadId[i], address[i], bytes[i], i);
    else if (kind[i] === RELEASE) tracker.release(address[i], threadId[i]);
    else if (kind[i] === ENTER) tracker.enter(threadId[i], scope[i], i);
    else if (kind[i] === EXIT) tracker.exit(threadId[i], i);
  }
  const outstanding = tracker.threads().map(({ outstandingBytes }) => outstandingBytes);
  return { events: count, live: outstanding.reduce((sum, own) => sum + own, 0) };
});
