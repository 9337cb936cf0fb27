import { Host } from '../host/host.js';
import { importPlugin } from '../suite/subject.js';
import type { AbortOutcome, ChildRequest } from './tasks.js';

class Stop extends Error {}

/** Parses and aborts at the moment that is asked for. */
export async function abortParser(request: ChildRequest): Promise<AbortOutcome> {
  const { module, type, domain, config, input = '', abort } = request;
  const host = new Host(await importPlugin(module), domain, config);
  const controller = new AbortController();
  const reason = new Stop('stopped by the conformance suite');
  let abortedAt = 0;
  let setsAfter = 0;
  const stop = () => {
    if (controller.signal.aborted) return;
    abortedAt = performance.now();
    controller.abort(reason);
  };
  const onProgress = () => {
    if (abort === 'midway') stop();
  };
  const outcome = (ended: AbortOutcome['ended'], error?: unknown): AbortOutcome => ({
    ended,
    ...(error === undefined ? {} : { error: String(error) }),
    setsAfter,
    tookMs: performance.now() - abortedAt,
  });
  if (abort === 'before') stop();
  return host.run(
    async (context, stages) => {
      try {
        const parser = stages.resolve(domain, 'parser', type);
        const sets = parser.parse(input, context)[Symbol.asyncIterator]();
        for (let isFirst = true; ; isFirst = false) {
          const next = sets.next();
          if (isFirst && abort === 'started') stop();
          if ((await next).done === true) return outcome('normally');
          if (controller.signal.aborted) setsAfter++;
          stop();
        }
      } catch (error) {
        return error === reason ? outcome('reason') : outcome('other-error', error);
      }
    },
    { signal: controller.signal, listeners: { onProgress } },
  );
}
