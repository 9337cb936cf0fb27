import { Helper } from './helper.js';
import type { Answers, Envelope, Reply, Request } from './messages.js';
import HelperThread from './worker.js?worker&inline';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Has long work done beside the page: decoding and building. Where the browser starts no threads
 * for a page from a disk, it is done in the page itself.
 */
export class Background {
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #here: Helper | undefined;
  #asked = 0;
  /** What was asked, to be done here if the thread turns out not to work. */
  readonly #unanswered = new Map<number, Request>();

  constructor() {
    try {
      this.#thread = new HelperThread();
      this.#thread.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#take(data));
      this.#thread.addEventListener('error', () => this.#doHere());
    } catch {
      this.#doHere();
    }
  }

  ask<Kind extends Request['kind']>(
    request: Extract<Request, { kind: Kind }>,
  ): Promise<Answers[Kind]> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#unanswered.set(id, request);
      this.#send({ id, request });
    });
  }

  #send(envelope: Envelope): void {
    if (this.#here !== undefined) void this.#answerHere(this.#here, envelope);
    else this.#thread?.postMessage(envelope);
  }

  #doHere(): void {
    this.#thread?.terminate();
    this.#thread = undefined;
    this.#here = new Helper();
    for (const [id, request] of this.#unanswered) this.#send({ id, request });
  }

  async #answerHere(helper: Helper, { id, request }: Envelope): Promise<void> {
    try {
      this.#take({ id, answer: await helper.answer(request) });
    } catch (error) {
      this.#take({ id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#unanswered.delete(reply.id);
    if ('error' in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.answer);
  }
}
