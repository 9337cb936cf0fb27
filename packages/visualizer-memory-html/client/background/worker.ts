/** The thread that {@link Helper} works in. */
import { Helper } from './helper.js';
import type { Envelope, Reply } from './messages.js';

const helper = new Helper();

/** The memory of the arrays in an answer moves to the page instead of being copied. */
function memoryOf(value: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (Array.isArray(value)) for (const each of value) memoryOf(each, found);
  else if (typeof value === 'object' && value !== null) memoryOf(Object.values(value), found);
  return found;
}

addEventListener('message', async ({ data: { id, request } }: MessageEvent<Envelope>) => {
  const send = (reply: Reply, memory: ArrayBuffer[]) =>
    // The types of a page are those of a window; this is no window.
    (postMessage as (reply: Reply, memory: Transferable[]) => void)(reply, memory);
  try {
    const answer = await helper.answer(request);
    send({ id, answer }, [...memoryOf(answer)]);
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) }, []);
  }
});
